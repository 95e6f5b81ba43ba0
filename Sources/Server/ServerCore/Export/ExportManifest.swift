import Domain
import WireProtocol

/// What an export says of itself: `manifest.json`, always its last file.
package struct ExportManifest: Sendable {
  package struct File: Hashable, Sendable {
    package let name: String
    package let bytes: Int64
    /// 64 hexadecimal digits in lower case.
    package let sha256: String
  }

  package static let name = "manifest.json"

  package let format: String
  package let workspace: String?
  package let began: Timestamp
  package let files: [File]
  /// Ids of files whose bytes the server did not have.
  package let missing: [String]

  /// Throws `malformed` for what is no manifest, and `invalid` for one of a format that this
  /// program does not know.
  package init(json: [UInt8]) throws(Refusal) {
    let outcome = json.withUnsafeBufferPointer { utf8 in
      Result { () throws(Refusal) in
        var reader = JSONReader(utf8)
        let manifest = try Self(from: &reader)
        try reader.finish()
        return manifest
      }
    }
    self = try outcome.get()
    guard [AccountExport.format.description, WorkspaceExport.format.description].contains(format) else {
      throw Refusal(.invalid, "This version does not know the format of the export.")
    }
  }

  private init(from reader: inout JSONReader) throws(Refusal) {
    var (format, workspace, began): (String?, String?, Timestamp?)
    var (files, missing): ([File], [String]) = ([], [])
    guard try reader.enterObject() else { throw Self.broken }
    while let key = try reader.nextKey() {
      switch key {
      case "format": format = try reader.string()
      case "workspace": workspace = try reader.string()
      case "began": began = try reader.timestamp("began")
      case "files":
        guard try reader.enterArray() else { throw Self.broken }
        while try reader.nextElement() { files.append(try Self.file(&reader)) }
      case "missing":
        guard try reader.enterArray() else { throw Self.broken }
        while try reader.nextElement() { if let id = try reader.string() { missing.append(id) } }
      default: try reader.skipValue()
      }
    }
    guard let format, let began else { throw Self.broken }
    (self.format, self.workspace, self.began, self.files, self.missing) = (format, workspace, began, files, missing)
  }

  private static func file(_ reader: inout JSONReader) throws(Refusal) -> File {
    var (name, bytes, sha256): (String?, Int64?, String?)
    guard try reader.enterObject() else { throw broken }
    while let key = try reader.nextKey() {
      switch key {
      case "name": name = try reader.string()
      case "bytes": bytes = try reader.integer()
      case "sha256": sha256 = try reader.string()
      default: try reader.skipValue()
      }
    }
    guard let name, let bytes, let sha256 else { throw broken }
    return File(name: name, bytes: bytes, sha256: sha256)
  }

  private static var broken: Refusal { Refusal(.malformed, "The manifest lacks what it must say.") }
}
