import AppIntents

/// "Send a message": it is kept on the device at once and sent when there is a network.
struct SendMessageShortcut: AppIntent {
  static var title: LocalizedStringResource { "Send a message" }
  static var description: IntentDescription? {
    IntentDescription("Sends a message to a conversation. Without network it is kept and sent later.")
  }
  static var parameterSummary: some ParameterSummary { Summary("Send \(\.$text) to \(\.$conversation)") }
  static var authenticationPolicy: IntentAuthenticationPolicy { .requiresAuthentication }

  @Parameter(title: "Message") var text: String
  @Parameter(title: "Conversation") var conversation: ConversationEntity
  @Dependency private var context: ShortcutContext

  func perform() async throws -> some IntentResult & ProvidesDialog {
    do {
      try await context.actions().send(text, to: conversation.conversation())
      return .result(dialog: IntentDialog("Sent to \(conversation.title)."))
    } catch {
      throw ShortcutProblem(error)
    }
  }
}
