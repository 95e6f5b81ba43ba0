import Foundation

/// Time zones and languages to choose from, and their names.
public enum LocaleChoices {
  /// IANA names in alphabetical order, `current` among them also when it is none of the usual ones.
  public static func timeZones(with current: String = "") -> [String] {
    var names = Set(TimeZone.knownTimeZoneIdentifiers.filter { $0.contains("/") })
    if !current.isEmpty { names.insert(current) }
    return names.sorted()
  }

  /// ISO 639-1 codes in the order of their names.
  public static func languages(with current: String = "", in locale: Locale = .current) -> [String] {
    var codes: Set = [
      "ar", "bg", "cs", "da", "de", "el", "en", "es", "et", "fi", "fr", "he", "hi", "hr", "hu", "id", "it", "ja", "ko",
      "lt", "lv", "nb", "nl", "pl", "pt", "ro", "ru", "sk", "sl", "sr", "sv", "th", "tr", "uk", "vi", "zh",
    ]
    if !current.isEmpty { codes.insert(current) }
    return codes.sorted { languageName($0, in: locale) < languageName($1, in: locale) }
  }

  /// `Berlin, Europe` for `Europe/Berlin`.
  public static func timeZoneName(_ identifier: String) -> String {
    identifier.split(separator: "/").reversed().joined(separator: ", ").replacing("_", with: " ")
  }

  /// The code itself where the locale has no name for it.
  public static func languageName(_ code: String, in locale: Locale = .current) -> String {
    locale.localizedString(forLanguageCode: code) ?? code
  }
}
