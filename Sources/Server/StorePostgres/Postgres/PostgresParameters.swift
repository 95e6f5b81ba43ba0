import CPostgres

/// Values of a statement as libpq takes them. Numbers go as text, so that the server reads them
/// into whatever width the column has; everything else goes in binary form.
struct PostgresParameters {
  static let (bytea, int8, text, float8): (Oid, Oid, Oid, Oid) = (17, 20, 25, 701)
  private static let byteaArray: Oid = 1001

  /// What the server is told of the types, when the statement is prepared; 0 lets it find out.
  private(set) var types: [Oid] = []
  private var memory: [UInt8] = []
  /// Where each value begins in `memory`; `nil` is NULL.
  private var starts: [Int?] = []
  private var lengths: [Int32] = []
  private var formats: [Int32] = []

  init(_ values: [PostgresValue]) {
    for value in values {
      switch value {
      case .null: add(nil, type: 0, isBinary: true)
      case .integer(let number): add(Array(String(number).utf8) + [0], type: Self.int8, isBinary: false)
      case .real(let number):
        add(withUnsafeBytes(of: number.bitPattern.bigEndian, Array.init), type: Self.float8, isBinary: true)
      case .text(let text): add(Array(text.storable.utf8), type: Self.text, isBinary: true)
      case .words(let high, let low):
        let bytes = withUnsafeBytes(of: (high.bigEndian, low.bigEndian), Array.init)
        add(bytes, type: Self.bytea, isBinary: true)
      case .bytes(let bytes): add(bytes, type: Self.bytea, isBinary: true)
      case .array(let elements): add(Self.encoded(elements), type: Self.byteaArray, isBinary: true)
      }
    }
  }

  /// As PostgreSQL's `array_recv` reads it: dimensions, no NULL in it, the elements' type, how many
  /// there are and the number of the first, and each behind its length.
  private static func encoded(_ elements: [[UInt8]]) -> [UInt8] {
    func word(_ value: some BinaryInteger) -> [UInt8] {
      withUnsafeBytes(of: Int32(truncatingIfNeeded: value).bigEndian, Array.init)
    }
    guard !elements.isEmpty else { return word(0) + word(0) + word(bytea) }
    let head = word(1) + word(0) + word(bytea) + word(elements.count) + word(1)
    return elements.reduce(into: head) { $0 += word($1.count) + $1 }
  }

  private mutating func add(_ bytes: [UInt8]?, type: Oid, isBinary: Bool) {
    types.append(type)
    starts.append(bytes == nil ? nil : memory.count)
    lengths.append(Int32(bytes?.count ?? 0))
    formats.append(isBinary ? 1 : 0)
    memory += bytes ?? []
  }

  /// Queues the prepared statement with these values; answers what libpq does, 0 for a failure.
  func send(_ name: String, on handle: OpaquePointer) -> Int32 {
    // A byte more, for a pointer to an empty value must not be nil.
    (memory + [0]).withUnsafeBytes { memory in
      let base = memory.baseAddress?.assumingMemoryBound(to: CChar.self)
      let pointers = starts.map { start in start.flatMap { base?.advanced(by: $0) } }
      return PQsendQueryPrepared(handle, name, Int32(starts.count), pointers, lengths, formats, 1)
    }
  }
}
