import Domain
import GRDB

/// What can be said of a request before the server has it.
enum RequestRules {
  static func check(_ request: ServerRequest, at now: Timestamp, _ db: Database) throws {
    switch request {
    case .changeInsight(let change, let insight, let conversation):
      guard let held = try InsightRecord.held(insight, in: conversation, db) else { throw Refusal.notFound }
      _ = try InsightRules.applying(change, to: held)
    case .markInsight(_, _, let message, let conversation, let text):
      if let text { _ = try InsightRules.validatedText(text) }
      guard let held = try MessageRecord.find(message, in: conversation, db) else { throw Refusal.notFound }
      guard !held.isDeleted else { throw Refusal(.gone, "The message has been deleted.") }
    case .writeTask(_, let task, let conversation):
      _ = try InsightRules.validatedText(task.text)
      guard try ConversationRecord.find(conversation, db) != nil else { throw Refusal.notFound }
    case .remind(_, let time, _, _, _), .postponeReminder(_, let time):
      guard time > now else { throw Refusal(.invalid, "That time has passed.") }
    case .changeSettings(_, let conversation), .switchIntelligence(_, let conversation), .share(_, let conversation):
      guard try ConversationRecord.find(conversation, db) != nil else { throw Refusal.notFound }
    case .createGroup(_, let name, _): _ = try AccountRules.validatedName(name)
    default: break
    }
  }
}
