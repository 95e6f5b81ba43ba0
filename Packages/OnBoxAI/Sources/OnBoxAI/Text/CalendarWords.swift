/// How days and months are called, with abbreviations and common slips; the name comes first.
enum CalendarWords {
  /// January first.
  static let months = [
    "january jan", "february feb", "march mar", "april apr", "may", "june jun", "july jul", "august aug",
    "september sep sept", "october oct", "november nov", "december dec",
  ].map { [String](words: $0) }
  /// Monday first.
  static let weekdays = [
    "monday mon mondy", "tuesday tue tues tuseday", "wednesday wed weds wednsday wendesday wednesdy",
    "thursday thu thur thurs thrusday thursdy", "friday fri firday", "saturday sat saterday saturdy", "sunday sun",
  ].map { [String](words: $0) }

  /// "January", "monday": the names in full.
  static let names = Set((months + weekdays).compactMap(\.first))
  /// "Jan", "sept": what may be written with a full stop.
  static let shortMonths = Set(months.flatMap { $0.dropFirst() })
}
