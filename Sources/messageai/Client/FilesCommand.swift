import ArgumentParser
import Domain
import Foundation
import Terminal
import ViewModels

/// `messageai files`
struct FilesCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "files", abstract: "Files of messages.", subcommands: [FilesGetCommand.self])
}

/// `messageai files get`
struct FilesGetCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "get", abstract: "Download a file of a message.",
    discussion: "`messageai export` names the ids of files.")

  @OptionGroup var client: ClientOptions

  @Argument(help: "Id of the file.")
  var id: String

  @Option(help: "File to write; standard output unless given.")
  var output: String?

  func run() async throws {
    guard let id = AttachmentID(id) else { throw ValidationError("\(id) is not the id of a file.") }
    try await client.withClient { messages in
      _ = try await client.signedIn(messages)
      do {
        let file = Attachment(id: id, kind: .file, name: "file", type: "application/octet-stream", bytes: 0)
        try write(try await messages.files.file(file, form: .original))
      } catch let refusal as Refusal where refusal.code == .notFound {
        throw CommandFailure("There is no such file, or you may not read it.")
      } catch let refusal as Refusal {
        throw CommandFailure(Problem(refusal).sentence.english)
      }
    }
  }

  private func write(_ source: URL) throws {
    guard let output else {
      let handle = try FileHandle(forReadingFrom: source)
      while let data = try handle.read(upToCount: 1 << 20), !data.isEmpty {
        try FileHandle.standardOutput.write(contentsOf: data)
      }
      return
    }
    let target = URL(fileURLWithPath: output)
    let part = target.appendingPathExtension("part")
    if FileManager.default.fileExists(atPath: part.path) { try FileManager.default.removeItem(at: part) }
    try FileManager.default.copyItem(at: source, to: part)
    guard rename(part.path, target.path) == 0 else {
      try FileManager.default.removeItem(at: part)
      throw CommandFailure("\(output) cannot be written.")
    }
  }
}
