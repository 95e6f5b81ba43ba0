import ArgumentParser
import Domain
import Foundation
import ServerCore
import Terminal

/// `messageai archive`
struct ArchiveCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "archive", abstract: "Verify and read an export, of a person or of a workspace.",
    discussion: "Needs no server: the archive alone.",
    subcommands: [
      ArchiveCheck.self, ArchiveConversations.self, ArchiveShow.self, ArchiveFiles.self, ArchiveExtract.self,
    ])
}

struct ArchiveArgument: ParsableArguments {
  @Argument(help: "The archive.")
  var file: String

  /// Gives `body` a reader. What cannot be read is a sentence for people.
  func read<Value>(_ body: (ExportReader<FileExportSource>) throws -> Value) throws -> Value {
    do {
      return try body(try ExportReader(try FileExportSource(path: file)))
    } catch let failure as CommandFailure {
      throw failure
    } catch let problem as ExportReader<FileExportSource>.Problem {
      throw CommandFailure("\(file) cannot be read. \(problem)")
    }
  }
}

/// `messageai archive check`
struct ArchiveCheck: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "check", abstract: "Compare an archive with its manifest.",
    discussion: "Names what is damaged, missing or not in the manifest, and ends with status 1 when anything is.")
  @OptionGroup var archive: ArchiveArgument

  func run() async throws {
    let isWhole = try archive.read { reader in
      let findings = try reader.verify()
      for name in findings.damaged { print("damaged: \(name)") }
      for name in findings.missing { print("missing: \(name)") }
      for name in findings.extra { print("not in the manifest: \(name)") }
      if let byte = findings.unreadableFrom { print("cannot be read from byte \(byte) on") }
      guard findings.hasManifest else {
        print("It has no manifest at its end: it was cut, or never finished.")
        return false
      }
      let manifest = try reader.manifest()
      if findings.isWhole {
        print("whole: \(manifest.format), \(manifest.files.count) files, \(manifest.began.date.formatted(.iso8601))")
      }
      for id in manifest.missing { print("the server did not have the bytes of \(TerminalText.sanitised(id))") }
      return findings.isWhole
    }
    guard isWhole else { throw ExitCode.failure }
  }
}

/// `messageai archive conversations`
struct ArchiveConversations: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "conversations", abstract: "List the conversations of an archive.",
    discussion: "One line each: id, kind, name or people.")
  @OptionGroup var archive: ArchiveArgument

  func run() async throws {
    try archive.read { reader in
      try reader.conversations { conversation, members in
        let name = ArchiveText.name(of: conversation, members)
        print([conversation.id.description, conversation.kind.rawValue, name].joined(separator: "\t"))
      }
    }
  }
}

/// `messageai archive show`
struct ArchiveShow: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "show", abstract: "Print a conversation of an archive, oldest message first.")
  @OptionGroup var archive: ArchiveArgument
  @Argument(help: "Id or name of a conversation, as `conversations` prints them.") var conversation: String
  @Flag(help: "Print each message as a JSON line, as it stands in the archive.") var json = false

  func run() async throws {
    try archive.read { reader in
      let (id, names) = try find(in: reader)
      try reader.messages(of: id) { message, line in
        if json {
          try FileHandle.standardOutput.write(contentsOf: line + [10])
        } else {
          for line in ArchiveText.lines(of: message, names) { print(line) }
        }
      }
    }
  }

  private func find(in reader: ExportReader<FileExportSource>) throws -> (ConversationID, [UserID: String]) {
    var found: [(id: ConversationID, names: [UserID: String])] = []
    try reader.conversations { row, members in
      guard row.id.description == conversation || ArchiveText.name(of: row, members) == conversation else { return }
      found.append((row.id, Dictionary(members.map { ($0.user, $0.name) }, uniquingKeysWith: { first, _ in first })))
    }
    guard let first = found.first else { throw CommandFailure("The archive has no conversation \(conversation).") }
    guard found.count == 1 else {
      let ids = found.map(\.id.description).joined(separator: ", ")
      throw CommandFailure("Several conversations are called \(conversation): name one by its id: \(ids).")
    }
    return first
  }
}

/// `messageai archive files`
struct ArchiveFiles: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "files", abstract: "List the names of all files in an archive.")
  @OptionGroup var archive: ArchiveArgument

  func run() async throws {
    try archive.read { reader in
      for name in reader.names { print(name) }
    }
  }
}

/// `messageai archive extract`
struct ArchiveExtract: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "extract", abstract: "Write one file of an archive to disk.",
    discussion: "A file of a message is called files/ and its id, as `show` prints it.")
  @OptionGroup var archive: ArchiveArgument
  @Argument(help: "Its name in the archive, as `files` prints it.") var name: String
  @Option(help: "The file to write: one that is not there yet.") var to: String

  func run() async throws {
    try archive.read { reader in
      let target = try NewFile(to)
      do {
        try reader.file(name) { try target.write($0) }
        try target.finish()
      } catch {
        target.remove()
        throw error
      }
      print("Wrote \(to).")
    }
  }
}

/// An archive's words on a terminal.
enum ArchiveText {
  static func name(of conversation: Conversation, _ members: [Member]) -> String {
    TerminalText.sanitised(conversation.name ?? members.map(\.name).joined(separator: ", "))
  }

  /// When, who and what; further lines of the text are indented.
  static func lines(of message: Message, _ names: [UserID: String]) -> [String] {
    let sender = TerminalText.sanitised(names[message.sender] ?? message.sender.description)
    let text = message.isDeleted ? "(deleted)" : TerminalText.sanitised(message.text, multiline: true)
    var lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    if message.editCount > 0, !message.isDeleted { lines[lines.count - 1] += " (edited)" }
    lines += message.attachments.map { "[files/\($0.id) \(TerminalText.sanitised($0.name)), \($0.bytes) bytes]" }
    if lines.count > 1, lines[0].isEmpty { lines.removeFirst() }
    return ["\(message.createdAt.date.formatted(.iso8601))  \(sender): \(lines[0])"]
      + lines.dropFirst().map { "    \($0)" }
  }
}

/// An archive on disk.
struct FileExportSource: ExportSource {
  let size: Int64
  private let file: FileHandle

  /// Throws a sentence for people when it cannot be opened.
  init(path: String) throws {
    guard let file = FileHandle(forReadingAtPath: path) else { throw CommandFailure("\(path) cannot be opened.") }
    self.file = file
    do {
      size = Int64(clamping: try file.seekToEnd())
    } catch {
      throw CommandFailure("\(path) cannot be read.")
    }
  }

  func read(_ range: Range<Int64>) throws -> [UInt8] {
    try file.seek(toOffset: UInt64(range.lowerBound))
    let bytes = try file.read(upToCount: Int(range.upperBound - range.lowerBound)) ?? Data()
    guard bytes.count == range.upperBound - range.lowerBound else {
      throw CommandFailure("The archive was cut while it was read.")
    }
    return Array(bytes)
  }
}
