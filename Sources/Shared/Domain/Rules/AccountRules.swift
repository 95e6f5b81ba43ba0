/// The rules of names, e-mail addresses and passwords.
public enum AccountRules {
  /// In Unicode scalar values, as all lengths here.
  public static let maximumNameLength = 80
  public static let passwordLength = 8...128
  package static let maximumEmailBytes = 254

  /// Trimmed, inner white space kept. Throws `invalid` unless 1 to 80 characters without control
  /// characters.
  public static func validatedName(_ name: String) throws(Refusal) -> String {
    let trimmed = name.trimmingWhitespace
    guard !trimmed.isEmpty, TextLength.isWithin(maximumNameLength, trimmed), !trimmed.hasControlCharacter else {
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
    unicodeScalars.contains { $0.value < 32 || $0.value == 127 }
  }
}
