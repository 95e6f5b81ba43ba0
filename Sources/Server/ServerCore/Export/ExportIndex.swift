import Foundation

/// Where the bytes of an export are read from.
package protocol ExportSource {
  var size: Int64 { get }
  /// All bytes of a range that lies within `size`. Throws when they cannot be read.
  func read(_ range: Range<Int64>) throws -> [UInt8]
}

/// Which files an archive has and where, by its headers alone. Whatever the archive is, reading
/// them takes one block of memory, and no entry reaches beyond the archive.
package struct ExportIndex: Sendable {
  package struct Entry: Hashable, Sendable {
    /// As the header says it, or `nil` for one that no export has: a path that leads elsewhere, a
    /// link, a folder.
    package let name: String?
    /// Where its header is.
    package let position: Int64
    /// Its bytes.
    package let range: Range<Int64>
  }

  static let block: Int64 = 512

  package let entries: [Entry]
  /// From this byte on the archive cannot be read: it is damaged there, or was cut.
  package let unreadableFrom: Int64?

  /// Throws what the source throws.
  package init(_ source: some ExportSource) throws {
    var (entries, position): ([Entry], Int64) = ([], 0)
    while position + Self.block <= source.size {
      let header = try source.read(position..<position + Self.block)
      if !header.contains(where: { $0 != 0 }) {
        self.entries = entries
        let isEnded = try Self.isEmpty(source, from: position) && source.size - position >= 2 * Self.block
        unreadableFrom = isEnded ? nil : position
        return
      }
      guard let entry = Self.entry(header, at: position, within: source.size) else { break }
      entries.append(entry)
      let bytes = entry.range.upperBound - entry.range.lowerBound
      position = entry.range.lowerBound + (bytes + Self.block - 1) / Self.block * Self.block
    }
    self.entries = entries
    unreadableFrom = min(position, source.size)
  }

  /// `nil` for what is no header, and for one whose bytes are not all there.
  private static func entry(_ header: [UInt8], at position: Int64, within size: Int64) -> Entry? {
    var blank = header
    blank.replaceSubrange(148..<156, with: repeatElement(32, count: 8))
    guard octal(header[148..<156]) == blank.reduce(Int64(0), { $0 + Int64($1) }), let bytes = octal(header[124..<136])
    else { return nil }
    let start = position + block
    let (end, overflow) = start.addingReportingOverflow(bytes)
    guard !overflow, end <= size else { return nil }
    let text = String(decoding: header[0..<100].prefix { $0 != 0 }, as: UTF8.self)
    let isFile = header[156] == UInt8(ascii: "0") || header[156] == 0
    let hasPrefix = header[345..<500].contains { $0 != 0 }
    return Entry(
      name: isFile && !hasPrefix && isName(text) ? text : nil, position: position, range: start..<end)
  }

  /// Digits up to a space or a zero byte; `nil` for anything else.
  private static func octal(_ field: ArraySlice<UInt8>) -> Int64? {
    let digits = field.prefix { (48...55).contains($0) }
    guard !digits.isEmpty, field.dropFirst(digits.count).allSatisfy({ $0 == 0 || $0 == 32 }) else { return nil }
    return digits.reduce(Int64(0)) { $0 << 3 | Int64($1 - 48) }
  }

  /// A name as exports have them: letters, digits, `-`, `.` and `/`, and nothing that leads out of
  /// the folder that it is put into.
  private static func isName(_ name: String) -> Bool {
    name.utf8.allSatisfy { byte in
      (48...57).contains(byte) || (65...90).contains(byte) || (97...122).contains(byte) || (45...47).contains(byte)
    } && name.split(separator: "/", omittingEmptySubsequences: false).allSatisfy { !["", ".", ".."].contains($0) }
  }

  private static func isEmpty(_ source: some ExportSource, from position: Int64) throws -> Bool {
    var position = position
    while position < source.size {
      let end = min(position + FilePieces.largest, source.size)
      if try source.read(position..<end).contains(where: { $0 != 0 }) { return false }
      position = end
    }
    return true
  }
}
