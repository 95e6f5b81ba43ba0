import Domain

/// The rules of what people say about themselves.
enum ProfileRules {
  private static let maximumPhotoLength = 2_048
  private static let maximumTagLength = 64

  /// The change with its name trimmed. Throws `invalid` for a bad name and for values that are too
  /// long or hold control characters.
  static func validated(_ change: ProfileChange) throws(Refusal) -> ProfileChange {
    var change = change
    if let name = change.name { change.name = try AccountRules.validatedName(name) }
    try check(change.photo ?? nil, maximum: maximumPhotoLength, what: "photo")
    try check(timeZone: change.timeZone ?? nil, locale: change.locale ?? nil, language: change.language ?? nil)
    return change
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
