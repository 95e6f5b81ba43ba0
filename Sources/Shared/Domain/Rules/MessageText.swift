/// The rule of a message's text.
public enum MessageText {
  /// In Unicode scalar values, after trimming.
  public static let maximumLength = 8_000

  /// The text as it is kept: white space trimmed from both ends.
  ///
  /// Throws `invalid` for control characters other than tab and line feed, and for empty text
  /// unless files go with it; `tooLarge` past the limit.
  public static func validated(_ text: String, hasAttachments: Bool = false) throws(Refusal) -> String {
    var scalars = 0
    var hasControl = false
    for scalar in text.unicodeScalars {
      scalars += 1
      if scalar.isControl, scalar.value != 9, scalar.value != 10 { hasControl = true }
    }
    guard !hasControl else { throw Refusal(.invalid, "Text may not contain control characters.") }
    let trimmed = trimming(text)
    guard hasAttachments || !trimmed.isEmpty else { throw Refusal(.invalid, "A message needs text.") }
    if scalars > maximumLength, trimmed.unicodeScalars.count > maximumLength {
      throw Refusal(.tooLarge, "A message has at most \(maximumLength) characters.")
    }
    return trimmed
  }

  private static func trimming(_ text: String) -> String {
    let scalars = text.unicodeScalars
    guard let first = scalars.first, let last = scalars.last else { return "" }
    guard first.properties.isWhitespace || last.properties.isWhitespace else { return text }
    guard let start = scalars.firstIndex(where: { !$0.properties.isWhitespace }),
      let end = scalars.lastIndex(where: { !$0.properties.isWhitespace })
    else { return "" }
    return String(scalars[start...end])
  }
}
