extension TimeWords {
  /// English as it is written in chats: full words, abbreviations, common slips.
  static let english: TimeWords = {
    var table = TimeWords(
      endings: ["'s"],
      signs: [
        "\u{2013}": "-", "\u{2014}": "-", "\u{2212}": "-", "\u{2012}": "-", "\u{201C}": "\"", "\u{201D}": "\"",
        "\u{2019}": "'",
      ])
    table.defineEnglishCalendar()
    table.defineEnglishNumbers()
    table.defineEnglishRoles()
    table.defineEnglishContext()
    table.defineEnglishZones()
    return table
  }()

  private mutating func defineEnglishCalendar() {
    for (index, names) in CalendarWords.months.enumerated() { define(names) { $0.month = index + 1 } }
    define("may march mar jan dec sep jun april august june") { $0.isAmbiguous = true }
    for (index, names) in CalendarWords.weekdays.enumerated() { define(names) { $0.weekday = index + 1 } }
    define("mon wed sat sun") { $0.isAmbiguous = true }
    define("morning mornings mornin") { $0.dayPart = .morning }
    define("afternoon afternoons arvo") { $0.dayPart = .afternoon }
    define("evening evenings eve") { $0.dayPart = .evening }
    define("night nights nite") { $0.dayPart = .night }
    define("tonight tonite 2nite") {
      $0.role = .today
      $0.dayPart = .night
    }
    define("minute minutes min mins minuts") { $0.unit = .minute }
    define("hour hours hr hrs h") { $0.unit = .hour }
    define("day days") { $0.unit = .day }
    define("workday workdays weekday weekdays") { $0.unit = .workday }
    define("week weeks wk wks") { $0.unit = .week }
    define("month months") { $0.unit = .month }
    define("year years yr yrs") { $0.unit = .year }
    define("am a.m") { $0.meridiem = .am }
    define("pm p.m") { $0.meridiem = .pm }
  }

  private mutating func defineEnglishNumbers() {
    let numbers = [
      "zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve",
      "thirteen", "fourteen", "fifteen", "sixteen", "seventeen", "eighteen", "nineteen", "twenty",
    ]
    for (value, word) in numbers.enumerated() { define(word) { $0.number = value } }
    for (word, value) in [("thirty", 30), ("forty", 40), ("fourty", 40), ("fifty", 50)] {
      define(word) { $0.number = value }
    }
    let ordinals = [
      "first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth", "eleventh",
      "twelfth", "thirteenth", "fourteenth", "fifteenth", "sixteenth", "seventeenth", "eighteenth", "nineteenth",
      "twentieth",
    ]
    for (index, word) in ordinals.enumerated() { define(word) { $0.ordinal = index + 1 } }
    define("thirtieth") { $0.ordinal = 30 }
    define("st nd rd th") { $0.isOrdinalEnding = true }
  }

  private mutating func defineEnglishRoles() {
    let roles: [(TimeWord.Role, String)] = [
      (.at, "at"), (.on, "on"), (.by, "by"), (.before, "before"), (.until, "until till til 'til through thru untill"),
      (.after, "after"), (.since, "since"), (.from, "from"), (.starting, "starting beginning commencing"),
      (.around, "around about approximately roughly circa arond say approx ish"), (.between, "between btw"),
      (.to, "to"), (.and, "and"), (.or, "or"), (.next, "next nxt following"), (.this, "this coming upcoming"),
      (.last, "last previous"), (.within, "within"), (.inside, "in during"), (.of, "of"), (.the, "the"),
      (.article, "a an"), (.ago, "ago"), (.later, "later"), (.early, "early"), (.mid, "mid middle midweek"),
      (.late, "late"), (.past, "past"), (.half, "half"), (.quarter, "quarter"), (.oclock, "o'clock oclock"),
      (.noon, "noon midday noontime"), (.midnight, "midnight"), (.now, "now"), (.today, "today tdy 2day todays"),
      (.tomorrow, "tomorrow tmrw tmr tmw tomorow tommorow tommorrow tomorro 2moro tomorrows"),
      (.yesterday, "yesterday"), (.weekend, "weekend"), (.endOfDay, "eod cob eob"), (.endOfWeek, "eow"),
      (.endOfMonth, "eom"), (.end, "end close"), (.start, "start"), (.couple, "couple"), (.every, "every each"),
      (.timeWord, "time"), (.forWord, "for"), (.thing, "thing"), (.due, "due deadline"),
      (.lunch, "lunch lunchtime"), (.greeting, "good happy"), (.zoneOffset, "utc gmt"),
      (.hundredHours, "hrs hours h"), (.myYour, "my your our his her their"),
    ]
    for (role, words) in roles { define(words) { $0.role = role } }
    define("first") { $0.role = .first }
  }

  private mutating func defineEnglishContext() {
    define(
      """
      meet meeting meetings call calls sync start starts begin begins arrive arrives arriving leave leaves leaving \
      lunch dinner breakfast coffee free available availability open opens close closes schedule scheduled reschedule \
      book booking reserve slot chat talk join standup demo interview appointment party pickup pick drop come coming \
      busy meetup done ready finish back home office event session workshop deadline move push postpone shift land \
      lands landing train flight departs depart departure visit hours time clock works work
      """
    ) { $0.isTimeContext = true }
    define(
      "move moved moving push pushed shift shifted reschedule rescheduled postpone postponed change changed switch"
    ) {
      $0.isMove = true
    }
    define(
      """
      and or but if so then please is was are works work would will should could can we i you he she they it for with \
      to at on in by because as since instead sharp thanks thank ok okay when until till through though although while \
      before after from about around yes no not or - too also latest earliest either it's i'm i'll we'll we're let's \
      that's does do did has have had the my our your this that next today tomorrow tonight his her their which who \
      where there here pls plz onwards onward maybe perhaps ideally preferably again prompt exactly local now only \
      right unless sounds suits fits looks seems might may must just per via each every ish be i've gets and/or
      """
    ) { $0.isFollower = true }
    define(
      """
      increase increased increases grow grew grown grows raise raised rose risen reduce reduced reduces drop dropped \
      drops fell fall cut lower lowered improve improved multiply divide scale scaled rated rating score \
      scored version bump bumped upgrade upgraded counted count level levels number numbers ranked rank won lost beat \
      price priced cost costs costing sold selling trading capped limit limited stuck percent points dollars euros \
      currently set average averaging went jumped gone
      """
    ) { $0.isAmount = true }
    define(
      """
      room floor gate version ratio odds score chapter verse line lines section step page ticket issue task pr item \
      option build release build flat apartment suite unit building platform track bus flight seat row level phase \
      sprint iteration no nr number point figure table port slide aspect psalm john luke mark matthew route milestone \
      exit desk pier hall block street size part appendix example rule article bug extension ext pin code error
      """
    ) { $0.isLabel = true }
  }
}
