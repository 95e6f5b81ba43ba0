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

  func testTheMainScreensPassTheSystemsAccessibilityAudit() throws {
    launch(.samples)
    find("conversations.list")
    try app.performAccessibilityAudit()
    openTab("Insights")
    find("insights.part")
    try app.performAccessibilityAudit()
    openTab("Settings")
    find("settings.profile")
    try app.performAccessibilityAudit()
  }
}
