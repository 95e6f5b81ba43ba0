import GRDBSQLite

/// The tokenizer of the search index: `unicode61` whose words carry the conversation that they
/// stand in, so that looking a word up costs what the asker's own conversations hold of it, and
/// tells nothing of others'.
///
/// A text names its conversation in front: `PlacedText`. The word "open" of conversation 12 is the
/// term `12:open`.
enum PlacedTokenizer {
  /// Makes the tokenizer and the function `hits` known to a connection. Every connection needs it
  /// before it touches the index.
  static func register(on handle: OpaquePointer) throws {
    let api = try interface(of: handle)
    var tokenizer = fts5_tokenizer(xCreate: create, xDelete: delete, xTokenize: tokenize)
    guard api.pointee.xCreateTokenizer(api, "placed", api, &tokenizer, nil) == SQLITE_OK,
      api.pointee.xCreateFunction(api, "hits", nil, SearchHits.function, nil) == SQLITE_OK
    else { throw SQLiteConnection.failure(of: handle) }
  }

  private static let pointerType: StaticString = "fts5_api_ptr"

  /// Lives as long as the connection.
  private static func interface(of handle: OpaquePointer) throws -> UnsafeMutablePointer<fts5_api> {
    let statement = try SQLiteStatement(connection: handle, sql: "SELECT fts5(?)")
    defer { statement.finalize() }
    var found: UnsafeMutablePointer<fts5_api>?
    try withUnsafeMutablePointer(to: &found) { place in
      let type = UnsafeRawPointer(pointerType.utf8Start).assumingMemoryBound(to: CChar.self)
      sqlite3_bind_pointer(statement.handle, 1, place, type, nil)
      _ = try statement.step()
    }
    guard let found else { throw SQLiteFailure(code: SQLITE_ERROR, message: "SQLite has no full-text search") }
    return found
  }

  /// A `unicode61` and where its words go.
  private final class Instance {
    let base: fts5_tokenizer
    let handle: OpaquePointer
    /// The prefix of the text at hand, then a word. Kept for its memory.
    var term: [UInt8] = []

    init(base: fts5_tokenizer, handle: OpaquePointer) {
      self.base = base
      self.handle = handle
    }

    deinit { base.xDelete?(handle) }
  }

  private typealias Receiver =
    @convention(c) (UnsafeMutableRawPointer?, Int32, UnsafePointer<CChar>?, Int32, Int32, Int32) -> Int32

  /// One call of `tokenize`: who wants the words, and how far the text's own start is from what
  /// `unicode61` is given.
  private struct Relay {
    let receive: Receiver
    let context: UnsafeMutableRawPointer?
    let instance: Instance
    let prefix: Int
    let shift: Int32
  }

  private static let create:
    @convention(c) (
      UnsafeMutableRawPointer?, UnsafeMutablePointer<UnsafePointer<CChar>?>?, Int32,
      UnsafeMutablePointer<OpaquePointer?>?
    ) -> Int32 = { context, arguments, count, made in
      guard let api = context?.assumingMemoryBound(to: fts5_api.self), let made else { return SQLITE_MISUSE }
      var base = fts5_tokenizer()
      var baseContext: UnsafeMutableRawPointer?
      var handle: OpaquePointer?
      var code = api.pointee.xFindTokenizer(api, "unicode61", &baseContext, &base)
      guard code == SQLITE_OK, let createBase = base.xCreate else { return code == SQLITE_OK ? SQLITE_ERROR : code }
      code = createBase(baseContext, arguments, count, &handle)
      guard code == SQLITE_OK, let handle else { return code == SQLITE_OK ? SQLITE_ERROR : code }
      made.pointee = OpaquePointer(Unmanaged.passRetained(Instance(base: base, handle: handle)).toOpaque())
      return SQLITE_OK
    }

  private static let delete: @convention(c) (OpaquePointer?) -> Void = { instance in
    guard let instance else { return }
    Unmanaged<Instance>.fromOpaque(UnsafeRawPointer(instance)).release()
  }

  private static let tokenize:
    @convention(c) (
      OpaquePointer?, UnsafeMutableRawPointer?, Int32, UnsafePointer<CChar>?, Int32, Receiver?
    ) -> Int32 = { pointer, context, flags, text, length, receive in
      guard let pointer, let receive else { return SQLITE_MISUSE }
      let instance = Unmanaged<Instance>.fromOpaque(UnsafeRawPointer(pointer)).takeUnretainedValue()
      guard let text, length > 0, let tokenizeBase = instance.base.xTokenize else { return SQLITE_OK }
      let bytes = UnsafeRawBufferPointer(start: text, count: Int(length))
      let place = PlacedText.place(of: bytes)
      instance.term.removeAll(keepingCapacity: true)
      instance.term.append(contentsOf: bytes[place.digits])
      instance.term.append(UInt8(ascii: ":"))
      var relay = Relay(
        receive: receive, context: context, instance: instance, prefix: instance.term.count, shift: Int32(place.end))
      return withUnsafeMutablePointer(to: &relay) {
        tokenizeBase(instance.handle, $0, flags, text + place.end, length - Int32(place.end), relayWord)
      }
    }

  private static let relayWord: Receiver = { relay, flags, word, length, start, end in
    guard let relay = relay?.assumingMemoryBound(to: Relay.self).pointee, let word else { return SQLITE_OK }
    let instance = relay.instance
    instance.term.removeLast(instance.term.count - relay.prefix)
    instance.term.append(contentsOf: UnsafeRawBufferPointer(start: word, count: Int(length)))
    return instance.term.withUnsafeBytes { term in
      relay.receive(
        relay.context, flags, term.baseAddress?.assumingMemoryBound(to: CChar.self), Int32(term.count),
        start + relay.shift, end + relay.shift)
    }
  }
}

/// A text as the search index takes it: with its conversation's key in front, between characters
/// that no message has.
enum PlacedText {
  /// What `text` of the conversation `key` is to the index. The view `searchable` writes the same.
  static func of(_ text: String, in key: Int64) -> String { "\u{1}\(key)\u{1}\(text)" }

  /// The text, or the beginning of one, without its conversation.
  static func stripped(_ text: String) -> String {
    guard text.utf8.first == 1, let end = text.dropFirst().firstIndex(of: "\u{1}") else { return text }
    return String(text[text.index(after: end)...])
  }

  /// Where the key's digits stand, and where the text proper begins.
  static func place(of bytes: UnsafeRawBufferPointer) -> (digits: Range<Int>, end: Int) {
    guard bytes.first == 1, let end = bytes.dropFirst().prefix(24).firstIndex(of: 1) else { return (0..<0, 0) }
    return (1..<end, end + 1)
  }
}

/// `hits(search, n)`: how often each phrase of a match stands in a row, one byte each, where the
/// expression repeats `n` phrases for several places.
enum SearchHits {
  static let function:
    @convention(c) (
      UnsafePointer<Fts5ExtensionApi>?, OpaquePointer?, OpaquePointer?, Int32,
      UnsafeMutablePointer<OpaquePointer?>?
    ) -> Void = { api, context, result, count, values in
      guard let api = api?.pointee, count == 1, let values else {
        return sqlite3_result_error_code(result, SQLITE_MISUSE)
      }
      let phrases = Int(max(1, sqlite3_value_int(values[0])))
      var hits = [UInt8](repeating: 0, count: phrases)
      var total: Int32 = 0
      var code = api.xInstCount(context, &total)
      for index in 0..<max(0, total) where code == SQLITE_OK {
        var (phrase, column, offset): (Int32, Int32, Int32) = (0, 0, 0)
        code = api.xInst(context, index, &phrase, &column, &offset)
        let place = Int(phrase) % phrases
        if hits[place] < .max { hits[place] += 1 }
      }
      guard code == SQLITE_OK else { return sqlite3_result_error_code(result, code) }
      let transient = unsafeBitCast(-1, to: sqlite3_destructor_type.self)
      hits.withUnsafeBytes { sqlite3_result_blob(result, $0.baseAddress, Int32($0.count), transient) }
    }
}
