/// Of which trace something is, and what it is part of, as W3C Trace Context writes it in
/// `traceparent`. Its ids are random: they say nothing of people, conversations or messages.
public struct TraceContext: Hashable, Sendable, CustomStringConvertible {
  public let trace: TraceID
  public let span: SpanID
  /// Whether spans of the trace are kept anywhere.
  public let isSampled: Bool

  private static let length = 55
  private static let dash = UInt8(ascii: "-")

  public init(trace: TraceID, span: SpanID, isSampled: Bool = true) {
    self.trace = trace
    self.span = span
    self.isSampled = isSampled
  }

  /// Reads a `traceparent` of this version of the standard or a later one; `nil` for what is none.
  public init?(_ text: String) {
    let bytes = Array(text.utf8)
    guard bytes.count >= Self.length, bytes[2] == Self.dash, bytes[35] == Self.dash, bytes[52] == Self.dash,
      let version = Self.number(bytes[0..<2]), version != 0xFF, let flags = Self.number(bytes[53..<55]),
      bytes.count == Self.length || (version > 0 && bytes[Self.length] == Self.dash),
      let trace = TraceID(bytes[3..<35]), let span = SpanID(bytes[36..<52])
    else { return nil }
    self.init(trace: trace, span: span, isSampled: flags & 1 == 1)
  }

  public var description: String { "00-\(trace)-\(span)-0\(isSampled ? 1 : 0)" }

  /// Another span of the same trace.
  public func with(_ span: SpanID) -> TraceContext {
    TraceContext(trace: trace, span: span, isSampled: isSampled)
  }

  /// Lower-case hexadecimal digits only, as the standard asks for.
  fileprivate static func number(_ digits: ArraySlice<UInt8>) -> UInt64? {
    var value: UInt64 = 0
    for digit in digits {
      switch digit {
      case UInt8(ascii: "0")...UInt8(ascii: "9"): value = value << 4 | UInt64(digit - UInt8(ascii: "0"))
      case UInt8(ascii: "a")...UInt8(ascii: "f"): value = value << 4 | UInt64(digit - UInt8(ascii: "a") + 10)
      default: return nil
      }
    }
    return value
  }

  fileprivate static func digits(_ value: UInt64) -> String {
    let digits = String(value, radix: 16)
    return String(repeating: "0", count: 16 - digits.count) + digits
  }
}

/// 16 bytes that are not all zero.
public struct TraceID: Hashable, Sendable, CustomStringConvertible {
  public let high: UInt64
  public let low: UInt64

  public init?(high: UInt64, low: UInt64) {
    guard high | low != 0 else { return nil }
    self.high = high
    self.low = low
  }

  /// 32 hexadecimal digits.
  public init?(_ text: String) { self.init(Array(text.utf8)[...]) }

  fileprivate init?(_ digits: ArraySlice<UInt8>) {
    guard digits.count == 32, let high = TraceContext.number(digits.prefix(16)),
      let low = TraceContext.number(digits.suffix(16))
    else { return nil }
    self.init(high: high, low: low)
  }

  public var description: String { TraceContext.digits(high) + TraceContext.digits(low) }
}

/// 8 bytes that are not all zero.
public struct SpanID: Hashable, Sendable, CustomStringConvertible {
  public let value: UInt64

  public init?(_ value: UInt64) {
    guard value != 0 else { return nil }
    self.value = value
  }

  /// 16 hexadecimal digits.
  public init?(_ text: String) { self.init(Array(text.utf8)[...]) }

  fileprivate init?(_ digits: ArraySlice<UInt8>) {
    guard digits.count == 16, let value = TraceContext.number(digits) else { return nil }
    self.init(value)
  }

  public var description: String { TraceContext.digits(value) }
}
