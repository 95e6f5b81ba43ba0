import Domain

/// Looks into frames without reading all of them.
package enum FrameInspection {
  /// The frame's `ref`, as far as the frame is valid up to there; `nil` when it has none. For the
  /// error that answers a bad frame.
  package static func ref(_ bytes: [UInt8]) -> Int64? {
    bytes.withUnsafeBufferPointer { ref($0) }
  }

  /// The frame's `ref`, as far as the frame is valid up to there; `nil` when it has none.
  package static func ref(_ utf8: UnsafeBufferPointer<UInt8>) -> Int64? {
    var reader = JSONReader(utf8)
    let found = Result { () throws(Refusal) -> Int64? in
      guard try reader.enterObject() else { return nil }
      while let key = try reader.nextKey() {
        if key == "ref" { return try reader.integer() }
        try reader.skipValue()
      }
      return nil
    }
    switch found {
    case .success(let ref): return ref
    case .failure: return nil
    }
  }

  /// The frame's type. Of types that stand twice the first counts; our own encoders write it first,
  /// which makes this cheap.
  static func type(_ utf8: UnsafeBufferPointer<UInt8>) throws(Refusal) -> String {
    var reader = JSONReader(utf8)
    try reader.requireObject()
    while let key = try reader.nextKey() {
      if key == "type", let type = try reader.string() { return type }
      if key != "type" { try reader.skipValue() }
    }
    try reader.finish()
    throw Refusal(.malformed, "\"type\" is missing.")
  }
}
