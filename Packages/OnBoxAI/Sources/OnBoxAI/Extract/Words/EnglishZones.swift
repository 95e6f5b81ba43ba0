extension TimeWords {
  /// Abbreviations name the place's clock, summer time included: people write "PST" in July.
  mutating func defineEnglishZones() {
    let strong: [(String, String)] = [
      ("utc gmt zulu", "GMT"), ("est edt", "America/New_York"), ("cdt", "America/Chicago"),
      ("mdt", "America/Denver"), ("pst pdt", "America/Los_Angeles"), ("cet cest", "Europe/Paris"),
      ("bst", "Europe/London"), ("eet eest", "Europe/Helsinki"), ("wet west", "Europe/Lisbon"),
      ("msk", "Europe/Moscow"), ("jst", "Asia/Tokyo"), ("kst", "Asia/Seoul"), ("hkt", "Asia/Hong_Kong"),
      ("sgt", "Asia/Singapore"), ("aest aedt", "Australia/Sydney"), ("acst acdt", "Australia/Adelaide"),
      ("awst", "Australia/Perth"), ("nzst nzdt", "Pacific/Auckland"), ("brt", "America/Sao_Paulo"),
      ("akst akdt", "America/Anchorage"), ("hst", "Pacific/Honolulu"), ("sast", "Africa/Johannesburg"),
      ("pkt", "Asia/Karachi"), ("gst", "Asia/Dubai"), ("ict", "Asia/Bangkok"),
    ]
    let weak: [(String, String)] = [
      ("et eastern", "America/New_York"), ("ct cst central", "America/Chicago"), ("mt mst mountain", "America/Denver"),
      ("pt pacific", "America/Los_Angeles"), ("ist", "Asia/Kolkata"), ("wat", "Africa/Lagos"),
      ("z", "GMT"), ("west", "Europe/Lisbon"),
    ]
    let places: [(String, String)] = [
      ("london uk british", "Europe/London"), ("berlin german germany", "Europe/Berlin"),
      ("paris french", "Europe/Paris"), ("madrid spanish", "Europe/Madrid"), ("rome italian", "Europe/Rome"),
      ("amsterdam dutch", "Europe/Amsterdam"), ("zurich swiss", "Europe/Zurich"), ("vienna", "Europe/Vienna"),
      ("lisbon portuguese", "Europe/Lisbon"), ("dublin irish", "Europe/Dublin"), ("warsaw polish", "Europe/Warsaw"),
      ("stockholm swedish", "Europe/Stockholm"), ("oslo", "Europe/Oslo"), ("copenhagen", "Europe/Copenhagen"),
      ("helsinki", "Europe/Helsinki"), ("athens", "Europe/Athens"), ("istanbul turkish", "Europe/Istanbul"),
      ("moscow", "Europe/Moscow"), ("kyiv", "Europe/Kyiv"), ("dubai", "Asia/Dubai"),
      (
        "india indian delhi mumbai "
          + "bangalore", "Asia/Kolkata"
      ), ("singapore", "Asia/Singapore"), ("tokyo japan japanese", "Asia/Tokyo"),
      ("seoul korean", "Asia/Seoul"), ("beijing shanghai chinese", "Asia/Shanghai"),
      ("sydney melbourne", "Australia/Sydney"), ("auckland", "Pacific/Auckland"), ("toronto", "America/Toronto"),
      ("chicago", "America/Chicago"), ("denver", "America/Denver"), ("seattle", "America/Los_Angeles"),
      ("boston", "America/New_York"), ("nairobi", "Africa/Nairobi"), ("lagos", "Africa/Lagos"),
      ("cairo", "Africa/Cairo"), ("johannesburg", "Africa/Johannesburg"),
    ]
    for (words, zone) in weak + places {
      define(words) {
        $0.zone = zone
        $0.isWeakZone = true
      }
    }
    for (words, zone) in strong {
      define(words) {
        $0.zone = zone
        $0.isWeakZone = words.contains("west") && $0.isWeakZone
      }
    }
  }
}
