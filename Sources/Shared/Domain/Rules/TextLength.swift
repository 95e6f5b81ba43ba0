/// How long a text is, to every limit: in Unicode scalar values, none of which has more than four
/// bytes.
///
/// Never in what people see as one character: that may hold any number of marks, so that a name of
/// one character may have 200 KB.
public enum TextLength {
  /// Whether the text has at most `maximum` scalars, and so at most four times as many bytes.
  public static func isWithin(_ maximum: Int, _ text: some StringProtocol) -> Bool {
    let bytes = text.utf8.count
    if bytes <= maximum { return true }
    return bytes <= 4 * maximum && text.unicodeScalars.count <= maximum
  }

  /// The beginning of the text that is within `maximum` and splits nothing that is seen as one
  /// character, unless the first alone is too long.
  public static func cut(_ text: some StringProtocol, to maximum: Int) -> String {
    guard !isWithin(maximum, text) else { return String(text) }
    var left = maximum
    let whole = text.prefix { character in
      left -= character.unicodeScalars.count
      return left >= 0
    }
    guard whole.isEmpty else { return String(whole) }
    var cut = String.UnicodeScalarView()
    cut.append(contentsOf: text.unicodeScalars.prefix(maximum))
    return String(cut)
  }
}

/// The rule of what people ask the AI and tell it.
package enum QuestionText {
  /// Throws `invalid` for control characters other than tab and line ends, `tooLarge` for more than
  /// `maximum` scalars.
  package static func check(_ text: String, maximum: Int, what: String = "A question") throws(Refusal) {
    guard TextLength.isWithin(maximum, text) else {
      throw Refusal(.tooLarge, "\(what) has at most \(maximum) characters.")
    }
    guard !text.hasUnprintableCharacter else { throw Refusal(.invalid, "\(what) has no control characters.") }
  }
}

extension String {
  /// Whether there is a control character other than tab, line feed and carriage return.
  package var hasUnprintableCharacter: Bool {
    unicodeScalars.contains { $0.isControl && $0 != "\t" && $0 != "\n" && $0 != "\r" }
  }
}
