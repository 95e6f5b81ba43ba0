/// The rules of insights that members mark and change. The limits stand in the schema of
/// `InsightChange`.
package enum InsightRules {
  /// Trimmed. Throws `invalid` for empty text and control characters, `tooLarge` past the limit.
  package static func validatedText(_ text: String) throws(Refusal) -> String {
    let trimmed = try MessageText.validated(text)
    guard excess(of: trimmed) == 0 else {
      throw Refusal(.tooLarge, "An insight has at most \(InsightChange.mostText) characters.")
    }
    return trimmed
  }

  /// Trimmed, each once. Throws `invalid` for a tag that is empty, too long or has control
  /// characters, and for too many.
  package static func validatedTags(_ tags: [String]) throws(Refusal) -> [String] {
    var valid: [String] = []
    for tag in tags {
      let trimmed = try AccountRules.validatedName(tag)
      guard TextLength.isWithin(InsightChange.mostTagsEach, trimmed) else { throw tooManyTags }
      if !valid.contains(trimmed) { valid.append(trimmed) }
    }
    guard valid.count <= InsightChange.mostTags else { throw tooManyTags }
    return valid
  }

  /// Trimmed; `nil` for an empty one, which takes it away. Throws `invalid` for control characters,
  /// and `tooLarge` past the limit.
  package static func validatedContext(_ text: String) throws(Refusal) -> String? {
    guard !text.trimmingWhitespace.isEmpty else { return nil }
    let trimmed = try MessageText.validated(text)
    guard TextLength.isWithin(InsightChange.mostContext, trimmed) else {
      throw Refusal(.tooLarge, "A context has at most \(InsightChange.mostContext) characters.")
    }
    return trimmed
  }

  /// Each once. Throws `invalid` for too many.
  package static func validatedParticipants(_ users: [UserID]) throws(Refusal) -> [UserID] {
    var valid: [UserID] = []
    for user in users where !valid.contains(user) { valid.append(user) }
    guard valid.count <= InsightChange.mostParticipants else {
      throw Refusal(.invalid, "An insight has at most \(InsightChange.mostParticipants) participants.")
    }
    return valid
  }

  private static let tooManyTags = Refusal(
    .invalid,
    "An insight has at most \(InsightChange.mostTags) tags of \(InsightChange.mostTagsEach) characters.")

  /// Unicode scalar values that a text has beyond the limit.
  package static func excess(of text: String) -> Int {
    max(0, text.trimmingWhitespace.unicodeScalars.count - InsightChange.mostText)
  }

  /// The insight with the change, and with what is now the member's; whether the owner and
  /// participants are members is for the caller to check. What is set to what it was is nobody's
  /// change, but a maybe that is opened is accepted. A status that a member sets no longer rests on
  /// a report. Throws `invalid` for `withdrawn`, which nobody sets.
  package static func applying(_ change: InsightChange, to insight: Insight) throws(Refusal) -> Insight {
    var copy = insight
    if let text = change.text { copy.text = try validatedText(text) }
    if let tags = change.tags { copy.tags = try validatedTags(tags) }
    if let context = change.context { copy.context = try validatedContext(context) }
    if let participants = change.participants { copy.participants = try validatedParticipants(participants) }
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
    var changed = changedFields(from: insight, to: copy)
    if insight.isMaybe, change.status == .open { changed.insert(.status) }
    if copy.isMaybe, !changed.isEmpty { copy.confidence = 1 }
    copy.edited.formUnion(changed)
    if changed.contains(.status) { copy = copy.withoutReport() }
    copy.isEdited = insight.isEdited || !changed.isEmpty
    return copy
  }

  private static func changedFields(from old: Insight, to new: Insight) -> InsightFields {
    var changed: InsightFields = []
    if new.text != old.text { changed.insert(.text) }
    if new.status != old.status { changed.insert(.status) }
    if new.owner != old.owner || new.ownerName != old.ownerName { changed.insert(.owner) }
    if new.dueAt != old.dueAt || new.dueText != old.dueText { changed.insert(.due) }
    if new.tags != old.tags { changed.insert(.tags) }
    if new.context != old.context { changed.insert(.context) }
    if new.participants != old.participants { changed.insert(.participants) }
    return changed
  }

  /// What is left of something found whose messages no longer say it: what members changed, and
  /// nothing that a machine made. `standIn` takes the place of a text that no member wrote.
  package static func withoutFindings(_ insight: Insight, standIn: String) -> Insight {
    var copy = insight
    if !insight.edited.contains(.text) { copy.text = standIn }
    if !insight.edited.contains(.owner) { (copy.owner, copy.ownerName) = (nil, nil) }
    if !insight.edited.contains(.due) { (copy.dueAt, copy.dueText) = (nil, nil) }
    if !insight.edited.contains(.tags) { copy.tags = [] }
    if !insight.edited.contains(.participants) { copy.participants = [] }
    if !insight.edited.contains(.context) { copy.context = nil }
    copy = copy.withoutReport()
    copy.reason = "A member changed it."
    copy.model = nil
    return copy
  }

  /// The beginning of a message as the text of an insight that rests on it: in one line, cut when
  /// it is long.
  package static func opening(of message: String) -> String {
    let line = message.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    guard !TextLength.isWithin(InsightChange.mostText, line) else { return line }
    return TextLength.cut(line, to: InsightChange.mostText - 1) + "…"
  }
}
