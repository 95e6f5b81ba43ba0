import Domain
import Foundation

/// What is being changed of one insight: a form's values, and the change they come to.
public struct InsightEdit: Hashable, Sendable, Identifiable {
  public let placed: PlacedInsight
  public var text: String
  /// Action items: `nil` is nobody.
  public var owner: UserID?
  public var hasDue: Bool
  /// Counts while `hasDue`.
  public var due: Date

  public var id: InsightID { placed.id }

  /// `proposedDue` stands in the form when there is no due time yet.
  public init(_ placed: PlacedInsight, proposedDue: Date) {
    self.placed = placed
    text = placed.insight.text
    owner = placed.insight.owner
    hasDue = placed.insight.dueAt != nil
    due = placed.insight.dueAt?.date ?? proposedDue
  }

  /// Only what differs. Empty words are no change.
  public var change: InsightChange {
    let insight = placed.insight
    var change = InsightChange()
    let words = text.trimmingWhitespace
    if !words.isEmpty, words != insight.text { change.text = words }
    if owner != insight.owner {
      change.owner = owner
      if owner == nil { change.removesOwner = true }
    }
    if !hasDue, insight.dueAt != nil { change.removesDue = true }
    if hasDue, Timestamp(due) != insight.dueAt { change.dueAt = Timestamp(due) }
    return change
  }

  /// Characters that the text has too many. One that is as it was found may be longer.
  public var excess: Int { change.text.map(InsightRules.excess(of:)) ?? 0 }

  public var canSave: Bool { !text.trimmingWhitespace.isEmpty && excess == 0 && change != InsightChange() }
}
