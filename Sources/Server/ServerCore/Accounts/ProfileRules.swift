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
    try check(change.photo, maximum: maximumPhotoLength, what: "photo")
    try check(change.timeZone, maximum: maximumTagLength, what: "time zone")
    try check(change.locale, maximum: maximumTagLength, what: "locale")
    try check(change.language, maximum: maximumTagLength, what: "language")
    return change
  }

  private static func check(_ value: String??, maximum: Int, what: String) throws(Refusal) {
    guard case .some(.some(let text)) = value else { return }
    guard !text.isEmpty, text.utf8.count <= maximum, !text.hasControlCharacter else {
      throw Refusal(.invalid, "The \(what) has 1 to \(maximum) bytes and no control characters.")
    }
  }
}
