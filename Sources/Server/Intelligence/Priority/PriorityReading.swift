import Domain
import Foundation
import OnBoxAI
import ServerCore

/// Everything that is needed to judge for one reader, read once.
struct PriorityReading: Sendable {
  static let modelID = "priority"

  let judge: PriorityJudge
  private let outlines: [ConversationID: ConversationOutline]
  private let corrections: [String: PriorityCorrection]
  /// By message: what a model said that has read it.
  private let opinions: [String: PriorityVerdict]
  /// Messages that gave the reader something to do.
  private let mine: Set<MessageID>
  /// What stands in the lists of the reader's conversations, by the messages that it cites; empty
  /// where that is not told.
  private let listed: [MessageID: Insight.Kind]

  /// - Parameter tellsLists: Reasons are shown, which say in what list a message is. It costs two
  ///   long reads, which marks and learning do without.
  init(
    _ asker: UserID, _ preferences: AIPreferences, now: Timestamp, store: any IntelligenceStore,
    people: PeopleDirectory, tellsLists: Bool
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
      said.compactMap { record in PriorityCorrection(record).map { (record.id, $0) } },
      uniquingKeysWith: { first, _ in first })
    opinions = try Dictionary(
      store.records(.verdicts, of: asker, at: now, limit: 1_000).map { ($0.id, try RecordBody.decode($0.body)) },
      uniquingKeysWith: { first, _ in first })
    let filter = InsightFilter(kind: .actionItem, statuses: [.open], isMaybe: false, owner: asker, limit: 500)
    mine = Set(try store.insights(filter, for: asker).compactMap(\.insight.citations.first))
    listed = tellsLists ? try Self.listed(for: asker, store) : [:]
  }

  private static func listed(
    for asker: UserID, _ store: any IntelligenceStore
  ) throws -> [MessageID: Insight.Kind] {
    var listed: [MessageID: Insight.Kind] = [:]
    for kind in [Insight.Kind.actionItem, .decision] {
      let filter = InsightFilter(kind: kind, statuses: [.open], isMaybe: false, limit: 500)
      for placed in try store.insights(filter, for: asker) {
        for message in placed.insight.citations { listed[message] = kind }
      }
    }
    return listed
  }

  /// For learning from it.
  func features(of placed: PlacedMessage, people: PeopleDirectory) throws -> PriorityFeatures {
    let placed = placed.visible
    return judge.features(of: placed, in: surroundings(of: placed, try Senders(of: [placed], people)))
  }

  private func isDirect(_ placed: PlacedMessage) -> Bool {
    outlines[placed.conversation]?.conversation.kind == .direct
  }

  /// Messages that the reader has put where they belong, at or after `since`.
  func corrected(since: Timestamp) -> [MessageID] {
    corrections.filter { $0.value.at >= since }.keys.compactMap { MessageID($0) }
  }

  /// Most urgent first, newer before older.
  func verdicts(on messages: [PlacedMessage], people: PeopleDirectory) throws -> [PriorityVerdict] {
    let senders = try Senders(of: messages, people)
    return messages.map { verdict(on: $0.visible, senders) }.sorted {
      ($0.priority.rank, -$0.score, -$0.createdAt.milliseconds)
        < ($1.priority.rank, -$1.score, -$1.createdAt.milliseconds)
    }
  }

  /// What the messages are to the reader, as marks say it.
  func findings(on messages: [PlacedMessage], people: PeopleDirectory) throws -> [PriorityFinding] {
    let senders = try Senders(of: messages, people)
    return messages.map(\.visible).map { placed in
      let id = placed.message.id.description
      return judge.finding(
        on: placed, in: surroundings(of: placed, senders), opinion: opinions[id], correction: corrections[id])
    }
  }

  private struct Senders {
    let names: Names
    private(set) var timeZones: [UserID: TimeZone] = [:]

    init(of messages: [PlacedMessage], _ people: PeopleDirectory) throws {
      let senders = Set(messages.map(\.message.sender))
      names = try people.names(of: senders, members: [])
      for sender in senders { timeZones[sender] = try people.timeZone(of: sender) }
    }
  }

  private func surroundings(of placed: PlacedMessage, _ senders: Senders) -> PriorityJudge.Surroundings {
    let message = placed.message
    let said = MessageCues(
      placed, members: outlines[placed.conversation]?.members ?? [], timeZone: senders.timeZones[message.sender] ?? .gmt
    )
    return PriorityJudge.Surroundings(
      isDirect: isDirect(placed), senderName: senders.names[message.sender], said: said,
      isMine: mine.contains(message.id), listedAs: listed[message.id])
  }

  private func verdict(on placed: PlacedMessage, _ senders: Senders) -> PriorityVerdict {
    let message = placed.message
    let outline = outlines[placed.conversation]
    let judged = judge.verdict(
      on: placed, in: surroundings(of: placed, senders), opinion: opinions[message.id.description])
    let corrected = corrections[message.id.description]?.priority
    let readSeq = outline.map { max($0.mine.readSeq, $0.mine.joinSeq) } ?? .max
    return PriorityVerdict(
      message: message.id, conversation: placed.conversation, seq: message.seq, sender: message.sender,
      excerpt: Excerpt.of(message.text), createdAt: message.createdAt, priority: corrected ?? judged.priority,
      score: corrected.map { PriorityJudge.score(judged.score, as: $0) } ?? judged.score,
      reason: corrected == nil ? judged.reason : PriorityCorrection.reason,
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
