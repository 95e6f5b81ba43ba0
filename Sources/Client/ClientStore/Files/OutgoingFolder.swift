import Domain
import Foundation

/// The bytes of files that wait to be sent: one file each, called by its id.
final class OutgoingFolder: Sendable {
  private static let name = "outgoing"
  private static let restExtension = "rest"
  private static let chunk = 1 << 20
  private let files: ClientFiles
  private let lock = NSLock()
  /// Files whose rows are not committed yet.
  nonisolated(unsafe) private var arriving: Set<AttachmentID> = []

  init(_ files: ClientFiles) {
    self.files = files
  }

  func url(_ id: AttachmentID) -> URL {
    files.folder.appendingPathComponent(Self.name, isDirectory: true).appendingPathComponent(id.description)
  }

  /// Copies a file, on disk when this returns, and says how many bytes it has. `removeAll` leaves
  /// it until `settle`. Throws `invalid` for what cannot be read.
  func copy(_ source: URL, as id: AttachmentID) throws -> Int64 {
    _ = lock.withLock { arriving.insert(id) }
    let folder = try files.make(Self.name)
    let descriptor = open(url(id).path, O_WRONLY | O_CREAT | O_TRUNC, 0o600)
    guard descriptor >= 0 else { throw Self.failure() }
    let output = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
    let bytes = try Self.copy(source, to: output)
    guard fsync(descriptor) == 0 else { throw Self.failure() }
    try output.close()
    try Self.flush(folder)
    return bytes
  }

  /// Writes the bytes from `offset` on to a file beside it, which goes when it does.
  func rest(of id: AttachmentID, from offset: Int64) throws -> URL {
    let rest = restURL(id)
    guard FileManager.default.createFile(atPath: rest.path, contents: nil, attributes: [.posixPermissions: 0o600])
    else { throw Self.failure() }
    let input = try FileHandle(forReadingFrom: url(id))
    try input.seek(toOffset: UInt64(offset))
    let output = try FileHandle(forWritingTo: rest)
    while let data = try input.read(upToCount: Self.chunk), !data.isEmpty { try output.write(contentsOf: data) }
    try output.close()
    try input.close()
    return rest
  }

  private func restURL(_ id: AttachmentID) -> URL {
    url(id).appendingPathExtension(Self.restExtension)
  }

  private static func copy(_ source: URL, to output: FileHandle) throws -> Int64 {
    var bytes: Int64 = 0
    let input = try reading { try FileHandle(forReadingFrom: source) }
    while let data = try reading({ try input.read(upToCount: chunk) }), !data.isEmpty {
      try output.write(contentsOf: data)
      bytes += Int64(data.count)
    }
    return bytes
  }

  private static func reading<Value>(_ body: () throws -> Value) throws -> Value {
    do {
      return try body()
    } catch {
      throw Refusal(.invalid, "The file cannot be read.")
    }
  }

  /// The new name of a file is on disk only when its folder is.
  private static func flush(_ folder: URL) throws {
    let descriptor = open(folder.path, O_RDONLY)
    guard descriptor >= 0 else { throw failure() }
    let handle = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
    guard fsync(descriptor) == 0 else { throw failure() }
    try handle.close()
  }

  private static func failure() -> any Error {
    POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO)
  }

  /// The files' rows are committed, or never will be.
  func settle(_ ids: [AttachmentID]) {
    lock.withLock { arriving.subtract(ids) }
  }

  func remove(_ ids: [AttachmentID]) throws {
    for id in ids {
      try files.remove(restURL(id))
      try files.remove(url(id))
    }
  }

  /// Removes what no row speaks of.
  func removeAll(but kept: Set<AttachmentID>) throws {
    let arriving = lock.withLock { self.arriving }
    let known = Set(kept.union(arriving).map(\.description))
    for name in try files.names(Self.name) where !known.contains(name.replacing(".\(Self.restExtension)", with: "")) {
      try files.remove(files.folder.appendingPathComponent(Self.name).appendingPathComponent(name))
    }
  }

  /// Nobody needs a folder of the store's own any more.
  func forget() throws {
    if files.isTemporary { try files.remove(files.folder) }
  }
}
