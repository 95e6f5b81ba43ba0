import WireProtocol

/// One server frame, encoded once and shared by every socket that gets it: the complete bytes of an
/// unmasked WebSocket text frame (RFC 6455, 5.2).
package final class EncodedFrame: Sendable {
  package let bytes: [UInt8]

  /// `isBinary` is for the conformance suite: the protocol has text only.
  package init(json: [UInt8], isBinary: Bool = false) {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(json.count + 10)
    bytes.append(isBinary ? 0x82 : 0x81)
    switch json.count {
    case 0...125:
      bytes.append(UInt8(json.count))
    case 126...0xFFFF:
      bytes.append(126)
      bytes.append(UInt8(json.count >> 8))
      bytes.append(UInt8(truncatingIfNeeded: json.count))
    default:
      bytes.append(127)
      for shift in stride(from: 56, through: 0, by: -8) {
        bytes.append(UInt8(truncatingIfNeeded: json.count >> shift))
      }
    }
    bytes.append(contentsOf: json)
    self.bytes = bytes
  }

  /// A frame as another node has encoded it.
  package init(bytes: [UInt8]) {
    self.bytes = bytes
  }

  package convenience init(_ frame: ServerFrame) {
    self.init(json: frame.encode())
  }
}
