import XCTest

/// Starts the app and finds what is on its screen by identifier.
@MainActor
class AppFlow: XCTestCase {
  /// How the app begins.
  enum Start: String {
    /// Sample conversations of somebody who is signed in; nothing leaves the device.
    case samples = "-samples"
    /// The same, before signing in.
    case samplesSignedOut = "-samplesSignedOut"
  }

  private(set) lazy var app = XCUIApplication()

  override func setUp() async throws {
    continueAfterFailure = false
  }

  func launch(_ start: Start, language: String = "en") {
    app.launchArguments = [start.rawValue, "-AppleLanguages", "(\(language))", "-AppleLocale", language]
    app.launch()
  }

  /// The element once it is there; fails after ten seconds.
  @discardableResult
  func find(_ identifier: String, file: StaticString = #filePath, line: UInt = #line) -> XCUIElement {
    let element = app.descendants(matching: .any).matching(identifier: identifier).firstMatch
    XCTAssertTrue(element.waitForExistence(timeout: 10), "\(identifier) is not there", file: file, line: line)
    return element
  }

  func tap(_ identifier: String, file: StaticString = #filePath, line: UInt = #line) {
    find(identifier, file: file, line: line).tap()
  }

  func type(_ text: String, into identifier: String, file: StaticString = #filePath, line: UInt = #line) {
    let element = find(identifier, file: file, line: line)
    element.tap()
    element.typeText(text)
  }

  func openTab(_ title: String, file: StaticString = #filePath, line: UInt = #line) {
    let button = app.tabBars.buttons[title].firstMatch
    XCTAssertTrue(button.waitForExistence(timeout: 10), "no tab \(title)", file: file, line: line)
    button.tap()
  }
}
