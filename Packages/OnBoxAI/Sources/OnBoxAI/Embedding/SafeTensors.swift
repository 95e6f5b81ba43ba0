import Foundation

/// A file of named arrays of floats: a length, a table of contents in JSON, the values.
struct SafeTensors: Sendable {
  private struct Entry: Decodable, Sendable {
    let dtype: String
    let shape: [Int]
    let offsets: [Int]

    enum CodingKeys: String, CodingKey {
      case dtype
      case shape
      case offsets = "data_offsets"
    }
  }

  /// A table of contents holds entries and one record of remarks, which is not an entry.
  private struct Contents: Decodable {
    var entries: [String: Entry] = [:]

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: Name.self)
      for name in container.allKeys where name.stringValue != "__metadata__" {
        entries[name.stringValue] = try container.decode(Entry.self, forKey: name)
      }
    }
  }

  private struct Name: CodingKey {
    let stringValue: String
    var intValue: Int? { nil }

    init?(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }
  }

  private let data: Data
  private let entries: [String: Entry]
  private let start: Int
  private let model: String

  /// Maps the file into memory. Throws when it is missing or is no such file.
  init(_ file: URL, model: String) throws(ModelUnavailable) {
    self.model = model
    do {
      data = try Data(contentsOf: file, options: .alwaysMapped)
    } catch {
      throw ModelUnavailable(model: model, description: "\(file.path) cannot be read. Run scripts/models.")
    }
    let length = data.prefix(8).reversed().reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
    guard data.count > 8, length <= UInt64(data.count - 8) else {
      throw ModelUnavailable(model: model, description: "\(file.path) is damaged. Delete it and run scripts/models.")
    }
    start = 8 + Int(length)
    do {
      entries = try JSONDecoder().decode(Contents.self, from: data[8..<start]).entries
    } catch {
      throw ModelUnavailable(model: model, description: "\(file.path) is damaged. Delete it and run scripts/models.")
    }
  }

  /// Throws unless there is an array `name` of `shape`; reads none of its values.
  func check(_ name: String, shape: [Int]) throws(ModelUnavailable) {
    _ = try range(of: name, shape: shape)
  }

  private func range(of name: String, shape: [Int]) throws(ModelUnavailable) -> Range<Int> {
    let bytes = shape.reduce(4, *)
    guard let entry = entries[name], entry.dtype == "F32", entry.shape == shape, entry.offsets.count == 2,
      entry.offsets[0] >= 0, entry.offsets[0] <= entry.offsets[1], entry.offsets[1] <= data.count - start,
      entry.offsets[1] - entry.offsets[0] == bytes
    else {
      throw ModelUnavailable(
        model: model, description: "The model's file has no usable \(name). Delete it and run scripts/models.")
    }
    let lower = start + entry.offsets[0]
    return lower..<lower + bytes
  }

  /// Gives `body` the floats of the array `name`, which must have `shape`.
  func floats<Result>(
    _ name: String, shape: [Int], _ body: (UnsafePointer<Float>) -> Result
  ) throws(ModelUnavailable) -> Result {
    let range = try range(of: name, shape: shape)
    return data[range].withUnsafeBytes { raw in
      // Values need not stand at a multiple of four; then they are copied to where they do.
      if let base = raw.baseAddress, UInt(bitPattern: base) % UInt(MemoryLayout<Float>.alignment) == 0 {
        return raw.withMemoryRebound(to: Float.self) { floats in floats.withPointer(body) }
      }
      let copy = [Float](unsafeUninitializedCapacity: range.count / 4) { buffer, count in
        UnsafeMutableRawBufferPointer(buffer).copyMemory(from: raw)
        count = range.count / 4
      }
      return copy.withUnsafeBufferPointer { floats in floats.withPointer(body) }
    }
  }
}

extension UnsafeBufferPointer {
  /// Precondition: not empty.
  fileprivate func withPointer<Result>(_ body: (UnsafePointer<Element>) -> Result) -> Result {
    guard let baseAddress else { preconditionFailure("an array of the model is empty") }
    return body(baseAddress)
  }
}
