import Foundation
import ServerCore

/// A file that appears under its name only when it is whole, for its owner alone, and never in
/// place of another one.
struct NewFile: ExportSink {
  let path: String
  private let file: FileHandle
  private var partial: String { path + ".partial" }

  /// Throws a sentence for people when something has the name already, or it cannot be written.
  init(_ path: String) throws {
    self.path = path
    guard !Self.exists(path) else { throw Self.taken(path) }
    unlink(path + ".partial")
    let descriptor = open(path + ".partial", O_CREAT | O_EXCL | O_WRONLY | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { throw CommandFailure("\(path) cannot be written.") }
    file = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
  }

  func write(_ bytes: [UInt8]) throws { try file.write(contentsOf: bytes) }

  /// On disk when it returns.
  func finish() throws {
    try file.synchronize()
    try file.close()
    if link(partial, path) == 0 {
      unlink(partial)
      return
    }
    // Where the file system knows no second names.
    guard !Self.exists(path) else { throw Self.taken(path) }
    guard rename(partial, path) == 0 else { throw CommandFailure("\(path) cannot be written.") }
  }

  /// Instead of `finish`.
  func remove() { unlink(partial) }

  private static func exists(_ path: String) -> Bool {
    var status = stat()
    return lstat(path, &status) == 0
  }

  private static func taken(_ path: String) -> CommandFailure {
    CommandFailure("\(path) is there already. Name another file.")
  }
}
