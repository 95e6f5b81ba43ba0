import Domain
import Foundation
import OnBoxAI
import ServerCore

/// Wishes to meet, and times that are fair to everybody.
package struct SchedulingService: Sendable {
  private static let standardMinutes = 30
  private static let minutesAllowed = 10...480
  private static let horizonDays = 14.0
  private static let proposed = 3
  /// How long a meeting's inconvenience is remembered.
  private static let fairnessDays: Int64 = 365

  let runner: AIRunner
  let reader: IntelligenceReader
  let people: PeopleDirectory
  let insights: InsightService
  let outputs: OutputService
  let engine: OnBoxEngine
  let commands: any CommandPerformer
  let clock: any WallClock

  /// `detectScheduling`: who wants to meet, newest first.
  package func detectScheduling(
    asker: UserID, conversation: ConversationID, range: SummaryRange
  ) async throws(Refusal) -> [PlacedInsight] {
    try await insights.extract(.scheduling, asker: asker, conversation: conversation, range: range)
  }

  /// `suggestMeetingTimes`: at most three times within two weeks, or within what people said, the
  /// fairest first and the others such that somebody else bears them. Says who is inconvenienced,
  /// and who could meet comfortably when not everybody can.
  package func suggestMeetingTimes(
    asker: UserID, conversation: ConversationID, topic: String?, minutes: Int?, participants: [UserID]?
  ) async throws(Refusal) -> AIOutput {
    if let minutes, !Self.minutesAllowed.contains(minutes) {
      throw Refusal(.invalid, "A meeting takes 10 to 480 minutes.")
    }
    if let topic { try QuestionText.check(topic, maximum: 120, what: "A topic") }
    let now = clock.now
    let people = people
    return try await runner.output(for: asker, of: .scheduling, asksModel: false) { preferences throws(Refusal) in
      let context = try await reader.read { store in
        try SchedulingContext.read(
          conversation, wanted: participants, for: asker, now: now, store: store, people: people)
      }
      // Not cacheable: what is a good time depends on the hour at which one asks.
      let request = OutputRequest(
        feature: "suggestMeetingTimes", kind: .meeting, asker: asker, preferences: preferences,
        conversation: conversation, outlines: [context.outline], messages: context.messages,
        parameters: [topic ?? "", "\(minutes ?? 0)"], isCacheable: false)
      return try await runner.cachedOrMade(
        request, onBox: { [engine] in Self.draft(context, engine, topic: topic, minutes: minutes, asker: asker) })
    }
  }

  private static func draft(
    _ context: SchedulingContext, _ engine: OnBoxEngine, topic: String?, minutes: Int?, asker: UserID
  ) -> Draft {
    let request = context.request
    let duration = minutes ?? request?.duration ?? standardMinutes
    let earliest = max(context.now.addingTimeInterval(3_600), request?.earliest ?? .distantPast)
    let latest =
      request?.latest.flatMap { $0 > earliest ? $0 : nil } ?? earliest.addingTimeInterval(horizonDays * 86_400)
    let search = SlotRequest(
      participants: context.seats(request), duration: duration, earliest: earliest, latest: latest,
      borne: Dictionary(context.borne.map { ($0.key.description, $0.value) }, uniquingKeysWith: { first, _ in first }),
      limit: proposed)
    let slots = TextEngine().slots(for: search)
    let title = topic.map { (text: $0, messages: []) } ?? context.topic(engine, for: asker)
    var draft = Draft(
      title: title.text, points: points(request, context),
      confidence: slots.isEmpty ? 0.3 : 0.9,
      reason:
        "From everybody's time zone, working and focus hours, what was said in the last two weeks, and who bore inconvenient hours before."
    )
    draft.titleSources = title.messages
    draft.slots = slots.map { slot(of: $0, context) }
    draft.fallbackText = MeetingWording(context: context, search: search, asker: asker).text(slots)
    draft.isFound = !slots.isEmpty
    return draft
  }

  /// What people said about when, with the messages that say it.
  private static func points(_ request: MeetingRequest?, _ context: SchedulingContext) -> [Draft.Point] {
    func point(_ said: MeetingRequest.Availability, _ isWanted: Bool) -> Draft.Point? {
      guard context.messages.indices.contains(said.turn) else { return nil }
      let message = context.messages[said.turn].message
      return Draft.Point(
        "\(said.speaker) \(isWanted ? "can" : "cannot"): \(said.text) (“\(Excerpt.of(message.text))”)",
        person: message.sender, citations: [message.id])
    }
    return (request?.refused ?? []).compactMap { point($0, false) }
      + (request?.wanted ?? []).compactMap { point($0, true) }
  }

  private static func slot(of proposed: ProposedSlot, _ context: SchedulingContext) -> MeetingSlot {
    let byID = Dictionary(context.participants.map { ($0.description, $0) }, uniquingKeysWith: { first, _ in first })
    let seats = proposed.seats.compactMap { seat in
      byID[seat.participant].map { user in
        MeetingSlot.Seat(
          user: user, timeZone: context.timeZone(of: user).identifier, localTime: seat.localTime,
          isInWorkingHours: seat.isInWorkingHours, burden: seat.burden)
      }
    }
    return MeetingSlot(
      start: Timestamp(proposed.start), end: Timestamp(proposed.end), seats: seats, reason: proposed.reason)
  }

  /// The slot as an iCalendar file. Choosing a slot is remembered: who is inconvenienced now is
  /// spared next time. Throws `notFound` for another's output and for a slot that it has not.
  package func calendarFile(_ id: AIOutputID, slot index: Int, asker: UserID) async throws(Refusal) -> String {
    let output = try await outputs.output(id, of: asker)
    guard output.slots.indices.contains(index), let conversation = output.conversation else { throw .notFound }
    let slot = output.slots[index]
    // Rights may have been lost since.
    _ = try await reader.read { try $0.outline(of: conversation, for: asker) }
    for seat in slot.seats { try await remember(seat, slot, of: output, in: conversation) }
    let people = people
    let now = clock.now
    return try await reader.compute {
      let attendees = try slot.seats.map { seat in try Self.person(seat.user, people) }
      return CalendarInvite(
        identifier: "\(output.id)@messageai", title: output.title, notes: slot.reason, start: slot.start.date,
        end: slot.end.date, organizer: try Self.person(asker, people), attendees: attendees, stamp: now.date
      ).text
    }
  }

  private static func person(_ user: UserID, _ people: PeopleDirectory) throws -> CalendarInvite.Person {
    let found = try people.user(user)
    return CalendarInvite.Person(name: found?.name ?? "Somebody", address: found.map { "mailto:\($0.email)" })
  }

  /// One record for each meeting: choosing another slot of it replaces what was noted.
  private func remember(
    _ seat: MeetingSlot.Seat, _ slot: MeetingSlot, of output: AIOutput, in conversation: ConversationID
  ) async throws(Refusal) {
    let minutes = seat.burden * Double(slot.end.milliseconds - slot.start.milliseconds) / 60_000
    let record = PrivateRecord(
      user: seat.user, collection: .fairness, id: output.id.description, body: RecordBody.encode(minutes),
      conversations: [conversation], createdAt: clock.now,
      expiresAt: clock.now.adding(seconds: Self.fairnessDays * 86_400))
    _ = try await commands.perform(.intelligence(.record(.put(record))))
  }
}
