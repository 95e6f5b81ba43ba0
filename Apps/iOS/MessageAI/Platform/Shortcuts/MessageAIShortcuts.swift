import AppIntents

/// What can be said to the voice assistant without setting anything up. The phrases' translations
/// are in AppShortcuts.xcstrings.
struct MessageAIShortcuts: AppShortcutsProvider {
  static var appShortcuts: [AppShortcut] {
    AppShortcut(
      intent: SummarizeConversation(),
      phrases: [
        "Summarise a conversation in \(.applicationName)",
        "Summarise \(\.$conversation) in \(.applicationName)",
      ],
      shortTitle: "Summarise", systemImageName: "text.quote")
    AppShortcut(
      intent: SendMessageShortcut(),
      phrases: [
        "Send a message with \(.applicationName)",
        "Send a message to \(\.$conversation) with \(.applicationName)",
      ],
      shortTitle: "Send a message", systemImageName: "paperplane")
  }
}
