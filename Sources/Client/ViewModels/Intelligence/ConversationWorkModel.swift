import Domain
import Observation

/// Says in a conversation's lists that the AI is not through with it yet.
@MainActor @Observable
public final class ConversationWorkModel {
  /// Seconds between two looks while there is something to say.
  private static let interval = 5
  /// A new message is worked on within moments: a few that wait are nothing to speak of.
  private nonisolated static let few = 10
  /// What the server counts to.
  private nonisolated static let most = 10_000

  /// `nil` when there is nothing to say, or nothing is known.
  public private(set) var text: Phrase?
  @ObservationIgnored private let conversation: ConversationID
  @ObservationIgnored private let intelligence: any IntelligenceRepository
  @ObservationIgnored private let pauses: any Clock<Duration>

  public init(
    conversation: ConversationID, intelligence: any IntelligenceRepository,
    pauses: any Clock<Duration> = ContinuousClock()
  ) {
    self.conversation = conversation
    self.intelligence = intelligence
    self.pauses = pauses
  }

  /// Follows the work until it is done, or the task is cancelled.
  public func run() async {
    do {
      repeat {
        text = Self.text(of: try await intelligence.waitingMessages(in: conversation))
        if text != nil { try await pauses.sleep(for: .seconds(Self.interval)) }
      } while text != nil
    } catch {
      // Without a connection nothing is known of it, and nothing is said.
      text = nil
    }
  }

  /// For so many messages that wait.
  public nonisolated static func text(of waiting: Int) -> Phrase? {
    switch waiting {
    case ...few: nil
    case most...: "The AI has not read \(most) or more older messages here yet. More may appear."
    default: "The AI has not read \(waiting) older messages here yet. More may appear."
    }
  }
}
