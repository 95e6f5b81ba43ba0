import AppIntents

/// "Summarise a conversation": what is unread in it, else its newest messages.
struct SummarizeConversation: AppIntent {
  static var title: LocalizedStringResource { "Summarise a conversation" }
  static var description: IntentDescription? {
    IntentDescription("Says what is unread in a conversation. Your team's server works it out.")
  }
  static var parameterSummary: some ParameterSummary { Summary("Summarise \(\.$conversation)") }

  @Parameter(title: "Conversation") var conversation: ConversationEntity
  @Dependency private var context: ShortcutContext

  func perform() async throws -> some IntentResult & ReturnsValue<String> & ProvidesDialog {
    do {
      let text = try await context.actions().summarize(conversation.conversation()).localized
      return .result(value: text, dialog: IntentDialog("\(text)"))
    } catch {
      throw ShortcutProblem(error)
    }
  }
}
