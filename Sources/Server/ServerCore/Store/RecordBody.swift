import Domain
import WireProtocol

/// Private records' bodies as JSON. What an earlier version wrote reads with the defaults of
/// wire/*.json.
package enum RecordBody {
  package static func encode(_ value: some WireBody) -> [UInt8] {
    value.json()
  }

  package static func encode(_ number: Double) -> [UInt8] {
    var writer = JSONWriter(capacity: 64)
    writer.value(number)
    return writer.bytes
  }

  /// Throws `internal` for a body of another shape.
  package static func decode<Value: WireBody>(_ bytes: [UInt8]) throws(Refusal) -> Value {
    do throws(Refusal) {
      return try Value(json: bytes)
    } catch {
      throw unreadable
    }
  }

  /// Throws `internal` for what is no number.
  package static func decode(_ bytes: [UInt8]) throws(Refusal) -> Double {
    let outcome = bytes.withUnsafeBufferPointer { utf8 in
      var reader = JSONReader(utf8)
      return Result { () throws(Refusal) in
        let number = try reader.number()
        try reader.finish()
        return number
      }
    }
    guard case .success(let number?) = outcome else { throw unreadable }
    return number
  }

  private static let unreadable = Refusal(.internal, "A record could not be read.")
}
