/// What a server is told.
enum SMTPCommand: Hashable, Sendable {
  case line(String)
  /// The reply 220 begins TLS.
  case startTLS
  /// A letter's lines, after DATA.
  case letter([UInt8])

  var bytes: [UInt8] {
    switch self {
    case .line(let text): [UInt8](text.utf8) + [13, 10]
    case .startTLS: [UInt8]("STARTTLS\r\n".utf8)
    case .letter(let bytes): Self.stuffed(bytes)
    }
  }

  /// A line of one dot ends a letter, so each that begins with a dot gets one more.
  private static func stuffed(_ bytes: [UInt8]) -> [UInt8] {
    let dot = UInt8(ascii: ".")
    var stuffed: [UInt8] = []
    stuffed.reserveCapacity(bytes.count + bytes.count / 32 + 8)
    var previous = UInt8(ascii: "\n")
    for byte in bytes {
      if byte == dot, previous == UInt8(ascii: "\n") { stuffed.append(dot) }
      stuffed.append(byte)
      previous = byte
    }
    if previous != UInt8(ascii: "\n") { stuffed += [13, 10] }
    return stuffed + [dot, 13, 10]
  }
}
