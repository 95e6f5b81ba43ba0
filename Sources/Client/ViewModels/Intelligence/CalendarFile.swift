import Foundation

/// A calendar file on this device, to be handed to other apps.
enum CalendarFile {
  /// Answers with where it is now, in place of one of that name.
  static func write(_ text: String, as name: String, in folder: URL) throws -> URL {
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let file = folder.appending(path: name)
    try Data(text.utf8).write(to: file, options: .atomic)
    return file
  }
}
