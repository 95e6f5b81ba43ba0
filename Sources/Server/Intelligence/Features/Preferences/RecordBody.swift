import Domain
import Foundation
import ServerCore

/// Private records' bodies as JSON.
package enum RecordBody {
  package static func encode(_ value: some Encodable) throws(Refusal) -> [UInt8] {
    do {
      let encoder = JSONEncoder()
      encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
      return [UInt8](try encoder.encode(value))
    } catch {
      throw Refusal(.internal, "A record could not be written.")
    }
  }

  /// Throws `internal` for a body of another shape.
  package static func decode<Value: Decodable>(_ bytes: [UInt8]) throws(Refusal) -> Value {
    do {
      return try JSONDecoder().decode(Value.self, from: Data(bytes))
    } catch {
      throw Refusal(.internal, "A record could not be read.")
    }
  }
}
