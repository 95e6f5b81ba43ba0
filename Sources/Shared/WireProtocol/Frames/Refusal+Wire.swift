import Domain

extension Refusal {
  /// The keys that an `error` frame and a problem body share.
  func writeFields(to writer: inout JSONWriter) {
    writer.field("code", code.rawValue)
    writer.field("detail", detail)
    writer.field("retry", ifTrue: code.isRetryable)
    writer.field("retryAfter", retryAfter.map(Int64.init))
  }
}

/// The keys that an `error` frame and a problem body share, as they are read.
struct RefusalFields {
  private var code: String?
  private var detail: String?
  private var retry: Bool?
  private var retryAfter: Int64?

  /// Reads the value if the key is one of the shared ones; skips it otherwise.
  mutating func read(_ key: String, from reader: inout JSONReader) throws(Refusal) {
    switch key {
    case "code": code = try reader.string()
    case "detail": detail = try reader.string()
    case "retry": retry = try reader.boolean()
    case "retryAfter": retryAfter = try reader.integer()
    default: try reader.skipValue()
    }
  }

  /// A code that a newer server has and this one does not know becomes `internal` or `invalid`, as
  /// `retry` says.
  func refusal() throws(Refusal) -> Refusal {
    let name = try code.required("code")
    let known = ErrorCode(rawValue: name) ?? (retry ?? false ? .internal : .invalid)
    return Refusal(known, detail ?? "", retryAfter: retryAfter.map(Int.init))
  }
}
