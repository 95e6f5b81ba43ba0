import Domain
import Foundation

/// The rules of what people say about themselves.
enum ProfileRules {
  private static let maximumPhotoLength = 2_048
  private static let maximumTagLength = 64

  /// Zones of the IANA that lie nowhere; all others are named by a place, as in `Asia/Seoul`.
  private static let placeless: Set = [
    "UTC", "GMT", "WET", "CET", "MET", "EET", "EST", "MST", "HST", "EST5EDT", "CST6CDT", "MST7MDT", "PST8PDT",
  ]

  /// The change with its name trimmed. Throws `invalid` for a bad name, for values that are too
  /// long or hold control characters, and for a zone, locale or language that there is not: all
  /// times would be UTC from then on, without a word.
  static func validated(_ change: ProfileChange) throws(Refusal) -> ProfileChange {
    var change = change
    if let name = change.name { change.name = try AccountRules.validatedName(name) }
    try check(change.photo ?? nil, maximum: maximumPhotoLength, what: "photo")
    try check(timeZone: change.timeZone ?? nil, locale: change.locale ?? nil, language: change.language ?? nil)
    if let timeZone = change.timeZone ?? nil, !isTimeZone(timeZone) {
      throw Refusal(.invalid, "There is no time zone “\(timeZone)”. Use a name such as Asia/Seoul.")
    }
    if let locale = change.locale ?? nil, !LanguageTag.isOne(locale) {
      throw Refusal(.invalid, "“\(locale)” is no locale. Use a code such as en or en-GB.")
    }
    if let language = change.language ?? nil, !LanguageTag.isOne(language) {
      throw Refusal(.invalid, "“\(language)” is no language. Use a code such as en or pt-BR.")
    }
    return change
  }

  /// Whether it is the name of a zone: no abbreviation, and no place without its continent.
  static func isTimeZone(_ name: String) -> Bool {
    (name.contains("/") || placeless.contains(name)) && TimeZone(identifier: name) != nil
  }

  static func check(timeZone: String?, locale: String?, language: String?) throws(Refusal) {
    try check(timeZone, maximum: maximumTagLength, what: "time zone")
    try check(locale, maximum: maximumTagLength, what: "locale")
    try check(language, maximum: maximumTagLength, what: "language")
  }

  private static func check(_ value: String?, maximum: Int, what: String) throws(Refusal) {
    guard let text = value else { return }
    guard !text.isEmpty, text.utf8.count <= maximum, !text.hasControlCharacter else {
      throw Refusal(.invalid, "The \(what) has 1 to \(maximum) bytes and no control characters.")
    }
  }
}
