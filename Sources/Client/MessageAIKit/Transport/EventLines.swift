import Domain
import WireProtocol

/// Cuts a body of server-sent events into the data of each event, however the bytes arrive. Bounded.
struct EventLines {
  private static let maximumEventBytes = 1 << 20

  private var line: [UInt8] = []
  private var data: [UInt8] = []
  private var isError = false

  /// The complete events that `bytes` end. Throws the `Refusal` of an error event.
  mutating func append(_ bytes: some Sequence<UInt8>) throws -> [[UInt8]] {
    var events: [[UInt8]] = []
    for byte in bytes {
      guard byte == UInt8(ascii: "\n") else {
        if byte != UInt8(ascii: "\r") { line.append(byte) }
        guard line.count <= Self.maximumEventBytes else { throw ClientError.unreadableAnswer }
        continue
      }
      if let event = try endLine() { events.append(event) }
    }
    return events
  }

  private mutating func endLine() throws -> [UInt8]? {
    defer { line = [] }
    guard line.isEmpty else {
      if line.starts(with: Array("data: ".utf8)) { data += line.dropFirst(6) }
      if line.elementsEqual("event: error".utf8) { isError = true }
      return nil
    }
    defer {
      data = []
      isError = false
    }
    if isError { throw try ProblemBody(json: data).refusal }
    return data.isEmpty ? nil : data
  }
}
