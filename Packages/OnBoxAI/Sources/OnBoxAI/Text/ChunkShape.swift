/// What characters a run of text holds and in which order, to tell addresses and identifiers from
/// words.
struct ChunkShape {
  private var letters = 0
  private var digits = 0
  private var dots = 0
  private var dotsBetweenWordCharacters = 0
  private var slashes = 0
  private var colons = 0
  private var hyphens = 0
  private var isIdentifier = false
  private var isAddress = false
  private var letterBeforeHyphenDigit = false
  private var letterAfterSlash = false
  private var startsWithVersion = false
  private var first: UInt8 = 0
  private var previous: UInt8 = 0

  mutating func read(_ byte: UInt8, at offset: Int) {
    if offset == 0 { first = byte }
    switch byte {
    case UInt8(ascii: "."):
      dots += 1
    case UInt8(ascii: "/"):
      slashes += 1
      isAddress = isAddress || previous == UInt8(ascii: "/") || previous == UInt8(ascii: ":")
    case UInt8(ascii: ":"): colons += 1
    case UInt8(ascii: "-"): hyphens += 1
    case UInt8(ascii: "@"): isAddress = isAddress || offset > 0 && Tokenizer.isLetter(previous)
    case UInt8(ascii: "_"), UInt8(ascii: "\\"), UInt8(ascii: "="), UInt8(ascii: "{"), UInt8(ascii: "}"),
      UInt8(ascii: "<"), UInt8(ascii: ">"):
      isIdentifier = true
    case _ where Tokenizer.isDigit(byte): readDigit(offset)
    case _ where Tokenizer.isLetter(byte): readLetter(offset)
    default: break
    }
    previous = byte
  }

  private mutating func readDigit(_ offset: Int) {
    digits += 1
    if previous == UInt8(ascii: "."), offset > 1 { dotsBetweenWordCharacters += 1 }
    if previous == UInt8(ascii: "-"), letters > 0, digits == 1 { letterBeforeHyphenDigit = true }
    if offset == 1, first == UInt8(ascii: "v") || first == UInt8(ascii: "V") { startsWithVersion = true }
  }

  private mutating func readLetter(_ offset: Int) {
    letters += 1
    if previous == UInt8(ascii: "/") { letterAfterSlash = true }
  }

  var isOpaque: Bool {
    if isAddress || isIdentifier || startsWithVersion { return true }
    if slashes > 0, letters > 0, digits > 0, letterAfterSlash { return true }
    if slashes > 1, letters > 0 { return true }
    if digits > 0, letters > 0, hyphens > 0, letterBeforeHyphenDigit { return letters > 9 || !isDayRange }
    return false
  }

  /// "Mon-3", "Mar3-5": short words with a number, as people write spans of days.
  private var isDayRange: Bool { letters <= 4 && digits <= 2 }
}
