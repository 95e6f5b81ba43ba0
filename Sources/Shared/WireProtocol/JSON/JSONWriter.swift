import Domain

/// Writes compact JSON into one growing buffer. Commas come by themselves; that keys and values
/// alternate is the caller's duty.
///
/// Strings are escaped as JavaScript's `JSON.stringify` does, so that both sides' frames are the
/// same bytes.
package struct JSONWriter: ~Copyable {
  private var base: UnsafeMutablePointer<UInt8>
  private var capacity: Int
  private var count = 0
  private var needsComma = false

  package init(capacity: Int = 512) {
    self.capacity = max(capacity, 64)
    base = .allocate(capacity: self.capacity)
  }

  deinit {
    base.deallocate()
  }

  /// What has been written so far.
  package var bytes: [UInt8] {
    [UInt8](UnsafeBufferPointer(start: base, count: count))
  }

  // MARK: Containers

  package mutating func beginObject() { open(UInt8(ascii: "{")) }
  package mutating func endObject() { close(UInt8(ascii: "}")) }
  package mutating func beginArray() { open(UInt8(ascii: "[")) }
  package mutating func endArray() { close(UInt8(ascii: "]")) }

  /// `name` must need no escapes.
  package mutating func key(_ name: StaticString) {
    let length = name.utf8CodeUnitCount
    reserve(length + 4)
    if needsComma { put(UInt8(ascii: ",")) }
    put(UInt8(ascii: "\""))
    (base + count).update(from: name.utf8Start, count: length)
    count += length
    put(UInt8(ascii: "\""))
    put(UInt8(ascii: ":"))
    needsComma = false
  }

  mutating func key(_ feed: FeedID) {
    value(feed)
    endKey()
  }

  /// For names that are not known before; others are quicker.
  package mutating func key(named name: String) {
    value(name)
    endKey()
  }

  private mutating func endKey() {
    reserve(1)
    put(UInt8(ascii: ":"))
    needsComma = false
  }

  // MARK: Values

  package mutating func value(_ text: String) {
    let isDone: Void? = text.utf8.withContiguousStorageIfAvailable { quote($0) }
    if isDone == nil {
      var copy = text
      copy.withUTF8 { quote($0) }
    }
  }

  package mutating func value(_ text: StaticString) {
    quote(UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
  }

  package mutating func value(_ flag: Bool) {
    raw(flag ? "true" : "false")
  }

  package mutating func value(_ number: Int64) {
    startValue(20)
    var magnitude = number.magnitude
    if number < 0 { put(UInt8(ascii: "-")) }
    let digits = Self.digitCount(magnitude)
    for index in stride(from: count + digits - 1, through: count, by: -1) {
      base[index] = UInt8(truncatingIfNeeded: magnitude % 10) &+ 48
      magnitude /= 10
    }
    count += digits
  }

  /// The shortest digits that read back as the same number; 0 for what is none.
  package mutating func value(_ number: Double) {
    if let whole = Int64(exactly: number) { return value(whole) }
    guard number.isFinite else { return value(0 as Int64) }
    startValue(24)
    for byte in number.description.utf8 {
      reserve(1)
      put(byte)
    }
  }

  package mutating func value<Entity>(_ identifier: Identifier<Entity>) {
    startValue(38)
    put(UInt8(ascii: "\""))
    putHexadecimal(identifier.high >> 32, from: 0, to: 8)
    put(UInt8(ascii: "-"))
    putHexadecimal(identifier.high & 0xFFFF_FFFF, from: 0, to: 4)
    put(UInt8(ascii: "-"))
    putHexadecimal(identifier.high & 0xFFFF_FFFF, from: 4, to: 8)
    put(UInt8(ascii: "-"))
    putHexadecimal(identifier.low >> 32, from: 0, to: 4)
    put(UInt8(ascii: "-"))
    putHexadecimal(identifier.low >> 32, from: 4, to: 8)
    putHexadecimal(identifier.low & 0xFFFF_FFFF, from: 0, to: 8)
    put(UInt8(ascii: "\""))
  }

  package mutating func value(_ time: Timestamp) {
    value(time.milliseconds)
  }

  package mutating func value(_ feed: FeedID) {
    switch feed {
    case .me: value("me" as StaticString)
    case .conversation(let id): value(id)
    }
  }

  package mutating func null() {
    raw("null")
  }

  /// A value that is JSON already.
  package mutating func encoded(_ json: [UInt8]) {
    startValue(json.count)
    json.withUnsafeBufferPointer { append($0) }
  }

  // MARK: Growth

  private mutating func open(_ bracket: UInt8) {
    startValue(1)
    put(bracket)
    needsComma = false
  }

  private mutating func close(_ bracket: UInt8) {
    reserve(1)
    put(bracket)
    needsComma = true
  }

  /// Writes the comma that is due and makes room for `length` bytes.
  private mutating func startValue(_ length: Int) {
    reserve(length + 1)
    if needsComma { put(UInt8(ascii: ",")) }
    needsComma = true
  }

  private mutating func raw(_ literal: StaticString) {
    startValue(literal.utf8CodeUnitCount)
    append(UnsafeBufferPointer(start: literal.utf8Start, count: literal.utf8CodeUnitCount))
  }

  private mutating func append(_ source: UnsafeBufferPointer<UInt8>) {
    guard let start = source.baseAddress else { return }
    (base + count).update(from: start, count: source.count)
    count += source.count
  }

  /// There must be room.
  private mutating func put(_ byte: UInt8) {
    base[count] = byte
    count += 1
  }

  private mutating func reserve(_ length: Int) {
    if count + length > capacity { grow(by: length) }
  }

  @inline(never)
  private mutating func grow(by length: Int) {
    let larger = max(capacity * 2, count + length)
    let replacement = UnsafeMutablePointer<UInt8>.allocate(capacity: larger)
    replacement.update(from: base, count: count)
    base.deallocate()
    base = replacement
    capacity = larger
  }
}

extension JSONWriter {
  private static func digitCount(_ magnitude: UInt64) -> Int {
    var rest = magnitude
    var digits = 1
    while rest >= 10 {
      rest /= 10
      digits += 1
    }
    return digits
  }

  /// Writes the given ones of the eight digits of a 32-bit value.
  private mutating func putHexadecimal(_ value: UInt64, from start: Int, to end: Int) {
    var nibbles = value
    nibbles = (nibbles << 16 | nibbles) & 0x0000_FFFF_0000_FFFF
    nibbles = (nibbles << 8 | nibbles) & 0x00FF_00FF_00FF_00FF
    nibbles = (nibbles << 4 | nibbles) & 0x0F0F_0F0F_0F0F_0F0F
    let letters = ((nibbles &+ 0x0606_0606_0606_0606) >> 4) & 0x0101_0101_0101_0101
    let digits = nibbles &+ 0x3030_3030_3030_3030 &+ letters &* 39
    for index in start..<end { put(UInt8(truncatingIfNeeded: digits >> UInt64(56 - index * 8))) }
  }

  private mutating func quote(_ text: UnsafeBufferPointer<UInt8>) {
    startValue(text.count + 2)
    put(UInt8(ascii: "\""))
    var run = 0
    var index = 0
    while index < text.count {
      let byte = text[index]
      if byte < 0x20 || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") {
        append(UnsafeBufferPointer(rebasing: text[run..<index]))
        escape(byte)
        // Room for the rest at its plain length; each further escape makes its own.
        reserve(text.count - index + 1)
        run = index + 1
      }
      index += 1
    }
    append(UnsafeBufferPointer(rebasing: text[run...]))
    put(UInt8(ascii: "\""))
  }

  private mutating func escape(_ byte: UInt8) {
    reserve(6)
    put(UInt8(ascii: "\\"))
    switch byte {
    case 0x08: put(UInt8(ascii: "b"))
    case 0x09: put(UInt8(ascii: "t"))
    case 0x0A: put(UInt8(ascii: "n"))
    case 0x0C: put(UInt8(ascii: "f"))
    case 0x0D: put(UInt8(ascii: "r"))
    case UInt8(ascii: "\""), UInt8(ascii: "\\"): put(byte)
    default:
      put(UInt8(ascii: "u"))
      putHexadecimal(UInt64(byte), from: 4, to: 8)
    }
  }
}
