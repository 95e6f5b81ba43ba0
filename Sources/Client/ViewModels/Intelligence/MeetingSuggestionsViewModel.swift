import Domain
import Observation

/// Finding a time to meet.
@MainActor @Observable
public final class MeetingSuggestionsViewModel {
  public let output: OutputViewModel
  /// Empty takes it from the conversation.
  public var topic = ""
  /// `nil` takes it from the conversation.
  public var minutes: Int?
  /// The chosen slot as an iCalendar file.
  public private(set) var calendarFile: String?
  public private(set) var problem: Problem?
  @ObservationIgnored private let conversation: ConversationID
  @ObservationIgnored private let intelligence: any IntelligenceRepository

  public init(conversation: ConversationID, intelligence: any IntelligenceRepository) {
    self.conversation = conversation
    self.intelligence = intelligence
    output = OutputViewModel(intelligence: intelligence)
  }

  public func suggest() async {
    let topic = topic.trimmingWhitespace
    calendarFile = nil
    await output.ask { [conversation, intelligence, minutes] in
      try await intelligence.suggestMeetingTimes(
        conversation, topic: topic.isEmpty ? nil : topic, minutes: minutes, participants: nil)
    }
  }

  /// Fetches the calendar file of the slot at `index`.
  public func choose(_ index: Int) async {
    guard let output = output.state.content, output.slots.indices.contains(index) else { return }
    problem = nil
    do {
      calendarFile = try await intelligence.calendarFile(output.id, slot: index)
    } catch {
      problem = Problem(error)
    }
  }
}
