import Domain
import Foundation
import Observation

/// Finding a time to meet.
@MainActor @Observable
public final class MeetingSuggestionsViewModel: ActionModel {
  public let output: OutputViewModel
  /// Empty takes it from the conversation.
  public var topic = ""
  /// `nil` takes it from the conversation.
  public var minutes: Int?
  /// The chosen slot as an iCalendar file.
  public private(set) var calendarFile: String?
  /// Where `calendarFile` is on this device, to be handed to other apps.
  public private(set) var calendarURL: URL?
  /// The place of the chosen slot.
  public private(set) var chosen: Int?
  /// The places of the slots that were proposed in the chat.
  public private(set) var proposed: Set<Int> = []
  public let action = ActionState()
  @ObservationIgnored private let conversation: ConversationID
  @ObservationIgnored private let intelligence: any IntelligenceRepository
  @ObservationIgnored private let messages: (any MessageRepository)?
  @ObservationIgnored private let folder: URL
  /// What a proposal serves; `nil` when somebody just looks for a time.
  @ObservationIgnored private let wish: MeetingWish?

  /// Without `messages` nothing can be proposed in the chat. Calendar files are written below
  /// `folder`.
  public init(
    conversation: ConversationID, intelligence: any IntelligenceRepository, messages: (any MessageRepository)? = nil,
    wish: MeetingWish? = nil, folder: URL = FileManager.default.temporaryDirectory
  ) {
    self.wish = wish
    topic = wish?.topic ?? ""
    self.folder = folder
    self.conversation = conversation
    self.intelligence = intelligence
    self.messages = messages
    output = OutputViewModel(intelligence: intelligence)
  }

  public func suggest() async {
    let topic = topic.trimmingWhitespace
    calendarFile = nil
    calendarURL = nil
    chosen = nil
    proposed = []
    await output.ask { [conversation, intelligence, minutes] in
      try await NeedsConnection.unless {
        try await intelligence.suggestMeetingTimes(
          conversation, topic: topic.isEmpty ? nil : topic, minutes: minutes, participants: nil)
      }
    }
  }

  /// Fetches the calendar file of the slot at `index`.
  public func choose(_ index: Int) async {
    guard let output = output.state.content, output.slots.indices.contains(index) else { return }
    calendarFile = nil
    calendarURL = nil
    await perform {
      let text = try await intelligence.calendarFile(output.id, slot: index)
      calendarURL = try CalendarFile.write(
        text, as: "meeting.ics", in: folder.appending(path: "\(output.id)-\(index)"))
      calendarFile = text
      chosen = index
    }
  }

  public var canPropose: Bool { messages != nil }

  /// What `propose` writes into the chat; `nil` when there is no such slot.
  public func proposal(of index: Int, names: @MainActor (UserID) -> String?, texts: TimeTexts) -> String? {
    guard let output = output.state.content, output.slots.indices.contains(index) else { return nil }
    return Self.proposal(output.slots[index], title: output.title, names: names, texts: texts)
  }

  /// Writes the slot at `index` into the chat as my message, once, with everybody's time on their
  /// own clock. Works without network; only that the wish is served then has to wait for its next
  /// reader.
  public func propose(_ index: Int, names: @MainActor (UserID) -> String?, texts: TimeTexts) async {
    guard let messages, !proposed.contains(index), let text = proposal(of: index, names: names, texts: texts)
    else { return }
    await perform {
      _ = try await messages.send(text, to: conversation, replyTo: nil)
      proposed.insert(index)
      guard let wish else { return }
      _ = try await intelligence.change(InsightChange(status: .done), of: wish.id, in: conversation)
    }
  }

  private static func proposal(
    _ slot: MeetingSlot, title: String, names: @MainActor (UserID) -> String?, texts: TimeTexts
  ) -> String {
    let seats = slot.seats.compactMap { seat in names(seat.user).map { "\($0) \(seat.localTime)" } }
    let head = "\(title): \(texts.dated(slot.start, slot.end))?"
    return seats.isEmpty ? head : "\(head)\n\(seats.joined(separator: " · "))"
  }
}
