import XCTest

/// The first screen.
final class SignInFlowTests: AppFlow {
  func testSigningUpAsksForAName() {
    launch(.samplesSignedOut)
    find("signIn.email")
    XCTAssertFalse(app.textFields["signIn.name"].exists)
    tap("signIn.switch")
    find("signIn.name")
  }

  func testFieldsAreCheckedBeforeAnythingIsSent() {
    launch(.samplesSignedOut)
    type("nobody", into: "signIn.email")
    type("short", into: "signIn.password")
    tap("signIn.submit")
    let sentence = app.staticTexts["That is not an e-mail address."].firstMatch
    XCTAssertTrue(sentence.waitForExistence(timeout: 10))
  }
}
