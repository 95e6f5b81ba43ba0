/// One event of a `text/event-stream`.
package struct ServerSentEvent: Hashable, Sendable {
  /// `nil` when it was not named.
  package var name: String?
  package var data: String

  package init(name: String? = nil, data: String) {
    self.name = name
    self.data = data
  }
}

/// Reads a `text/event-stream` however its bytes are cut: lines may end in LF, CR or CRLF, and any
/// of it may arrive a byte at a time. Pure.
package struct ServerSentEventParser: Sendable {
  /// An event has more bytes than it may.
  package struct Overflow: Error {}

  private let maximumBytes: Int
  private var line: [UInt8] = []
  private var name: String?
  private var data: [String] = []
  private var size = 0
  private var isAfterReturn = false
  private var isAtStart = true

  package init(maximumBytes: Int) {
    self.maximumBytes = maximumBytes
  }

  /// The events that `bytes` complete. Throws for one that is too long.
  package mutating func append(_ bytes: some Sequence<UInt8>) throws(Overflow) -> [ServerSentEvent] {
    var events: [ServerSentEvent] = []
    for byte in bytes {
      let isBreakTail = isAfterReturn && byte == 10
      isAfterReturn = byte == 13
      if isBreakTail { continue }
      if byte == 10 || byte == 13 {
        if let event = endLine() { events.append(event) }
      } else {
        line.append(byte)
        size += 1
        if size > maximumBytes { throw Overflow() }
      }
    }
    return events
  }

  /// The event that the end of the stream completes. The standard drops it; some servers leave out
  /// the last empty line.
  package mutating func finish() -> ServerSentEvent? {
    if !line.isEmpty, let event = endLine() { return event }
    return endEvent()
  }

  private mutating func endLine() -> ServerSentEvent? {
    var bytes = line[...]
    line.removeAll(keepingCapacity: true)
    if isAtStart, bytes.starts(with: [0xEF, 0xBB, 0xBF]) { bytes = bytes.dropFirst(3) }
    isAtStart = false
    if bytes.isEmpty { return endEvent() }
    let colon = bytes.firstIndex(of: UInt8(ascii: ":"))
    let field = bytes[..<(colon ?? bytes.endIndex)]
    var value = colon.map { bytes[($0 + 1)...] } ?? []
    if value.first == UInt8(ascii: " ") { value = value.dropFirst() }
    if field.elementsEqual("data".utf8) {
      data.append(String(decoding: value, as: UTF8.self))
    } else if field.elementsEqual("event".utf8) {
      name = String(decoding: value, as: UTF8.self)
    }
    return nil
  }

  private mutating func endEvent() -> ServerSentEvent? {
    defer {
      name = nil
      data.removeAll(keepingCapacity: true)
      size = 0
    }
    return data.isEmpty ? nil : ServerSentEvent(name: name, data: data.joined(separator: "\n"))
  }
}
