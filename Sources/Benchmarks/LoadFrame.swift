import Domain
import WireProtocol

/// Frames on their way to the server, as RFC 6455 wants them from a client.
enum LoadFrame {
  static let mask: [UInt8] = [0x37, 0xFA, 0x21, 0x3D]

  /// One masked frame: text unless told otherwise.
  static func masked(_ payload: [UInt8], opcode: UInt8 = 1) -> [UInt8] {
    var frame: [UInt8] = [0x80 | opcode]
    if payload.count < 126 {
      frame.append(0x80 | UInt8(payload.count))
    } else {
      frame += [0x80 | 126, UInt8(payload.count >> 8), UInt8(truncatingIfNeeded: payload.count)]
    }
    frame += mask
    for (index, byte) in payload.enumerated() { frame.append(byte ^ mask[index & 3]) }
    return frame
  }
}

/// A `send` frame made once, in which only the ref and the end of the id change.
struct MessageTemplate {
  /// Refs have ten digits, so that the frame keeps its length.
  static let firstRef: Int64 = 1_000_000_000

  private(set) var bytes: [UInt8]
  private let payloadStart: Int
  private let refStart: Int
  private let idEnd: Int

  /// `prefix` is the first half of the ids; the second is the ref.
  init(conversation: ConversationID, prefix: UInt64, text: String) {
    let id = MessageID(high: prefix, low: 0x8000_0000_0000_0000)
    let payload = ClientFrame.send(
      ref: Self.firstRef, conversation: conversation, id: id, text: text, replyTo: nil
    ).encode()
    bytes = LoadFrame.masked(payload)
    payloadStart = bytes.count - payload.count
    refStart = #"{"type":"send","ref":"#.utf8.count
    idEnd = refStart + 10 + #","conversation":"","id":""#.utf8.count + 72
  }

  /// Turns it into the message of `ref`.
  mutating func set(_ ref: Int64) {
    var rest = UInt64(ref)
    for index in stride(from: refStart + 9, through: refStart, by: -1) {
      put(UInt8(truncatingIfNeeded: rest % 10) &+ 48, at: index)
      rest /= 10
    }
    rest = UInt64(ref)
    for index in stride(from: idEnd - 1, through: idEnd - 12, by: -1) {
      let digit = UInt8(truncatingIfNeeded: rest) & 15
      put(digit < 10 ? digit &+ 48 : digit &+ 87, at: index)
      rest >>= 4
    }
  }

  private mutating func put(_ byte: UInt8, at index: Int) {
    bytes[payloadStart + index] = byte ^ LoadFrame.mask[index & 3]
  }
}
