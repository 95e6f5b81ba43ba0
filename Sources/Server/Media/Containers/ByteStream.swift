import Domain

/// Bytes that are read once, from their beginning.
package protocol ByteSource: AnyObject {
  /// The next bytes, as many as are convenient; none at the end.
  func next() throws(Refusal) -> [UInt8]
}

/// Where bytes are written one after another.
package protocol ByteSink: AnyObject {
  func write(_ bytes: ArraySlice<UInt8>) throws(Refusal)
  /// Writes over bytes that were written before.
  func replace(_ bytes: [UInt8], at offset: Int) throws(Refusal)
}

/// Bytes of a source, part by part, with no more of them in memory than the source's pieces.
struct ByteReader {
  /// Bytes that a part has at most which is taken as one.
  private static let largestPart = 1 << 16

  private let source: any ByteSource
  private var piece: ArraySlice<UInt8> = []

  init(_ source: any ByteSource) {
    self.source = source
  }

  /// Whether there is more.
  mutating func hasMore() throws(Refusal) -> Bool {
    if piece.isEmpty { piece = try source.next()[...] }
    return !piece.isEmpty
  }

  /// The next byte; `nil` at the end.
  mutating func byte() throws(Refusal) -> UInt8? {
    try hasMore() ? piece.removeFirst() : nil
  }

  /// The next bytes; `nil` when there are not so many, or more are wanted than fit in one part.
  mutating func take(_ count: Int) throws(Refusal) -> [UInt8]? {
    guard count >= 0, count <= Self.largestPart else { return nil }
    var part: [UInt8] = []
    part.reserveCapacity(count)
    while part.count < count, try hasMore() { part += removeFirst(count - part.count) }
    return part.count == count ? part : nil
  }

  /// Writes the next bytes to `sink`, or leaves them out. `false` when there are not so many.
  mutating func pass(_ count: Int, to sink: (any ByteSink)?) throws(Refusal) -> Bool {
    var left = count
    while left > 0, try hasMore() {
      let part = removeFirst(left)
      left -= part.count
      try sink?.write(part)
    }
    return left == 0
  }

  /// Writes to `sink` what stands before the next `byte`, and takes that byte too. `false` when
  /// there is none.
  mutating func pass(before byte: UInt8, to sink: any ByteSink) throws(Refusal) -> Bool {
    while try hasMore() {
      guard let end = piece.firstIndex(of: byte) else {
        try sink.write(removeFirst(piece.count))
        continue
      }
      try sink.write(piece[..<end])
      piece = piece[(end + 1)...]
      return true
    }
    return false
  }

  private mutating func removeFirst(_ count: Int) -> ArraySlice<UInt8> {
    defer { piece = piece.dropFirst(count) }
    return piece.prefix(count)
  }
}
