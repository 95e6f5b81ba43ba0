/// The rules of names, e-mail addresses and passwords.
public enum AccountRules {
  /// In Unicode scalar values, as all lengths here.
  public static let maximumNameLength = 80
  public static let passwordLength = 8...128
  package static let maximumEmailBytes = 254

  /// Trimmed and without what turns the direction of writing, inner white space kept. Throws
  /// `invalid` unless 1 to 80 characters without control characters, some of which can be seen.
  public static func validatedName(_ name: String) throws(Refusal) -> String {
    let unturned: String.UnicodeScalarView = name.unicodeScalars.filter { !$0.turnsDirection }
    let trimmed = String(unturned).trimmingWhitespace
    guard TextLength.isWithin(maximumNameLength, trimmed), !trimmed.hasControlCharacter,
      trimmed.unicodeScalars.contains(where: \.isSeen)
    else {
      throw Refusal(.invalid, "A name has 1 to \(maximumNameLength) characters.")
    }
    return trimmed
  }

  /// Trimmed and lower-cased. Throws `invalid` unless it has one `@` with text on both sides and at
  /// most 254 bytes.
  public static func validatedEmail(_ email: String) throws(Refusal) -> String {
    guard email.utf8.count <= 2 * maximumEmailBytes else { throw Refusal(.invalid, "That is not an e-mail address.") }
    let trimmed = email.trimmingWhitespace.lowercased()
    let parts = trimmed.split(separator: "@", omittingEmptySubsequences: false)
    let isPlain = trimmed.unicodeScalars.allSatisfy { $0.value > 32 && $0.value != 127 && !$0.properties.isWhitespace }
    guard parts.count == 2, !parts[0].isEmpty, !parts[1].isEmpty, trimmed.utf8.count <= maximumEmailBytes, isPlain
    else {
      throw Refusal(.invalid, "That is not an e-mail address.")
    }
    return trimmed
  }

  /// Throws `invalid` for a password that is too short, too long or among the `commonest`.
  package static func validatePassword(_ password: String, commonest: Set<String>) throws(Refusal) {
    guard passwordLength.contains(password.unicodeScalars.count) else {
      throw Refusal(
        .invalid, "A password has \(passwordLength.lowerBound) to \(passwordLength.upperBound) characters.")
    }
    guard !commonest.contains(password.lowercased()) else {
      throw Refusal(.invalid, "That password is among the commonest. Choose another.")
    }
  }
}

extension String {
  package var trimmingWhitespace: String {
    guard let start = firstIndex(where: { !$0.isWhitespace }),
      let end = lastIndex(where: { !$0.isWhitespace })
    else { return "" }
    return String(self[start...end])
  }

  package var hasControlCharacter: Bool {
    unicodeScalars.contains(where: \.isControl)
  }
}

extension Unicode.Scalar {
  /// U+0000 to U+001F, and U+007F to U+009F: terminals obey both.
  package var isControl: Bool { value < 0x20 || (0x7F...0x9F).contains(value) }

  /// Embeds or overrides the direction of what stands beside it.
  fileprivate var turnsDirection: Bool { (0x202A...0x202E).contains(value) || (0x2066...0x2069).contains(value) }

  /// Leaves a mark where it is written, or belongs to one that does.
  fileprivate var isSeen: Bool {
    // The empty pattern of Braille is a symbol to Unicode.
    guard value != 0x2800, !properties.isDefaultIgnorableCodePoint, !properties.isWhitespace else { return false }
    return switch properties.generalCategory {
    case .control, .format, .surrogate: false
    default: true
    }
  }
}
