import Domain

/// Something with a shape on the wire: a REST body, or a row inside one or inside a frame.
///
/// Unknown keys are ignored. Reading throws `malformed` for bad JSON, invalid UTF-8, a wrong type
/// or a missing key.
package protocol WireBody: Sendable {
  /// Reads one object and leaves the reader behind it.
  init(from reader: inout JSONReader) throws(Refusal)
  /// Writes one object, keys in the order of the protocol.
  func write(to writer: inout JSONWriter)
}

/// A body that replaces what was kept until then.
///
/// What an earlier version kept may lack keys, which then read as their defaults. A request may
/// not: what it leaves out would be lost.
package protocol ReplacingBody: WireBody {
  /// The keys that a request has to have.
  static var demandedKeys: [String] { get }
}

extension ReplacingBody {
  /// Reads a request's whole document. Throws `malformed` for one without a demanded key.
  package init(replacing json: [UInt8]) throws(Refusal) {
    self = try Self(request: json)
    let keys = json.withUnsafeBufferPointer { utf8 in
      Result { () throws(Refusal) in try JSONReader.keys(of: utf8) }
    }
    let present = try keys.get()
    for key in Self.demandedKeys where !present.contains(key) {
      throw Refusal(.malformed, "\"\(key)\" is missing.")
    }
  }
}

extension WireBody {
  /// Reads a whole document.
  package init(json utf8: UnsafeBufferPointer<UInt8>) throws(Refusal) {
    var reader = JSONReader(utf8)
    self = try Self(from: &reader)
    try reader.finish()
  }

  /// Reads a whole document.
  package init(json: [UInt8]) throws(Refusal) {
    let outcome = json.withUnsafeBufferPointer { utf8 in
      Result { () throws(Refusal) in try Self(json: utf8) }
    }
    self = try outcome.get()
  }

  /// Reads a request's whole document. Throws `invalid` too, for a moment that no calendar has.
  package init(request json: [UInt8]) throws(Refusal) {
    let outcome = json.withUnsafeBufferPointer { utf8 in
      Result { () throws(Refusal) in
        var reader = JSONReader(utf8, isRequest: true)
        let body = try Self(from: &reader)
        try reader.finish()
        return body
      }
    }
    self = try outcome.get()
  }

  /// The whole document, compact.
  package func json() -> [UInt8] {
    var writer = JSONWriter()
    write(to: &writer)
    return writer.bytes
  }
}

extension JSONReader {
  /// The keys of an object that have a value.
  static func keys(of utf8: UnsafeBufferPointer<UInt8>) throws(Refusal) -> Set<String> {
    var reader = JSONReader(utf8)
    var keys: Set<String> = []
    try reader.requireObject()
    while let key = try reader.nextKey() {
      if try reader.null() { continue }
      try reader.skipValue()
      keys.insert(key)
    }
    return keys
  }

  /// Reads one object; `nil` for `null`.
  mutating func body<Body: WireBody>() throws(Refusal) -> Body? {
    if try null() { return nil }
    return try Body(from: &self)
  }

  /// Reads an array of objects; empty for `null`.
  mutating func bodies<Body: WireBody>() throws(Refusal) -> [Body] {
    var bodies: [Body] = []
    guard try enterArray() else { return bodies }
    while try nextElement() { bodies.append(try Body(from: &self)) }
    return bodies
  }

  /// Reads an array of ids; `nil` for `null`.
  mutating func identifiers<Entity>() throws(Refusal) -> [Identifier<Entity>]? {
    guard try enterArray() else { return nil }
    var identifiers: [Identifier<Entity>] = []
    while try nextElement() {
      guard let identifier: Identifier<Entity> = try identifier() else { throw wrongType("an id") }
      identifiers.append(identifier)
    }
    return identifiers
  }

  /// Reads an array of texts; empty for `null`.
  mutating func strings() throws(Refusal) -> [String] {
    var strings: [String] = []
    guard try enterArray() else { return strings }
    while try nextElement() {
      guard let text = try string() else { throw wrongType("a text") }
      strings.append(text)
    }
    return strings
  }

  /// Reads an array of whole numbers; empty for `null`.
  mutating func integers() throws(Refusal) -> [Int] {
    var numbers: [Int] = []
    guard try enterArray() else { return numbers }
    while try nextElement() {
      guard let number = try integer() else { throw wrongType("a whole number") }
      numbers.append(Int(number))
    }
    return numbers
  }

  /// Enters an object that must be there.
  mutating func requireObject() throws(Refusal) {
    guard try enterObject() else { throw wrongType("an object") }
  }

  /// Reads a word of a closed list; `nil` for `null`.
  mutating func word<Word: RawRepresentable<String>>(_ expected: StaticString) throws(Refusal) -> Word? {
    guard let text = try string() else { return nil }
    guard let word = Word(rawValue: text) else { throw wrongType(expected) }
    return word
  }
}
