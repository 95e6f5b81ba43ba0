import Domain
import Observation

/// A message with everything that answers it, and a line to answer it once more.
@MainActor @Observable
public final class ThreadViewModel {
  public typealias State = ScreenState<[ChatBubble]>

  public let chat: ChatViewModel
  @ObservationIgnored private let message: MessageID
  private let composer: ComposerModel
  private var hasLooked = false

  /// `message` is any of the exchange.
  public init(
    message: MessageID, conversation: ConversationID, me: UserID, messages: any MessageRepository,
    conversations: any ConversationRepository, presence: any PresenceRepository,
    pauses: any Clock<Duration> = ContinuousClock(), texts: TimeTexts = TimeTexts()
  ) {
    self.message = message
    chat = ChatViewModel(
      conversation: conversation, me: me, messages: messages, conversations: conversations, presence: presence,
      pauses: pauses, texts: texts)
    // Not the chat's own: what is typed here is no draft of the conversation.
    composer = ComposerModel(
      conversation: conversation, messages: messages, conversations: conversations, presence: presence,
      pauses: pauses)
  }

  /// Fetches the message where it is not on this device, and follows the exchange until the task is
  /// cancelled.
  public func run() async {
    await chat.reveal(message)
    hasLooked = true
    await chat.follow()
  }

  public var state: State {
    if case .failed(let message, let canRetry) = chat.state { return .failed(message: message, canRetry: canRetry) }
    let bubbles = chat.thread(of: message)
    if !bubbles.isEmpty { return .content(bubbles) }
    guard hasLooked else { return .loading }
    return chat.problem.map { .failed($0) } ?? .empty
  }

  public var text: String { composer.text }
  public var problem: Problem? { composer.problem }
  public var canSend: Bool { composer.canSend && state.content != nil }

  public func setText(_ text: String) {
    composer.setText(text)
  }

  /// Answers the message that the exchange began with. On a refusal the text is back.
  public func send() async {
    guard canSend, let root = state.content?.first?.item else { return }
    composer.reply(to: root)
    if await !composer.send() { composer.cancelMode() }
  }
}
