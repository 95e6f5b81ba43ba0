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
  /// Separated by commas.
  public var tags: String
  /// What led to it; empty for nothing.
  public var context: String
  /// Decisions: members who took part.
  public var participants: Set<UserID>

  public var id: InsightID { placed.id }

  /// `proposedDue` stands in the form when there is no due time yet.
  public init(_ placed: PlacedInsight, proposedDue: Date) {
    self.placed = placed
    text = placed.insight.text
    owner = placed.insight.owner
    hasDue = placed.insight.dueAt != nil
    due = placed.insight.dueAt?.date ?? proposedDue
    tags = placed.insight.tags.joined(separator: ", ")
    context = placed.insight.context ?? ""
    participants = Set(placed.insight.participants)
  }

  private var wantedTags: [String] {
    var seen = Set<String>()
    return tags.split(separator: ",").map { String($0).trimmingWhitespace }.filter {
      !$0.isEmpty && seen.insert($0).inserted
    }
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
    if wantedTags != insight.tags { change.tags = wantedTags }
    let led = context.trimmingWhitespace
    if led != insight.context ?? "" { change.context = led }
    if participants != Set(insight.participants) {
      // Those who were there keep their order.
      let kept = insight.participants.filter(participants.contains)
      change.participants = kept + participants.subtracting(kept).sorted { $0.description < $1.description }
    }
    return change
  }

  /// Characters that the text has too many. One that is as it was found may be longer.
  public var excess: Int { change.text.map(InsightRules.excess(of:)) ?? 0 }

  public var canSave: Bool { !text.trimmingWhitespace.isEmpty && excess == 0 && change != InsightChange() }
}
