import Domain
import Foundation

/// What a form for a new task holds.
public struct TaskDraft: Hashable, Sendable, Identifiable {
  public let conversation: ConversationID
  public var text = ""
  /// `nil` is nobody.
  public var owner: UserID?
  public var hasDue = false
  /// Counts while `hasDue`.
  public var due: Date

  public var id: ConversationID { conversation }

  init(in conversation: ConversationID, proposedDue: Date) {
    self.conversation = conversation
    due = proposedDue
  }

  var task: NewTask {
    NewTask(text: text.trimmingWhitespace, owner: owner, dueAt: hasDue ? Timestamp(due) : nil)
  }

  /// Characters that the text has too many.
  public var excess: Int { InsightRules.excess(of: text) }

  public var canSave: Bool { !text.trimmingWhitespace.isEmpty && excess == 0 }
}
