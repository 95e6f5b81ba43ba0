/// How days and months are called, with abbreviations and common slips; the name comes first.
enum CalendarWords {
  /// January first.
  static let months = English.phrases("calendar.months")
  /// Monday first.
  static let weekdays = English.phrases("calendar.weekdays")

  /// "January", "monday": the names in full.
  static let names = Set((months + weekdays).compactMap(\.first))
}
