/// The rule of codes such as `en`, `pt-BR` and `zh-Hant-TW` (BCP 47), by their shape.
package enum LanguageTag {
  package static func isOne(_ text: String) -> Bool {
    let parts = text.utf8.split(separator: UInt8(ascii: "-"), omittingEmptySubsequences: false)
    guard let language = parts.first, (2...3).contains(language.count), language.allSatisfy(isLetter) else {
      return false
    }
    return parts.dropFirst().allSatisfy { part in
      (1...8).contains(part.count) && part.allSatisfy { isLetter($0) || (48...57).contains($0) }
    }
  }

  private static func isLetter(_ byte: UInt8) -> Bool {
    (97...122).contains(byte | 0x20)
  }
}
