import Crypto
import Domain
import Foundation
import WireProtocol

/// Reads an export, of a person or of a workspace, and finds out whether it is whole. Nothing of it
/// is believed: memory is bounded whatever it says, and its names never become paths.
package struct ExportReader<Source: ExportSource> {
  /// Why something cannot be read; a sentence for people.
  package struct Problem: Error, CustomStringConvertible {
    package let description: String
  }

  /// What is wrong.
  package struct Findings: Equatable, Sendable {
    /// Files that are not what the manifest says of them.
    package var damaged: [String] = []
    /// Files that the manifest names and the archive has not.
    package var missing: [String] = []
    /// What the archive has and the manifest does not name; what has no usable name by its place.
    package var extra: [String] = []
    /// From this byte on nothing can be read.
    package var unreadableFrom: Int64?
    package var hasManifest = true

    package init(
      damaged: [String] = [], missing: [String] = [], extra: [String] = [], unreadableFrom: Int64? = nil
    ) {
      self.damaged = damaged
      self.missing = missing
      self.extra = extra
      self.unreadableFrom = unreadableFrom
    }

    package var isWhole: Bool { self == Findings() }
  }

  /// Of the manifest: some millions of files.
  private static var mostManifest: Int64 { 512 << 20 }
  /// A message with its former texts takes less.
  private static var mostLine: Int { 8 << 20 }

  private let source: Source
  private let index: ExportIndex

  /// Throws a `Problem` for what is no archive, and what the source throws.
  package init(_ source: Source) throws {
    self.source = source
    index = try ExportIndex(source)
    guard !index.entries.isEmpty else { throw Problem(description: "It is no export: it does not begin with a file.") }
  }

  // MARK: Whether it is whole

  /// The manifest; throws a `Problem` where there is none.
  package func manifest() throws -> ExportManifest {
    guard let entry = manifestEntry else {
      throw Problem(description: "It has no manifest at its end, so nobody can say whether it is whole.")
    }
    let bytes = entry.range.upperBound - entry.range.lowerBound
    guard bytes <= Self.mostManifest else { throw Problem(description: "Its manifest is too large.") }
    let json = try source.read(entry.range)
    do throws(Refusal) {
      return try ExportManifest(json: json)
    } catch {
      throw Problem(description: "Its manifest cannot be read: \(error.detail)")
    }
  }

  private var manifestEntry: ExportIndex.Entry? {
    index.entries.last.flatMap { $0.name == ExportManifest.name ? $0 : nil }
  }

  /// Compares every file with the manifest. Throws a `Problem` for a manifest that cannot be read,
  /// and what the source throws.
  package func verify() throws -> Findings {
    var findings = Findings(unreadableFrom: index.unreadableFrom)
    guard manifestEntry != nil else {
      findings.hasManifest = false
      return findings
    }
    var expected: [String: ExportManifest.File] = [:]
    for file in try manifest().files { expected[file.name] = file }
    for entry in index.entries.dropLast() {
      guard let name = entry.name, let file = expected.removeValue(forKey: name) else {
        findings.extra.append(entry.name ?? "what begins at byte \(entry.position)")
        continue
      }
      let bytes = entry.range.upperBound - entry.range.lowerBound
      if bytes != file.bytes {
        findings.damaged.append(name)
      } else if try digest(entry) != file.sha256 {
        findings.damaged.append(name)
      }
    }
    findings.missing = expected.keys.sorted()
    return findings
  }

  private func digest(_ entry: ExportIndex.Entry) throws -> String {
    var hash = SHA256()
    try pieces(of: entry.range) { hash.update(data: $0) }
    return FileDigest(bytes: hash.finalize()).text
  }

  private func pieces(of range: Range<Int64>, _ body: ([UInt8]) throws -> Void) throws {
    var position = range.lowerBound
    while position < range.upperBound {
      let end = min(position + FilePieces.largest, range.upperBound)
      try body(try source.read(position..<end))
      position = end
    }
  }

  // MARK: What is in it

  /// Names of all files, in their order.
  package var names: [String] { index.entries.compactMap(\.name) }

  /// Gives `body` the bytes of a file in pieces. Throws a `Problem` when it is not there.
  package func file(_ name: String, _ body: ([UInt8]) throws -> Void) throws {
    guard let entry = index.entries.first(where: { $0.name == name }) else {
      throw Problem(description: "It has no file \(name).")
    }
    try pieces(of: entry.range, body)
  }

  /// All conversations in their order, with everybody who is or was in them.
  package func conversations(_ body: (Conversation, [Member]) throws -> Void) throws {
    try lines(of: "conversations") { line in
      let outcome = line.withUnsafeBufferPointer { utf8 in
        Result { () throws(Refusal) in try ExportLine.conversation(utf8) }
      }
      let (conversation, members) = try outcome.get()
      try body(conversation, members)
    }
  }

  /// The messages of a conversation, oldest first, each also as it stands in the export.
  package func messages(of id: ConversationID, _ body: (Message, [UInt8]) throws -> Void) throws {
    try lines(of: "messages") { line in
      let outcome = line.withUnsafeBufferPointer { utf8 in
        Result { () throws(Refusal) in try ExportLine.message(utf8, of: id) }
      }
      if let message = try outcome.get() { try body(message, line) }
    }
  }

  /// Lines of `folder.jsonl` and of all parts in the folder. Throws a `Problem` that says where it
  /// is for a line that is no such thing.
  private func lines(of folder: String, _ body: ([UInt8]) throws -> Void) throws {
    for entry in index.entries {
      guard let name = entry.name, name == "\(folder).jsonl" || name.hasPrefix("\(folder)/") else { continue }
      do {
        var rest: [UInt8] = []
        try pieces(of: entry.range) { piece in
          rest += piece
          var start = 0
          while let end = rest[start...].firstIndex(of: 10) {
            try body(Array(rest[start..<end]))
            start = end + 1
          }
          rest.removeSubrange(..<start)
          guard rest.count <= Self.mostLine else { throw Problem(description: "A line of \(name) is too long.") }
        }
        guard rest.isEmpty else { throw Problem(description: "\(name) ends within a line.") }
      } catch let refusal as Refusal {
        throw Problem(description: "\(name) cannot be read: \(refusal.detail)")
      }
    }
  }
}

extension ExportLine {
  fileprivate static func conversation(_ utf8: UnsafeBufferPointer<UInt8>) throws(Refusal) -> (Conversation, [Member]) {
    var reader = JSONReader(utf8)
    var (conversation, members): (Conversation?, [Member]) = (nil, [])
    guard try reader.enterObject() else { throw broken }
    while let key = try reader.nextKey() {
      switch key {
      case "conversation": conversation = try Conversation(from: &reader)
      case "members":
        guard try reader.enterArray() else { throw broken }
        while try reader.nextElement() { members.append(try Member(from: &reader)) }
      default: try reader.skipValue()
      }
    }
    try reader.finish()
    guard let conversation else { throw broken }
    return (conversation, members)
  }

  /// `nil` for one of another conversation.
  fileprivate static func message(
    _ utf8: UnsafeBufferPointer<UInt8>, of id: ConversationID
  ) throws(Refusal) -> Message? {
    var reader = JSONReader(utf8)
    var (conversation, message): (ConversationID?, Message?)
    guard try reader.enterObject() else { throw broken }
    while let key = try reader.nextKey() {
      switch key {
      case "conversation":
        conversation = try reader.identifier()
        guard conversation == id else { return nil }
      case "message": message = try Message(from: &reader)
      default: try reader.skipValue()
      }
    }
    try reader.finish()
    guard conversation == id, let message else { throw broken }
    return message
  }

  private static var broken: Refusal { Refusal(.malformed, "A line lacks what it must say.") }
}
