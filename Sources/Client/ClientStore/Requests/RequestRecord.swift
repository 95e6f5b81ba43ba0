import Domain
import Foundation
import GRDB
import WireProtocol

/// The request table: what the user has asked of the server besides messages, and what has become
/// of it.
struct RequestRecord {
  let deferred: DeferredRequest

  var id: Int64 { deferred.id }
  var request: ServerRequest { deferred.request }
  var isWaiting: Bool { deferred.failure == nil }

  /// What a request is called in the table. Stays as it is: requests wait over updates.
  enum Kind: String {
    case changeInsight, markInsight, remind, postponeReminder, finishReminder, setOpinion, correctPriority,
      savePreferences, changeSettings, createGroup, openDirect, summarize, digest, ask, talk, writeTask,
      switchIntelligence, share
  }

  private static let columns =
    "id, kind, conversation, item, part, createdAt, failureCode, failureDetail, failureRetryAfter, body"

  // MARK: - Reading

  /// In the order in which they were made.
  static func all(_ db: Database) throws -> [RequestRecord] {
    try db.map("SELECT \(columns) FROM request ORDER BY id", [], decode)
  }

  /// Without those that were refused.
  static func waiting(_ db: Database) throws -> [RequestRecord] {
    try db.map("SELECT \(columns) FROM request WHERE failureCode IS NULL ORDER BY id", [], decode)
  }

  static func find(_ id: Int64, _ db: Database) throws -> RequestRecord? {
    try db.map("SELECT \(columns) FROM request WHERE id = ?", [id], decode).first
  }

  /// The one about this that was made last and waits.
  static func last(about subject: String, _ db: Database) throws -> RequestRecord? {
    try db.map(
      """
      SELECT \(columns) FROM request WHERE subject = ? AND failureCode IS NULL ORDER BY id DESC LIMIT 1
      """, [subject], decode
    ).first
  }

  /// The conversations that the server has yet to make.
  static func unmade(_ db: Database) throws -> Set<ConversationID> {
    Set(
      try db.map("SELECT conversation FROM request WHERE kind IN ('createGroup', 'openDirect')") {
        try $0.identifier(0) as ConversationID
      })
  }

  // MARK: - Writing

  static func insert(_ request: ServerRequest, at time: Timestamp, _ db: Database) throws {
    let place = place(of: request)
    try db.run(
      """
      INSERT INTO request (kind, subject, conversation, item, part, createdAt, body) VALUES (?, ?, ?, ?, ?, ?, ?)
      """,
      [
        place.kind.rawValue, request.subject, request.conversation?.blob, place.item, place.part, time.milliseconds,
        Data(request.body),
      ])
  }

  func delete(_ db: Database) throws {
    try db.run("DELETE FROM request WHERE id = ?", [id])
  }

  /// `nil` has it wait again.
  func setFailure(_ refusal: Refusal?, _ db: Database) throws {
    try db.run(
      "UPDATE request SET failureCode = ?, failureDetail = ?, failureRetryAfter = ? WHERE id = ?",
      [refusal?.code.rawValue, refusal?.detail, refusal?.retryAfter, id])
  }

  /// Whoever is not in the conversation any more asks nothing about it.
  static func deleteAll(of conversation: ConversationID, _ db: Database) throws {
    try db.run("DELETE FROM request WHERE conversation = ?", [conversation.blob])
  }

  /// What waits for a conversation is about the one that the server has made of it.
  static func move(from former: ConversationID, to conversation: ConversationID, _ db: Database) throws {
    for record in try all(db) where record.request.conversation == former {
      let moved: ServerRequest
      switch record.request {
      case .changeSettings(let change, _): moved = .changeSettings(change, in: conversation)
      case .switchIntelligence(let isOn, _): moved = .switchIntelligence(isOn: isOn, in: conversation)
      default: continue
      }
      try record.delete(db)
      try insert(moved, at: record.deferred.createdAt, db)
    }
  }

  // MARK: - Columns

  private static func place(of request: ServerRequest) -> (kind: Kind, item: Data?, part: String?) {
    switch request {
    case .changeInsight(_, let insight, _): (.changeInsight, insight.blob, nil)
    case .markInsight: (.markInsight, nil, nil)
    case .writeTask: (.writeTask, nil, nil)
    case .remind: (.remind, nil, nil)
    case .postponeReminder(let reminder, _): (.postponeReminder, reminder.blob, nil)
    case .finishReminder(let reminder): (.finishReminder, reminder.blob, nil)
    case .setOpinion(_, let subject, let message, _): (.setOpinion, message.blob, subject.rawValue)
    case .correctPriority(let message, _, _): (.correctPriority, message.blob, nil)
    case .savePreferences: (.savePreferences, nil, nil)
    case .changeSettings: (.changeSettings, nil, nil)
    case .switchIntelligence: (.switchIntelligence, nil, nil)
    case .share(let output, _): (.share, output.blob, nil)
    case .createGroup: (.createGroup, nil, nil)
    case .openDirect: (.openDirect, nil, nil)
    case .summarize: (.summarize, nil, nil)
    case .digest: (.digest, nil, nil)
    case .ask: (.ask, nil, nil)
    case .talk: (.talk, nil, nil)
    }
  }

  private static func decode(_ row: Row) throws -> RequestRecord {
    let code = try (row[6] as String?).map { raw in
      guard let code = ErrorCode(rawValue: raw) else { throw ClientStoreError.corrupted("failureCode") }
      return code
    }
    return RequestRecord(
      deferred: DeferredRequest(
        id: row[0], request: try request(row), createdAt: row.timestamp(5),
        failure: code.map { Refusal($0, row[7] ?? "", retryAfter: row[8]) }))
  }

  private static func request(_ row: Row) throws -> ServerRequest {
    let body = [UInt8](row[9] as Data)
    switch try row.value(1, "kind") as Kind {
    case .changeInsight:
      return .changeInsight(try InsightChange(json: body), of: try row.identifier(3), in: try row.identifier(2))
    case .markInsight:
      let mark = try MarkInsightRequest(json: body)
      guard let id = mark.id, let message = mark.message else { throw ClientStoreError.corrupted("id") }
      return .markInsight(id, mark.kind, message: message, in: try row.identifier(2), text: mark.text)
    case .writeTask:
      let task = try MarkInsightRequest(json: body)
      guard let id = task.id, let text = task.text else { throw ClientStoreError.corrupted("body") }
      return .writeTask(id, NewTask(text: text, owner: task.owner, dueAt: task.dueAt), in: try row.identifier(2))
    case .remind:
      let reminder = try ReminderRequest(json: body)
      return .remind(
        reminder.id, at: reminder.at, text: reminder.text, message: reminder.message, in: reminder.conversation)
    case .postponeReminder:
      guard let time = try ReminderChange(json: body).at else { throw ClientStoreError.corrupted("at") }
      return .postponeReminder(try row.identifier(3), to: time)
    case .finishReminder: return .finishReminder(try row.identifier(3))
    case .setOpinion:
      return .setOpinion(
        try OpinionRequest(json: body).feedback, of: try row.value(4, "part"), try row.identifier(3),
        in: try row.identifier(2))
    case .correctPriority:
      return .correctPriority(
        try row.identifier(3), in: try row.identifier(2), to: try PriorityRequest(json: body).priority)
    case .savePreferences: return .savePreferences(try AIPreferences(json: body))
    case .changeSettings:
      return .changeSettings(try ConversationSettingsChange(json: body), in: try row.identifier(2))
    case .switchIntelligence:
      return .switchIntelligence(isOn: try SwitchRequest(json: body).isOn, in: try row.identifier(2))
    case .share: return .share(try row.identifier(3), in: try row.identifier(2))
    case .createGroup:
      let group = try CreateConversationRequest(json: body)
      return .createGroup(try row.identifier(2), name: group.name ?? "", members: group.members)
    case .openDirect:
      guard let user = try CreateConversationRequest(json: body).members.first else {
        throw ClientStoreError.corrupted("members")
      }
      return .openDirect(try row.identifier(2), with: user)
    case .summarize:
      let summary = try SummaryRequest(json: body)
      return .summarize(try row.identifier(2), try summary.validRange(), question: summary.question)
    case .digest: return .digest
    case .ask: return .ask(try QuestionRequest(json: body).question)
    case .talk:
      let words = try AssistantRequest(json: body)
      return .talk(words.text, about: words.conversation, as: words.id)
    }
  }
}
