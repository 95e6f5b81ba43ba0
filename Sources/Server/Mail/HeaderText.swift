import Foundation

/// Text in headers: folded, and in encoded words (RFC 2047) where it is more than plain ASCII.
enum HeaderText {
  /// Characters in a line, as RFC 5322 recommends.
  private static let width = 78
  /// In a line with encoded words.
  private static let encodedWidth = 76
  private static let encodedPrefix = "=?utf-8?B?"
  private static let encodedSuffix = "?="

  /// The field, its lines after the first begun with a space.
  static func field(_ name: String, _ text: String) -> String {
    let start = "\(name): "
    return isPlain(text) ? folded(start, text) : encoded(start, text)
  }

  /// The field with a name for people and the address.
  static func mailbox(_ field: String, _ mailbox: Mailbox) -> String {
    let start = "\(field): "
    guard let name = mailbox.name else { return start + mailbox.address.text }
    // `Mailbox` takes no name with quotes or backslashes.
    let isShort = name.utf8.count <= width - start.utf8.count - 2
    let named = isPlain(name) && isShort ? "\(start)\"\(name)\"" : encoded(start, name)
    let lastLine = named.utf8.reversed().prefix { $0 != UInt8(ascii: "\n") }.count
    let address = "<\(mailbox.address.text)>"
    return named + (lastLine + 1 + address.utf8.count <= width ? " " : "\r\n ") + address
  }

  /// Whether it comes out as it went in when it is folded between words.
  private static func isPlain(_ text: String) -> Bool {
    !text.contains("=?")
      && text.split(separator: " ", omittingEmptySubsequences: false).allSatisfy { word in
        (1...60).contains(word.utf8.count) && word.utf8.allSatisfy { (33...126).contains($0) }
      }
  }

  private static func folded(_ start: String, _ text: String) -> String {
    var lines = [start]
    var isFirst = true
    for word in text.split(separator: " ") {
      let last = lines.count - 1
      if isFirst {
        lines[last] += word
      } else if lines[last].utf8.count + 1 + word.utf8.count <= width {
        lines[last] += " " + word
      } else {
        lines.append(" " + word)
      }
      isFirst = false
    }
    return lines.joined(separator: "\r\n")
  }

  /// Each encoded word holds whole characters, because each is decoded by itself.
  private static func encoded(_ start: String, _ text: String) -> String {
    var words: [String] = []
    var piece: [UInt8] = []
    func room() -> Int {
      let before = words.isEmpty ? start.utf8.count : 1
      return (encodedWidth - before - encodedPrefix.utf8.count - encodedSuffix.utf8.count) / 4 * 3
    }
    func finish() {
      words.append(encodedPrefix + Data(piece).base64EncodedString() + encodedSuffix)
      piece = []
    }
    for scalar in text.unicodeScalars {
      let bytes = UTF8.encode(scalar).map(Array.init) ?? []
      if piece.count + bytes.count > room() { finish() }
      piece += bytes
    }
    if !piece.isEmpty { finish() }
    return start + words.joined(separator: "\r\n ")
  }
}
