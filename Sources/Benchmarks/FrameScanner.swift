/// What a frame of the server is, by its tenth byte: `{"type":"` comes first.
enum LoadEvent: UInt8 {
  case ack = 0x61
  case delta = 0x64
  case error = 0x65
  case gone = 0x67
  /// `page`, `pong` and `presence`.
  case page = 0x70
  case synced = 0x73
  case typing = 0x74
  case welcome = 0x77
}

/// Cuts the server's bytes into frames, reading no more of each than it must.
struct FrameScanner {
  private var rest: [UInt8] = []

  /// Calls `onFrame` with opcode and payload of each whole frame. What is left waits for the next
  /// call.
  mutating func scan(_ received: UnsafeRawBufferPointer, _ onFrame: (UInt8, UnsafeRawBufferPointer) -> Void) {
    if rest.isEmpty {
      let used = Self.frames(received, onFrame)
      if used < received.count { rest.append(contentsOf: UnsafeRawBufferPointer(rebasing: received[used...])) }
    } else {
      rest.append(contentsOf: received)
      let used = rest.withUnsafeBytes { Self.frames($0, onFrame) }
      if used == rest.count { rest.removeAll(keepingCapacity: true) } else { rest.removeFirst(used) }
    }
  }

  private static func frames(
    _ bytes: UnsafeRawBufferPointer, _ onFrame: (UInt8, UnsafeRawBufferPointer) -> Void
  ) -> Int {
    var start = 0
    while bytes.count - start >= 2 {
      var header = 2
      var length = Int(bytes[start + 1] & 0x7F)
      if length == 126 {
        guard bytes.count - start >= 4 else { break }
        length = Int(bytes[start + 2]) << 8 | Int(bytes[start + 3])
        header = 4
      } else if length == 127 {
        guard bytes.count - start >= 10 else { break }
        length = (2..<10).reduce(0) { $0 << 8 | Int(bytes[start + $1]) }
        header = 10
      }
      let end = start + header + length
      guard end <= bytes.count else { break }
      onFrame(bytes[start] & 0x0F, UnsafeRawBufferPointer(rebasing: bytes[(start + header)..<end]))
      start = end
    }
    return start
  }
}

extension UnsafeRawBufferPointer {
  /// The ref of an `ack` frame.
  var ackRef: Int64 {
    var ref: Int64 = 0
    for byte in self[20..<Swift.min(count, 40)] {
      guard byte &- 48 < 10 else { break }
      ref = ref * 10 + Int64(byte &- 48)
    }
    return ref
  }

  /// What a `MessageTemplate` put at the end of the id of the frame's first message; `nil` for a
  /// frame without one.
  var firstMessageRef: Int64? {
    let key = Array(#""messages":[{"id":""#.utf8)
    var index = 60
    while index + key.count + 36 <= count {
      if self[index..<(index + key.count)].elementsEqual(key) {
        var ref: Int64 = 0
        for byte in self[(index + key.count + 24)..<(index + key.count + 36)] {
          ref = ref << 4 | Int64(byte >= 97 ? byte &- 87 : byte &- 48)
        }
        return ref
      }
      index += 1
    }
    return nil
  }
}
