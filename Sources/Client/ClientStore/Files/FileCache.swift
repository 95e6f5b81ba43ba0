import Domain
import Foundation

/// Copies of files that were fetched, within a bound: the one that was not used for longest makes
/// room. What is not here can be fetched again.
package final class FileCache: Sendable {
  static let standardBytes: Int64 = 256 << 20
  private static let name = "cache"
  private static let unfinished = "part-"
  /// Scalar values of a name on disk, where 255 bytes are the most.
  private static let longestName = 60
  private let files: ClientFiles
  private let clock: any WallClock
  private let lock = NSLock()
  nonisolated(unsafe) private var erasures = 0
  private let maximumBytes: Int64

  init(_ files: ClientFiles, clock: any WallClock, maximumBytes: Int64 = FileCache.standardBytes) {
    self.files = files
    self.clock = clock
    self.maximumBytes = maximumBytes
  }

  /// A place for a file while it is fetched. It belongs to the time until the next erasure: `keep`
  /// takes it only then.
  package struct Place: Sendable {
    package let url: URL
    fileprivate let erasures: Int
  }

  /// Where the file is; `nil` when it is not here.
  package func find(_ file: Attachment, _ form: AttachmentForm) throws -> URL? {
    try lock.withLock {
      let url = place(of: file, form)
      guard FileManager.default.fileExists(atPath: url.path) else { return nil }
      try touch(url.deletingLastPathComponent())
      return url
    }
  }

  package func begin() throws -> Place {
    try lock.withLock {
      let folder = try files.make(Self.name)
      return Place(url: folder.appendingPathComponent(Self.unfinished + UUID().uuidString), erasures: erasures)
    }
  }

  /// Takes what was fetched to `place` and says where it is from now on; `nil` when everything was
  /// erased in between, and it too.
  package func keep(_ place: Place, _ file: Attachment, _ form: AttachmentForm) throws -> URL? {
    try lock.withLock {
      guard place.erasures == erasures else {
        try files.remove(place.url)
        return nil
      }
      let url = self.place(of: file, form)
      let folder = url.deletingLastPathComponent()
      try files.remove(folder)
      try FileManager.default.createDirectory(
        at: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
      try FileManager.default.moveItem(at: place.url, to: url)
      try touch(folder)
      try makeRoom(for: folder.lastPathComponent)
      return url
    }
  }

  package func drop(_ place: Place) throws {
    try files.remove(place.url)
  }

  /// Removes the copies of these files in whatever form.
  func remove(_ ids: [AttachmentID]) throws {
    try lock.withLock {
      for id in ids {
        for form in AttachmentForm.allCases { try files.remove(folder(id, form)) }
      }
    }
  }

  func erase() throws {
    try lock.withLock {
      erasures += 1
      try files.remove(files.folder.appendingPathComponent(Self.name, isDirectory: true))
    }
  }

  /// Removes what was being fetched when the process ended.
  func removeUnfinished() throws {
    for name in try files.names(Self.name) where name.hasPrefix(Self.unfinished) {
      try files.remove(files.folder.appendingPathComponent(Self.name).appendingPathComponent(name))
    }
  }

  // MARK: - Places

  /// A folder for each, so that the file in it can be called what it is called.
  private func folder(_ id: AttachmentID, _ form: AttachmentForm) -> URL {
    let name = form.side.map { "\(id)-\($0)" } ?? id.description
    return files.folder.appendingPathComponent(Self.name, isDirectory: true)
      .appendingPathComponent(name, isDirectory: true)
  }

  private func place(of file: Attachment, _ form: AttachmentForm) -> URL {
    folder(file.id, form).appendingPathComponent(form == .original ? Self.nameOnDisk(file.name) : "image.webp")
  }

  /// The name as the server gave it, made short and harmless.
  private static func nameOnDisk(_ name: String) -> String {
    let flat = String(name.map { $0 == "/" || $0 == "\\" || $0 == "\0" ? "-" : $0 })
    guard !flat.allSatisfy({ $0 == "." }) else { return "file" }
    let parts = flat.split(separator: ".", omittingEmptySubsequences: false)
    guard parts.count > 1, let last = parts.last, last.unicodeScalars.count <= 10 else {
      return TextLength.cut(flat, to: longestName)
    }
    return TextLength.cut(parts.dropLast().joined(separator: "."), to: longestName - 11) + "." + last
  }

  // MARK: - Bound

  private func touch(_ folder: URL) throws {
    let now = Date(timeIntervalSince1970: Double(clock.now.milliseconds) / 1_000)
    try FileManager.default.setAttributes([.modificationDate: now], ofItemAtPath: folder.path)
  }

  private func makeRoom(for newest: String) throws {
    var copies: [(url: URL, bytes: Int64, usedAt: Date)] = []
    let root = files.folder.appendingPathComponent(Self.name, isDirectory: true)
    for name in try files.names(Self.name) where !name.hasPrefix(Self.unfinished) {
      let url = root.appendingPathComponent(name, isDirectory: true)
      copies.append((url, try bytes(in: url), try usedAt(url)))
    }
    var sum = copies.reduce(0) { $0 + $1.bytes }
    for copy in copies.sorted(by: { $0.usedAt < $1.usedAt }) where copy.url.lastPathComponent != newest {
      guard sum > maximumBytes else { return }
      try files.remove(copy.url)
      sum -= copy.bytes
    }
  }

  private func bytes(in folder: URL) throws -> Int64 {
    try FileManager.default.contentsOfDirectory(atPath: folder.path).reduce(0) { sum, name in
      let attributes = try FileManager.default.attributesOfItem(atPath: folder.appendingPathComponent(name).path)
      return sum + ((attributes[.size] as? NSNumber)?.int64Value ?? 0)
    }
  }

  private func usedAt(_ folder: URL) throws -> Date {
    let attributes = try FileManager.default.attributesOfItem(atPath: folder.path)
    return attributes[.modificationDate] as? Date ?? .distantPast
  }
}
