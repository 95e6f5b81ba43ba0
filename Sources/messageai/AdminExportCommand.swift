import ArgumentParser
import Domain
import Foundation
import ServerCore
import StoreSQLite

/// `messageai admin export`
struct AdminExportCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "export",
    abstract: "Write everything that the workspace has into an archive, whether the server is running or not.",
    discussion: """
      People, all conversations with their messages, insights and files; no secrets, and nothing that the AI keeps \
      for one person. Whoever has the archive reads all of it. `messageai archive` verifies and reads it.
      """)

  @OptionGroup var folder: DataFolderOption
  @OptionGroup var storage: FileStorageOption

  @Option(help: "The file to write: one that is not there yet.")
  var to: String

  func run() async throws {
    if folder.database == nil { try folder.needFile(instead: "") }
    let target = try NewFile(to)
    do {
      // Before it: what was read and could not be written was read all the same.
      try await AdminSession.record(.workspaceExported, in: folder)
      let counts = try await write(to: target)
      try target.finish()
      print(
        "\(counts.people) people, \(counts.conversations) conversations and \(counts.messages) messages are in \(to).")
      if counts.missing > 0 { print("The bytes of \(counts.missing) files were not there: its manifest names them.") }
    } catch {
      target.remove()
      switch error {
      case let failure as CommandFailure: throw failure
      case let failure as StoreFileError: throw CommandFailure(failure.description)
      case let refusal as Refusal: throw CommandFailure(refusal.detail)
      default: throw CommandFailure("The export could not be written: \(error)")
      }
    }
  }

  private func write(to target: NewFile) async throws -> WorkspaceExport.Counts {
    let source = try folder.exportSource()
    defer { source.close() }
    if let settings = try storage.settings() {
      return try await StoragePlace.s3(settings).open { try await export(source, $0).write(to: target) }
    }
    guard FileManager.default.fileExists(atPath: folder.filesPath) else {
      return try await export(source, nil).write(to: target)
    }
    return try await StoragePlace.folder(folder.filesPath).open { try await export(source, $0).write(to: target) }
  }

  private func export(_ source: WorkspaceSource, _ files: (any FileStorage)?) -> WorkspaceExport {
    WorkspaceExport(store: source.store, files: files, clock: SystemClock())
  }
}
