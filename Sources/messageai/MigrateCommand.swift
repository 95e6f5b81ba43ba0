import ArgumentParser
import Domain
import Foundation
import Media
import ServerCore
import StoreSQLite

#if POSTGRES
  import StorePostgres
#endif

/// `messageai migrate`
struct MigrateCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "migrate",
    abstract: "Move a workspace between a data folder and PostgreSQL; no server may be running.",
    discussion: """
      The source stays as it is. The target must be empty, or hold what an earlier run of the same move left, which \
      goes on from there. Every row is compared at the end; only then can a server be started on the target.
      """)

  @Option(help: "Where the workspace is: a data folder, or the address of a PostgreSQL database.")
  var from: String

  @Option(help: "Where it shall be: a new data folder, or the address of an empty PostgreSQL database.")
  var to: String

  @Option(help: "The data folder of the side that is in PostgreSQL: where its server has the files.")
  var data: String?

  @OptionGroup var storage: FileStorageOption

  @Flag(help: "Discard what an unfinished move left in the target.")
  var startOver = false

  func run() async throws {
    let (source, target) = (MovePlace(from, side: "--from", data: data), MovePlace(to, side: "--to", data: data))
    guard from != to else { throw CommandFailure("--from and --to are the same.") }
    do {
      let left = try source.openSource()
      defer { left.rows.close() }
      let digests = try left.digests()
      try checkFiles(digests, source, target)
      let right = try target.openTarget(for: left.history, startsOver: startOver)
      defer { right.close() }
      try copyFiles(digests, from: source, to: target)
      var shown = ContinuousClock.now
      let result = try WorkspaceMove(from: left.rows, to: right).run { step in
        if case .copied(_, let rows, let total) = step, rows < total {
          guard shown.duration(to: .now) > Self.pause else { return }
        }
        shown = .now
        Self.report(step)
      }
      if result.replacedTexts > 0 {
        print("In \(result.replacedTexts) texts the character U+0000, which nothing shows, is U+FFFD now.")
      }
      print("All \(result.rows) rows are the same in both. The workspace is in \(target.name) now.")
      print("Clients go on where they were. Never start a server on \(source.name) again: remove it when all is well.")
    } catch let failure as CommandFailure {
      throw failure
    } catch {
      throw CommandFailure("\(error)")
    }
  }

  /// Between two lines about one table.
  private static let pause = Duration.seconds(1)

  private static func report(_ step: WorkspaceMove.Step) {
    switch step {
    case .copied(_, 0, _), .compared(_, 0): return
    case .copied(let table, let rows, let total):
      print(rows < total ? "\(table): \(rows) of \(total)" : "\(table): \(rows)")
    case .deriving: print("Making the search index, then comparing.")
    case .compared(let table, let rows): print("\(table): the same \(rows) in both")
    }
    // For whoever reads it through a pipe.
    fflush(nil)
  }

  /// Files are in a folder beside each database, unless a bucket has them.
  private func checkFiles(_ digests: Set<FileDigest>, _ source: MovePlace, _ target: MovePlace) throws {
    guard try storage.settings() == nil, !digests.isEmpty, source.files == nil || target.files == nil else { return }
    throw CommandFailure(
      """
      The workspace has \(digests.count) files. Say with --data which folder the server in PostgreSQL has, or with \
      --file-storage that they are in a bucket, where they stay.
      """)
  }

  /// Before the database, so that a file is there when it is named.
  private func copyFiles(_ digests: Set<FileDigest>, from source: MovePlace, to target: MovePlace) throws {
    guard try storage.settings() == nil, let from = source.files, let to = target.files, from != to else { return }
    let missing = try FileCopies(of: digests).copy(from: from, to: to)
    guard !digests.isEmpty else { return }
    print("\(digests.count - missing) files are in \(to).")
    if missing > 0 { print("\(missing) files of the database were not in \(from).") }
  }
}

/// One side of a move, as people name it.
private struct MovePlace {
  let text: String
  /// What it is called in sentences: never with a password.
  let name: String
  private let isDatabase: Bool
  private let folder: String?

  init(_ text: String, side: String, data: String?) {
    self.text = text
    isDatabase = ["postgres://", "postgresql://"].contains { text.hasPrefix($0) }
    name = isDatabase ? "the database of \(side)" : text
    folder = isDatabase ? data : text
  }

  /// Where its files are; `nil` where nobody said.
  var files: String? { folder.map { ($0 as NSString).appendingPathComponent("files") } }

  private var path: String { (text as NSString).appendingPathComponent("messageai.sqlite") }

  struct Source {
    let rows: any MovedRows
    let history: HistoryID

    /// Of all complete files.
    func digests() throws -> Set<FileDigest> {
      guard let table = rows.tables.first(where: { $0.name == "files" }),
        let column = table.columns.firstIndex(of: "digest")
      else { return [] }
      var (found, key): (Set<FileDigest>, MovedRow?) = ([], nil)
      while true {
        let batch = try rows.rows(of: table, after: key)
        guard let last = batch.last else { return found }
        for case .text(let text) in batch.map({ $0[column] }) {
          if let digest = FileDigest(text) { found.insert(digest) }
        }
        key = table.key(of: last)
      }
    }
  }

  func openSource() throws -> Source {
    guard isDatabase else {
      let source = try SQLiteMove.source(path, place: name)
      return Source(rows: source, history: try source.history())
    }
    #if POSTGRES
      let source = try PostgresMove.source(text, place: name)
      return Source(rows: source, history: try source.history())
    #else
      throw Self.unavailable
    #endif
  }

  func openTarget(for history: HistoryID, startsOver: Bool) throws -> any MoveTarget {
    guard isDatabase else { return try SQLiteMove.target(path, place: name, for: history, startsOver: startsOver) }
    #if POSTGRES
      if let folder,
        FileManager.default.fileExists(atPath: (folder as NSString).appendingPathComponent("messageai.sqlite"))
      {
        throw CommandFailure("\(folder) has a workspace of its own. Name a new folder with --data.")
      }
      return try PostgresMove.target(text, place: name, for: history, startsOver: startsOver)
    #else
      throw Self.unavailable
    #endif
  }

  static let unavailable = CommandFailure(
    "This program was built without PostgreSQL: README.md says how to build it with it.")
}
