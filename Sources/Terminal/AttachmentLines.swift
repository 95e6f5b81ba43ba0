import Domain
import Foundation
import ViewModels

/// Files of a message as lines of text.
enum AttachmentLines {
  /// Such as `[photo lake.jpg, 2.3 MB]`, and what an image shows.
  static func text(_ file: Attachment, progress: UploadProgress? = nil) -> String {
    let size = AttachmentText.size(file.bytes, locale: Locale(identifier: "en_GB"))
    var text =
      switch file.kind {
      case .image: "photo \(file.name), \(size)"
      case .voice: "voice \(AttachmentText.duration(milliseconds: file.duration ?? 0))"
      case .file: "file \(file.name), \(size)"
      }
    if let progress { text += ", \(Int(progress.fraction * 100)) % sent" }
    return TerminalText.sanitised("[\(text)]" + (file.alt.map { " \($0)" } ?? ""))
  }
}

/// Puts copies of files where their reader finds them.
enum FileSaver {
  /// Copies the file into the folder, under its own name or, where that is taken, one with a
  /// number.
  static func save(_ source: URL, as name: String, in folder: URL) throws -> URL {
    let clean = try AttachmentRules.name(name)
    for number in 1...1_000 {
      let target = folder.appendingPathComponent(numbered(clean, number))
      guard !FileManager.default.fileExists(atPath: target.path) else { continue }
      try FileManager.default.copyItem(at: source, to: target)
      return target
    }
    throw TerminalFailure("There are too many files called \(clean) here.")
  }

  private static func numbered(_ name: String, _ number: Int) -> String {
    guard number > 1 else { return name }
    let parts = name.split(separator: ".", omittingEmptySubsequences: false)
    guard parts.count > 1, let last = parts.last, parts.first?.isEmpty == false else { return "\(name) \(number)" }
    return parts.dropLast().joined(separator: ".") + " \(number).\(last)"
  }
}
