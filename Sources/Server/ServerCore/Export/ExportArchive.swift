import Crypto
import Domain
import Foundation

/// Where an export goes.
package protocol ExportSink {
  /// Takes the next bytes; returns when it wants more. Throws when nobody wants them any more.
  mutating func write(_ bytes: [UInt8]) async throws
}

/// A file of an archive.
struct ExportEntry {
  let name: String
  let bytes: Int64
  let digest: FileDigest
}

/// An archive (tar, the POSIX form "ustar") that is written as it comes: nothing of it is kept but
/// what its manifest says of each file.
struct ExportArchive<Sink: ExportSink> {
  private static var block: Int64 { 512 }
  private let time: Timestamp
  private var sink: Sink
  private(set) var entries: [ExportEntry] = []

  /// `time` is that of all its files.
  init(at time: Timestamp, to sink: Sink) {
    self.time = time
    self.sink = sink
  }

  /// Throws what its sink throws.
  mutating func add(_ name: String, _ bytes: [UInt8]) async throws {
    try await sink.write(header(name, Int64(bytes.count)) + bytes + Self.padding(Int64(bytes.count)))
    let digest = FileDigest(bytes: SHA256.hash(data: bytes))
    entries.append(ExportEntry(name: name, bytes: Int64(bytes.count), digest: digest))
  }

  /// `pieces` has so many bytes.
  mutating func add(_ name: String, _ count: Int64, _ pieces: FilePieces) async throws {
    var hash = SHA256()
    try await sink.write(header(name, count))
    for try await piece in pieces {
      hash.update(data: piece)
      try await sink.write(piece)
    }
    try await sink.write(Self.padding(count))
    entries.append(ExportEntry(name: name, bytes: count, digest: FileDigest(bytes: hash.finalize())))
  }

  /// Nothing comes behind it.
  mutating func finish() async throws {
    try await sink.write([UInt8](repeating: 0, count: 2 * Int(Self.block)))
  }

  private func header(_ name: String, _ bytes: Int64) -> [UInt8] {
    var header = [UInt8](repeating: 0, count: Int(Self.block))
    func put(_ text: String, at place: Int) {
      for (index, byte) in text.utf8.enumerated() { header[place + index] = byte }
    }
    func octal(_ number: Int64, _ digits: Int) -> String {
      let text = String(number, radix: 8)
      return String(repeating: "0", count: max(0, digits - text.count)) + text
    }
    put(name, at: 0)
    put("0000600", at: 100)
    put("0000000", at: 108)
    put("0000000", at: 116)
    put(octal(bytes, 11), at: 124)
    put(octal(max(0, time.milliseconds / 1_000), 11), at: 136)
    put("        0", at: 148)
    put("ustar", at: 257)
    put("00", at: 263)
    let sum = header.reduce(Int64(0)) { $0 + Int64($1) }
    put(octal(sum, 6), at: 148)
    header[154] = 0
    return header
  }

  private static func padding(_ bytes: Int64) -> [UInt8] {
    [UInt8](repeating: 0, count: Int((block - bytes % block) % block))
  }
}
