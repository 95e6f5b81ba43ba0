/// Text in lines of at most 76 printable ASCII characters (RFC 2045), which no server changes.
enum QuotedPrintable {
  private static let width = 76

  /// Line ends of any kind become CR and LF; the last line has one too.
  static func encoded(_ text: String) -> [UInt8] {
    var encoded: [UInt8] = []
    for line in lines(text) {
      var column = 0
      for (index, byte) in line.enumerated() {
        let piece = piece(byte, isLast: index == line.count - 1)
        // One column stays for the sign that the line goes on.
        if column + piece.count > width - 1 {
          encoded += [UInt8(ascii: "="), 13, 10]
          column = 0
        }
        encoded += piece
        column += piece.count
      }
      encoded += [13, 10]
    }
    return encoded
  }

  private static func piece(_ byte: UInt8, isLast: Bool) -> [UInt8] {
    switch byte {
    // White space at the end of a line is lost on the way.
    case UInt8(ascii: " ") where !isLast, UInt8(ascii: "\t") where !isLast: [byte]
    case UInt8(ascii: "="): escaped(byte)
    case 33...126: [byte]
    default: escaped(byte)
    }
  }

  private static func escaped(_ byte: UInt8) -> [UInt8] {
    let digits = Array("0123456789ABCDEF".utf8)
    return [UInt8(ascii: "="), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
  }

  private static func lines(_ text: String) -> [[UInt8]] {
    var lines: [[UInt8]] = [[]]
    var previous: UInt8 = 0
    for byte in text.utf8 {
      switch byte {
      case 10 where previous == 13: break
      case 10, 13: lines.append([])
      default: lines[lines.count - 1].append(byte)
      }
      previous = byte
    }
    return lines.last?.isEmpty == true ? lines.dropLast() : lines
  }
}
