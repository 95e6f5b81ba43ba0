import XCTest

/// The four tabs, in both languages, and how they read without eyes.
final class TabsFlowTests: AppFlow {
  func testEveryTabOpens() {
    launch(.samples)
    find("conversations.list")
    openTab("Insights")
    find("insights.part")
    openTab("Assistant")
    find("assistant.draft")
    openTab("Settings")
    find("settings.profile")
    openTab("Chats")
    find("conversations.list")
  }

  func testGerman() {
    launch(.samples, language: "de")
    openTab("Einblicke")
    openTab("Assistent")
    openTab("Einstellungen")
    find("settings.profile")
  }

  /// What has no identifier is drawn by the system, such as its bars: not ours to mend.
  private func audit() throws {
    try app.performAccessibilityAudit { issue in issue.element?.identifier.isEmpty ?? true }
  }

  func testTheMainScreensPassTheSystemsAccessibilityAudit() throws {
    launch(.samples)
    find("conversations.list")
    try audit()
    openTab("Insights")
    find("insights.part")
    try audit()
    openTab("Settings")
    find("settings.profile")
    try audit()
  }
}
