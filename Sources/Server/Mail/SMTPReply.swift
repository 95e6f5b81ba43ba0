/// An answer of an SMTP server.
struct SMTPReply: Hashable, Sendable {
  let code: Int
  /// Without the codes.
  let lines: [String]

  var text: String { lines.joined(separator: " ") }
}

/// How a connection breaks the protocol, or its time limit.
enum SMTPFault: Error, Hashable {
  case timedOut
  /// Bytes that answer nothing. Before TLS they may be anybody's, who wants them to count after.
  case unasked
  case endless
  case malformed
}

/// Reads one reply after another, byte by byte, and never keeps more than a reply may have.
struct SMTPReplyParser {
  /// RFC 5321 asks for 512.
  private static let longestLine = 2_048
  private static let mostLines = 128

  private var code: Int?
  private var lines: [String] = []
  private var line: [UInt8] = []

  /// The reply that the byte completes.
  mutating func read(_ byte: UInt8) throws(SMTPFault) -> SMTPReply? {
    guard byte == UInt8(ascii: "\n") else {
      guard line.count < Self.longestLine else { throw .endless }
      line.append(byte)
      return nil
    }
    if line.last == UInt8(ascii: "\r") { line.removeLast() }
    let isLast = line.count <= 3 || line[3] == UInt8(ascii: " ")
    guard let code = Self.code(line), self.code == nil || self.code == code,
      isLast || line[3] == UInt8(ascii: "-")
    else { throw .malformed }
    guard lines.count < Self.mostLines else { throw .endless }
    lines.append(String(decoding: line.dropFirst(4), as: UTF8.self))
    line = []
    self.code = code
    guard isLast else { return nil }
    defer { self = SMTPReplyParser() }
    return SMTPReply(code: code, lines: lines)
  }

  private static func code(_ line: [UInt8]) -> Int? {
    let digits = line.prefix(3)
    guard digits.count == 3, digits.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }) else {
      return nil
    }
    return digits.reduce(0) { $0 * 10 + Int($1 - UInt8(ascii: "0")) }
  }
}
