import Domain

/// An e-mail address that can stand in a command and in a header as it is: ASCII, without quotes,
/// spaces, angle brackets, commas and control characters.
package struct MailAddress: Hashable, Sendable {
  package let text: String
  package let localPart: String
  package let domain: String

  /// `nil` for what is no such address. Where dots stand before the `@` is left to the server: some
  /// providers have given out addresses with two in a row.
  package init?(_ text: String) {
    let parts = text.split(separator: "@", omittingEmptySubsequences: false)
    guard parts.count == 2, !parts[0].isEmpty, text.utf8.count <= AccountRules.maximumEmailBytes,
      parts[0].utf8.allSatisfy(Self.isAtomText), Self.isHostName(parts[1])
    else { return nil }
    self.text = text
    localPart = String(parts[0])
    domain = String(parts[1])
  }

  /// Labels of letters, digits and hyphens, with single dots between.
  static func isHostName(_ name: some StringProtocol) -> Bool {
    name.utf8.count <= 253
      && name.split(separator: ".", omittingEmptySubsequences: false).allSatisfy { label in
        (1...63).contains(label.utf8.count) && !label.hasPrefix("-") && !label.hasSuffix("-")
          && label.utf8.allSatisfy { isLetterOrDigit($0) || $0 == UInt8(ascii: "-") }
      }
  }

  /// RFC 5322's `atext`, and the dot.
  private static func isAtomText(_ byte: UInt8) -> Bool {
    isLetterOrDigit(byte) || ".!#$%&'*+-/=?^_`{|}~".utf8.contains(byte)
  }

  private static func isLetterOrDigit(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"):
      true
    default: false
    }
  }
}

/// Whom a letter is from: an address, and a name for people.
package struct Mailbox: Hashable, Sendable {
  package let name: String?
  package let address: MailAddress

  /// Reads `Name <address>`, `"Name" <address>`, `<address>` or `address`. `nil` for anything else.
  package init?(_ text: String) {
    let trimmed = text.trimmingWhitespace
    guard trimmed.hasSuffix(">"), let start = trimmed.lastIndex(of: "<") else {
      guard let address = MailAddress(trimmed) else { return nil }
      name = nil
      self.address = address
      return
    }
    var name = String(trimmed[..<start]).trimmingWhitespace
    if name.count >= 2, name.hasPrefix("\""), name.hasSuffix("\"") {
      name = String(name.dropFirst().dropLast()).trimmingWhitespace
    }
    let isReadable = !name.hasControlCharacter && !name.contains { "<>\"\\".contains($0) }
    guard let address = MailAddress(String(trimmed[trimmed.index(after: start)...].dropLast())), isReadable,
      TextLength.isWithin(AccountRules.maximumNameLength, name)
    else { return nil }
    self.name = name.isEmpty ? nil : name
    self.address = address
  }
}
