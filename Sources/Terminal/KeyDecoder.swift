/// Turns the bytes of a terminal into keys, however they are cut.
package struct KeyDecoder: Sendable {
  private static let pasteStart: [UInt8] = Array("\u{1B}[200~".utf8)
  private static let pasteEnd: [UInt8] = Array("\u{1B}[201~".utf8)

  private var buffer: [UInt8] = []

  package init() {}

  /// Whether bytes wait for more: after a pause `flush` says what they mean alone.
  package var isWaiting: Bool { !buffer.isEmpty }

  package mutating func feed(_ bytes: some Sequence<UInt8>) -> [Key] {
    buffer += bytes
    var keys: [Key] = []
    while let step = next() {
      buffer.removeFirst(step.length)
      guard let key = step.key else { continue }
      if case .text(let more) = key, case .text(let text)? = keys.last {
        keys[keys.count - 1] = .text(text + more)
      } else {
        keys.append(key)
      }
    }
    return keys
  }

  /// Gives up waiting after an escape that nothing has followed: it was the escape key. Half a
  /// paste keeps waiting.
  package mutating func flush() -> [Key] {
    guard buffer == [0x1B] else { return [] }
    buffer = []
    return [.escape]
  }

  private func next() -> (key: Key?, length: Int)? {
    guard let first = buffer.first else { return nil }
    switch first {
    case 0x1B: return escapeSequence()
    case 0x0D: return (.enter, 1)
    case 0x0A: return (.altEnter, 1)
    case 0x09: return (.tab, 1)
    case 0x7F, 0x08: return (.backspace, 1)
    case 0x00..<0x20:
      return first == 0 || first > 26 ? (nil, 1) : (.control(Character(Unicode.Scalar(first + 96))), 1)
    default: return character()
    }
  }

  private func character() -> (key: Key?, length: Int)? {
    let length =
      switch buffer[0] {
      case 0xC2..<0xE0: 2
      case 0xE0..<0xF0: 3
      case 0xF0..<0xF5: 4
      default: 1
      }
    guard buffer.count >= length else { return nil }
    guard let text = String(validating: buffer[0..<length], as: UTF8.self) else { return (nil, 1) }
    return (.text(text), length)
  }

  private func escapeSequence() -> (key: Key?, length: Int)? {
    guard buffer.count > 1 else { return nil }
    switch buffer[1] {
    case UInt8(ascii: "["): return buffer.starts(with: Self.pasteStart) ? paste() : controlSequence()
    case UInt8(ascii: "O"):
      guard buffer.count > 2 else { return nil }
      return (Self.final(buffer[2]), 3)
    case 0x0D, 0x0A: return (.altEnter, 2)
    case 0x1B: return (.escape, 1)
    case 0x7F: return (.control("w"), 2)
    case 0x20..<0x7F: return (.alt(Character(Unicode.Scalar(buffer[1]))), 2)
    default: return (.escape, 1)
    }
  }

  private func paste() -> (key: Key?, length: Int)? {
    let start = Self.pasteStart.count
    guard
      let end = buffer.indices.dropFirst(start).first(where: { buffer[$0...].starts(with: Self.pasteEnd) })
    else { return nil }
    let text = String(decoding: buffer[start..<end], as: UTF8.self)
      .replacing("\r\n", with: "\n").replacing("\r", with: "\n")
    return (.paste(text), end + Self.pasteEnd.count)
  }

  private func controlSequence() -> (key: Key?, length: Int)? {
    guard let end = buffer.indices.dropFirst(2).first(where: { (0x40...0x7E).contains(buffer[$0]) }) else {
      return buffer.count > 32 ? (nil, buffer.count) : nil
    }
    let parameters = String(decoding: buffer[2..<end], as: UTF8.self)
    guard buffer[end] == UInt8(ascii: "~") else { return (Self.final(buffer[end]), end + 1) }
    let key: Key? =
      switch parameters.split(separator: ";").first {
      case "1", "7": .home
      case "4", "8": .end
      case "3": .delete
      case "5": .pageUp
      case "6": .pageDown
      default: nil
      }
    return (key, end + 1)
  }

  private static func final(_ byte: UInt8) -> Key? {
    switch byte {
    case UInt8(ascii: "A"): .up
    case UInt8(ascii: "B"): .down
    case UInt8(ascii: "C"): .right
    case UInt8(ascii: "D"): .left
    case UInt8(ascii: "H"): .home
    case UInt8(ascii: "F"): .end
    case UInt8(ascii: "Z"): .backTab
    default: nil
    }
  }
}
