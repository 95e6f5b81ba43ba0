import Foundation

/// The lines of a file that are not empty, without reading all of it at once.
struct LineReader: Sequence, IteratorProtocol {
  private static let portion = 1 << 16
  private let file: FileHandle
  private let name: String
  private var rest = Data()
  private var isAtEnd = false

  /// Throws a sentence for people when the file cannot be opened.
  init(_ url: URL) throws(EvaluationFailure) {
    name = url.path
    do {
      file = try FileHandle(forReadingFrom: url)
    } catch {
      throw EvaluationFailure("\(url.path) cannot be opened.")
    }
  }

  mutating func next() -> Result<Data, EvaluationFailure>? {
    while true {
      if let end = rest.firstIndex(of: 0x0A) {
        let line = rest[rest.startIndex..<end]
        rest = rest[(end + 1)...]
        if line.isEmpty { continue }
        return .success(Data(line))
      }
      if isAtEnd {
        defer { rest = Data() }
        return rest.isEmpty ? nil : .success(Data(rest))
      }
      do {
        let more = try file.read(upToCount: Self.portion) ?? Data()
        isAtEnd = more.isEmpty
        rest = Data(rest) + more
      } catch {
        isAtEnd = true
        rest = Data()
        return .failure(EvaluationFailure("\(name) cannot be read to its end."))
      }
    }
  }

  /// Gives `take` each line as a value. Throws a sentence with the value's number when one is of
  /// another form.
  static func each<Value: Decodable>(
    _ type: Value.Type, in url: URL, _ take: (Value) throws -> Void
  ) throws {
    let decoder = JSONDecoder()
    for (number, line) in try LineReader(url).enumerated() {
      let value: Value
      do {
        value = try decoder.decode(Value.self, from: line.get())
      } catch let error as EvaluationFailure {
        throw error
      } catch {
        throw EvaluationFailure("In \(url.path), item \(number + 1) is not of the form that the set needs.")
      }
      try take(value)
    }
  }
}
