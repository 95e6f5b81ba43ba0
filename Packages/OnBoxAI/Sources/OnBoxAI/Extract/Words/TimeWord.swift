/// What one word can mean where times are spoken of. Several fields may be set: "second" counts and
/// measures.
struct TimeWord: Sendable {
  /// The part a word plays in the grammar of dates and times.
  enum Role: String, Sendable {
    case at, on, by, before, until, after, since, from, around, between, to, and, or, starting
    case next, this, last, within, inside, of, the, article, ago, forwardFrom, later, early, mid, late
    case past, half, quarter, oclock, noon, midnight, now
    case today, tomorrow, yesterday, after1, before1
    case weekend, endOfDay, endOfWeek, endOfMonth, end, start
    case couple, every, zoneOffset, timeWord, forWord, first, thing, due, lunch
    case greeting, hundredHours, myYour
  }

  enum Unit: String, Sendable { case minute, hour, day, workday, week, month, quarter, year }
  enum Meridiem: String, Sendable { case am, pm }

  var role: Role?
  var month: Int?
  /// 1 is Monday.
  var weekday: Int?
  /// The word has a common other sense ("sat", "may"): it counts only beside something that speaks
  /// of time.
  var isAmbiguous = false
  var unit: Unit?
  var dayPart: DayPart?
  /// A cardinal, 0...59.
  var number: Int?
  /// An ordinal, 1...31.
  var ordinal: Int?
  /// The ending of an ordinal written with digits ("3rd").
  var isOrdinalEnding = false
  var meridiem: Meridiem?
  /// What may follow a bare clock number or an ordinal day without making it a count of something.
  var isFollower = false
  /// A verb or noun of change or rating after which "from 3 to 5" and "by 5" are amounts.
  var isAmount = false
  /// A verb that takes an appointment from one time to another.
  var isMove = false
  /// What makes a number after it a name ("room 4", "ratio 3:10").
  var isLabel = false
  /// The word speaks of meeting, coming, being free: bare numbers beside it may be clock times.
  var isTimeContext = false
  /// The IANA zone that the word names.
  var zone: String?
  /// The zone's word is a zone only directly after a clock time and in capitals, or before "time".
  var isWeakZone = false

  static let none = TimeWord()
}
