import Domain
import Foundation
import OnBoxAI
import ServerCore

/// Each reader's messages by how much they want of that reader; corrections retrain the reader's
/// own small model.
package struct PriorityService: Sendable {
  private static let modelID = "priority"
  private static let maximumListed = 200
  private static let days: Int64 = 14

  let reader: IntelligenceReader
  let runner: AIRunner
  let people: PeopleDirectory
  let commands: any CommandPerformer
  let clock: any WallClock

  /// `detectPriorityMessages`: messages of the last two weeks by others, most urgent first.
  package func detectPriorityMessages(
    asker: UserID, unreadOnly: Bool
  ) async throws(Refusal) -> [PriorityVerdict] {
    let since = clock.now.adding(seconds: -Self.days * 86_400)
    return try await runner.admitted(asker, to: .priorities) { preferences throws(Refusal) in
      try await verdicts(for: asker, preferences) { store in
        try store.incoming(
          for: asker, unreadOnly: unreadOnly, since: since, limit: Self.maximumListed)
      }
    }
  }

  /// `categorizeMessage`: one message. Throws `notFound` for one that the asker cannot read in that
  /// conversation.
  package func categorizeMessage(
    asker: UserID, conversation: ConversationID, message: MessageID
  ) async throws(Refusal) -> PriorityVerdict {
    let runner = runner
    let found = try await runner.admitted(asker, to: .priorities) { preferences throws(Refusal) in
      try await verdicts(for: asker, preferences) { store in
        try runner.admit(try store.outline(of: conversation, for: asker))
        return try store.messages([message], for: asker).filter { $0.conversation == conversation }
      }
    }
    guard let verdict = found.first else { throw .notFound }
    return verdict
  }

  /// Keeps the reader's word on the message and learns from it. Saying the same again teaches
  /// nothing more.
  package func correct(
    asker: UserID, conversation: ConversationID, message: MessageID, to priority: Priority
  ) async throws(Refusal) -> PriorityVerdict {
    try await runner.admitted(asker, to: .priorities) { preferences throws(Refusal) in
      try await learn(asker, preferences, conversation, message, priority)
      return try await categorizeMessage(asker: asker, conversation: conversation, message: message)
    }
  }

  private func learn(
    _ asker: UserID, _ preferences: AIPreferences, _ conversation: ConversationID,
    _ message: MessageID,
    _ priority: Priority
  ) async throws(Refusal) {
    let now = clock.now
    let people = people
    let runner = runner
    let (placed, features, model, former) = try await reader.read { store in
      try runner.admit(try store.outline(of: conversation, for: asker))
      guard let placed = try store.messages([message], for: asker).first(where: { $0.conversation == conversation })
      else { throw Refusal.notFound }
      let context = try ReadingContext(asker, preferences, now: now, store: store, people: people)
      let former = try store.record(.corrections, id: message.description, of: asker)
      return (placed, context.features(of: placed), context.judge.model, former)
    }
    let said = Array(priority.rawValue.utf8)
    if former?.body != said {
      var taught = model
      taught.learn(features, level: Self.level(priority))
      let cited = (conversations: [placed.conversation], sources: [message])
      try await put(.corrections, id: message.description, body: said, for: asker, cited)
      try await put(.models, id: Self.modelID, body: taught.bytes, for: asker, ([], []))
    }
  }

  private static func level(_ priority: Priority) -> PriorityLevel {
    switch priority {
    case .urgent: .urgent
    case .canWait: .canWait
    case .aiHandled: .aiHandled
    }
  }

  private func put(
    _ collection: PrivateRecord.Collection, id: String, body: [UInt8], for user: UserID,
    _ cited: (conversations: [ConversationID], sources: [MessageID])
  ) async throws(Refusal) {
    let record = PrivateRecord(
      user: user, collection: collection, id: id, body: body, conversations: cited.conversations,
      sources: cited.sources, createdAt: clock.now)
    _ = try await commands.perform(.intelligence(.record(.put(record))))
  }

  private func verdicts(
    for asker: UserID, _ preferences: AIPreferences,
    of messages: @escaping @Sendable (any IntelligenceStore) throws -> [PlacedMessage]
  ) async throws(Refusal) -> [PriorityVerdict] {
    let now = clock.now
    let people = people
    return try await reader.read { store in
      let found = try messages(store)
      let context = try ReadingContext(asker, preferences, now: now, store: store, people: people)
      return try context.verdicts(on: found, people: people)
    }
  }

  /// Everything that is needed to judge for one reader, read once.
  private struct ReadingContext: Sendable {
    let judge: PriorityJudge
    private let outlines: [ConversationID: ConversationOutline]
    private let corrections: [String: Priority]
    /// By message: what a model said that has read it.
    private let opinions: [String: PriorityVerdict]
    /// Messages that gave the reader something to do.
    private let mine: Set<MessageID>

    init(
      _ asker: UserID, _ preferences: AIPreferences, now: Timestamp, store: any IntelligenceStore,
      people: PeopleDirectory
    ) throws {
      let kept = try store.record(.models, id: PriorityService.modelID, of: asker)
      judge = PriorityJudge(
        reader: asker, readerName: try people.profile(asker).name, preferences: preferences,
        timeZone: try people.timeZone(of: asker),
        model: kept.flatMap { PersonalModel(bytes: $0.body) } ?? PersonalModel(),
        now: now.date)
      outlines = Dictionary(
        try store.outlines(for: asker).map { ($0.conversation.id, $0) }, uniquingKeysWith: { first, _ in first })
      let said = try store.records(.corrections, of: asker, at: now, limit: 1_000)
      corrections = Dictionary(
        said.compactMap { record in
          Priority(rawValue: String(decoding: record.body, as: UTF8.self)).map { (record.id, $0) }
        }, uniquingKeysWith: { first, _ in first })
      opinions = try Dictionary(
        store.records(.verdicts, of: asker, at: now, limit: 1_000).map { ($0.id, try RecordBody.decode($0.body)) },
        uniquingKeysWith: { first, _ in first })
      let filter = InsightFilter(kind: .actionItem, statuses: [.open], isMaybe: false, owner: asker, limit: 500)
      mine = Set(try store.insights(filter, for: asker).compactMap(\.insight.citations.first))
    }

    func features(of placed: PlacedMessage) -> PriorityFeatures {
      judge.features(of: placed, isDirect: isDirect(placed), isMine: mine.contains(placed.message.id))
    }

    private func isDirect(_ placed: PlacedMessage) -> Bool {
      outlines[placed.conversation]?.conversation.kind == .direct
    }

    /// Most urgent first, newer before older.
    func verdicts(on messages: [PlacedMessage], people: PeopleDirectory) throws -> [PriorityVerdict] {
      let senders = Set(messages.map(\.message.sender))
      let names = try people.names(of: senders, members: [])
      var timeZones: [UserID: TimeZone] = [:]
      for sender in senders { timeZones[sender] = try people.timeZone(of: sender) }
      return messages.map { verdict(on: $0, names, timeZones) }.sorted {
        ($0.priority.rank, -$0.score, -$0.createdAt.milliseconds)
          < ($1.priority.rank, -$1.score, -$1.createdAt.milliseconds)
      }
    }

    private func verdict(
      on placed: PlacedMessage, _ names: Names, _ timeZones: [UserID: TimeZone]
    ) -> PriorityVerdict {
      let message = placed.message
      let outline = outlines[placed.conversation]
      let others = (outline?.members ?? []).filter { $0.user != judge.reader && $0.user != message.sender }
      let judged = judge.verdict(
        on: placed,
        in: PriorityJudge.Surroundings(
          isDirect: isDirect(placed), senderName: names[message.sender],
          senderTimeZone: timeZones[message.sender] ?? .gmt, others: others.map(\.name),
          isMine: mine.contains(message.id)), opinion: opinions[message.id.description])
      let corrected = corrections[message.id.description]
      let readSeq = outline.map { max($0.mine.readSeq, $0.mine.joinSeq) } ?? .max
      return PriorityVerdict(
        message: message.id, conversation: placed.conversation, seq: message.seq, sender: message.sender,
        excerpt: Excerpt.of(message.text), createdAt: message.createdAt, priority: corrected ?? judged.priority,
        score: corrected.map { PriorityJudge.score(judged.score, as: $0) } ?? judged.score,
        reason: corrected == nil ? judged.reason : "You said so.",
        isCorrected: corrected != nil, isUnread: message.seq > readSeq)
    }
  }
}

extension Priority {
  /// 0 first.
  fileprivate var rank: Int {
    switch self {
    case .urgent: 0
    case .canWait: 1
    case .aiHandled: 2
    }
  }
}
