import Domain
import Foundation
import OnBoxAI
import ServerCore

/// Everything that is needed to propose times for one conversation, read once for the asker.
struct SchedulingContext: Sendable {
  /// Messages that are read for what people said about when.
  private static let messagesRead = 80
  private static let daysRead: Int64 = 14
  /// Messages before a wish to meet that tell what it is about.
  private static let topicTurns = 8
  /// Characters of a message that are read: nobody says when they can after more.
  private static let charactersRead = 2_000

  let outline: ConversationOutline
  let messages: [PlacedMessage]
  let names: Names
  let participants: [UserID]
  private let profiles: [UserID: (timeZone: TimeZone, preferences: AIPreferences)]
  /// Inconvenient minutes that each has borne in meetings of this conversation.
  let borne: [UserID: Double]
  let now: Date

  /// Throws `notFound` for a conversation that is not the asker's, `invalid` for participants that
  /// are not its members.
  static func read(
    _ conversation: ConversationID, wanted: [UserID]?, for asker: UserID, now: Timestamp,
    store: any IntelligenceStore, people: PeopleDirectory
  ) throws -> SchedulingContext {
    let outline = try store.outline(of: conversation, for: asker)
    let members = outline.members.map(\.user)
    let participants = wanted.map { wanted in members.filter { wanted.contains($0) || $0 == asker } } ?? members
    guard (wanted ?? []).allSatisfy(members.contains) else {
      throw Refusal(.invalid, "Only members of the conversation can be invited.")
    }
    let messages = try store.transcript(
      of: conversation, for: asker, from: 1, to: outline.lastSeq, since: now.adding(seconds: -daysRead * 86_400),
      limit: messagesRead)
    var profiles: [UserID: (timeZone: TimeZone, preferences: AIPreferences)] = [:]
    var borne: [UserID: Double] = [:]
    for user in participants {
      profiles[user] = (try people.timeZone(of: user), try store.preferences(of: user))
      borne[user] = try Self.borne(by: user, in: conversation, now: now, store: store)
    }
    let names = try people.names(of: Set(messages.map(\.message.sender)), members: outline.members)
    return SchedulingContext(
      outline: outline, messages: messages, names: names, participants: participants, profiles: profiles,
      borne: borne, now: now.date)
  }

  private static func borne(
    by user: UserID, in conversation: ConversationID, now: Timestamp, store: any IntelligenceStore
  ) throws -> Double {
    let records = try store.records(.fairness, of: user, at: now, limit: 500)
    return try records.filter { $0.conversations.contains(conversation) }
      .reduce(0) { sum, record in
        let minutes: Double = try RecordBody.decode(record.body)
        return sum + minutes
      }
  }

  private var turns: [Turn] {
    messages.map {
      Turn(
        speaker: names[$0.message.sender],
        text: String($0.message.text.prefix(Self.charactersRead)),
        at: $0.message.createdAt.date)
    }
  }

  /// What the messages say of a meeting; `nil` when nobody speaks of one.
  var request: MeetingRequest? {
    TextEngine().meeting(in: turns, now: now) { name in
      names.user(named: name).flatMap { profiles[$0]?.timeZone } ?? .gmt
    }
  }

  /// What the meeting is about, and the messages that say so: the topic that was named last with a
  /// wish to meet, else what was talked about around that wish, else the conversation.
  func topic(_ engine: OnBoxEngine, for asker: UserID) -> (text: String, messages: [MessageID]) {
    let turns = turns
    var wish: Int?
    for index in turns.indices.reversed() {
      guard let request = engine.text.meeting(in: [turns[index]], now: now, timeZone: { _ in .gmt }) else {
        continue
      }
      if let topic = request.topic.map(Self.heading), !topic.isEmpty { return (topic, [messages[index].message.id]) }
      wish = wish ?? index
    }
    if let wish {
      let place = max(0, wish - Self.topicTurns)...wish
      let around = Array(turns[place])
      let talkedOf = RecurringBigram.of(around.map(\.text)) ?? engine.text.topics(of: around, limit: 1).first
      if let topic = talkedOf.map(Self.heading), !topic.isEmpty { return (topic, messages[place].map(\.message.id)) }
    }
    let title = outline.title(for: asker, names)
    return (outline.conversation.kind == .direct ? "\(names[asker]) and \(title)" : title, [])
  }

  /// Without the article, with a capital: "the launch plan" becomes "Launch plan".
  private static func heading(_ topic: String) -> String {
    var words = topic.split(separator: " ").map(String.init)
    while let first = words.first, ["the", "a", "an", "our", "my", "your"].contains(first.lowercased()) {
      words.removeFirst()
    }
    let text = words.joined(separator: " ")
    return text.prefix(1).uppercased() + text.dropFirst()
  }

  func timeZone(of user: UserID) -> TimeZone { profiles[user]?.timeZone ?? .gmt }

  /// The people as the proposer knows them, with what they said.
  func seats(_ request: MeetingRequest?) -> [MeetingParticipant] {
    participants.map { user in
      let name = names[user]
      let preferences = profiles[user]?.preferences ?? AIPreferences()
      func said(_ all: [MeetingRequest.Availability]) -> [AvailabilityWindow] {
        all.filter { $0.speaker == name }.map(\.window)
      }
      return MeetingParticipant(
        id: user.description, name: name, timeZone: timeZone(of: user),
        workingHours: preferences.workingHours.map(WeeklyHours.init),
        focusHours: preferences.focusHours.map(WeeklyHours.init),
        wanted: said(request?.wanted ?? []), refused: said(request?.refused ?? []))
    }
  }
}
