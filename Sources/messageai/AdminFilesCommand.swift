import ArgumentParser
import Foundation
import Media
import ServerCore
import StoreSQLite

/// `messageai admin files`
struct AdminFilesCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "files", abstract: "Stored files, whether the server is running or not.",
    subcommands: [AdminFilesCheck.self, AdminFilesMove.self], defaultSubcommand: AdminFilesCheck.self)

  static func digests(_ folder: DataFolderOption) throws -> [FileDigest] {
    try folder.needFile(instead: "only the files of a database in the folder can be compared.")
    return try SQLiteStore.fileDigests(at: folder.databasePath)
  }
}

/// `messageai admin files check`
struct AdminFilesCheck: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "check", abstract: "Compare the database with the stored files.",
    discussion: "Ends with status 1 when a file is missing. What belongs to no file goes by itself.")
  @OptionGroup var folder: DataFolderOption
  @OptionGroup var storage: FileStorageOption

  func run() async throws {
    let count: Int
    let findings: FileCopies.Findings
    do {
      let digests = try AdminFilesCommand.digests(folder)
      try await AdminSession.record(.filesChecked, in: folder)
      count = digests.count
      let copies = FileCopies(of: digests)
      if let settings = try storage.settings() {
        findings = copies.check(try await StoragePlace.s3(settings).open { try await $0.keys() })
      } else {
        findings = try copies.check(folder.filesPath)
      }
    } catch let failure as CommandFailure {
      throw failure
    } catch {
      throw CommandFailure("The files cannot be read: \(error)")
    }
    print("stored \(count), missing \(findings.missing), belonging to no file \(findings.surplus)")
    if findings.missing > 0 { throw ExitCode.failure }
  }
}

/// `messageai admin files move`
struct AdminFilesMove: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "move", abstract: "Bring the stored files from one place to another.",
    discussion: """
      A place is a folder or s3://bucket/prefix. What is there already is not copied again, so run it once more after \
      it was cut off. Nothing is removed from the former place: do that yourself when the server runs with the new one.
      """)
  @Option(help: "Where the files are: the data folder has them in files.")
  var from: String
  @Option(help: "Where they shall be.")
  var to: String
  @OptionGroup var folder: DataFolderOption

  func run() async throws {
    let outcome: FileCopies.Outcome
    let digests: [FileDigest]
    do {
      digests = try AdminFilesCommand.digests(folder)
      try await AdminSession.record(.filesMoved, in: folder)
      let (source, target) = (try StoragePlace(from), try StoragePlace(to))
      outcome = try await source.open { source in
        try await target.open(mayMake: true) {
          try await FileCopies(of: digests).copy(from: source, to: $0, through: target.incoming)
        }
      }
    } catch let failure as CommandFailure {
      throw failure
    } catch {
      throw CommandFailure("The files could not all be copied: \(error) Run it again: it goes on from there.")
    }
    print("copied \(outcome.copied), in \(to) \(digests.count - outcome.missing) of \(digests.count) files")
    if outcome.missing > 0 { throw ExitCode.failure }
    print("All files are in \(to), and still in \(from). Start the server with the new place.")
  }
}
