import Domain
import Foundation
import OnBoxAI
import ServerCore

/// Everything that is needed to judge for one reader, read once.
struct PriorityReading: Sendable {
  static let modelID = "priority"

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
    let kept = try store.record(.models, id: Self.modelID, of: asker)
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
