import ArgumentParser
import Foundation
import Media
import ServerCore

/// Where files are kept. The key to a bucket has no option: other users would see it.
struct FileStorageOption: ParsableArguments {
  @Option(
    help:
      "Where files are kept: folder (in the data folder) or s3://bucket/prefix. Environment: MESSAGEAI_FILE_STORAGE."
  )
  var fileStorage = Environment.text("FILE_STORAGE") ?? Self.folder

  private static let folder = "folder"
  static let values = "folder, s3://bucket or s3://bucket/prefix"

  func validate() throws {
    try Environment.check(["FILE_STORAGE"])
    guard Self.isValue(fileStorage) else { throw ValidationError("--file-storage is \(Self.values).") }
  }

  static func isValue(_ text: String) -> Bool { text == folder || text.hasPrefix(S3Settings.scheme) }

  /// `nil` when files are in the data folder.
  func settings() throws -> S3Settings? { fileStorage == Self.folder ? nil : try StoragePlace.settings(fileStorage) }
}

/// A place of stored files, as a command names it.
enum StoragePlace {
  case folder(String)
  case s3(S3Settings)

  init(_ text: String) throws {
    self = text.hasPrefix(S3Settings.scheme) ? .s3(try Self.settings(text)) : .folder(text)
  }

  static func settings(_ text: String) throws -> S3Settings {
    let environment = try Environment.whole(secrets: ["S3_ACCESS_KEY", "S3_SECRET_KEY"])
    do throws(S3Settings.Problem) {
      return try S3Settings(text, environment: environment)
    } catch {
      throw CommandFailure(error.description)
    }
  }

  var name: String {
    switch self {
    case .folder(let path): path
    case .s3(let settings): settings.place
    }
  }

  /// A folder for files on their way here: on the same disk.
  var incoming: String {
    switch self {
    case .folder(let path): path + "/incoming-\(UUID())"
    case .s3: NSTemporaryDirectory() + "messageai-incoming-\(UUID())"
    }
  }

  /// Throws a sentence for people when the place cannot be used. Only `mayMake` makes a folder that
  /// is not there.
  func open<Value: Sendable>(
    mayMake: Bool = false, _ body: (any FileStorage) async throws -> Value
  ) async throws -> Value {
    switch self {
    case .folder(let path):
      guard mayMake || FileManager.default.fileExists(atPath: path) else {
        throw CommandFailure("There is no folder \(path).")
      }
      return try await body(try FolderStorage(path: path, work: FileWork()))
    case .s3(let settings):
      let storage = S3Storage(settings, work: FileWork()) { failure in
        FileHandle.standardError.write(Data("\(failure)\n".utf8))
      }
      do {
        try await storage.check()
        let value = try await body(storage)
        try await storage.shutdown()
        return value
      } catch {
        try await storage.shutdown()
        throw (error as? S3Failure).map { CommandFailure("The files cannot be reached: \($0).") } ?? error
      }
    }
  }
}
