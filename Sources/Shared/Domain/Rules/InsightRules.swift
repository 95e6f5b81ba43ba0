/// The rules of insights that members mark and change.
package enum InsightRules {
  /// In Unicode scalar values.
  package static let maximumText = 1_000
  package static let maximumTags = 20

  /// Trimmed. Throws `invalid` for empty text and control characters, `tooLarge` past the limit.
  package static func validatedText(_ text: String) throws(Refusal) -> String {
    let trimmed = try MessageText.validated(text)
    guard TextLength.isWithin(maximumText, trimmed) else {
      throw Refusal(.tooLarge, "An insight has at most \(maximumText) characters.")
    }
    return trimmed
  }

  /// Trimmed, each once. Throws `invalid` for a tag that is empty, too long or has control characters, and for too many.
  package static func validatedTags(_ tags: [String]) throws(Refusal) -> [String] {
    var valid: [String] = []
    for tag in tags {
      let trimmed = try AccountRules.validatedName(tag)
      if !valid.contains(trimmed) { valid.append(trimmed) }
    }
    guard valid.count <= maximumTags else {
      throw Refusal(.invalid, "An insight has at most \(maximumTags) tags.")
    }
    return valid
  }

  /// The insight with the change; whether the owner is a member is for the caller to check. Throws `invalid` for `withdrawn`, which nobody sets.
  package static func applying(_ change: InsightChange, to insight: Insight) throws(Refusal) -> Insight {
    var copy = insight
    if let text = change.text { copy.text = try validatedText(text) }
    if let tags = change.tags { copy.tags = try validatedTags(tags) }
    if let status = change.status {
      guard status != .withdrawn else { throw Refusal(.invalid, "An insight is open, done or dismissed.") }
      copy.status = status
    }
    if change.owner != nil || change.removesOwner == true {
      copy.owner = change.owner
      copy.ownerName = nil
    }
    if change.dueAt != nil || change.removesDue == true {
      copy.dueAt = change.dueAt
      copy.dueText = nil
    }
    return copy
  }
}
