import ArgumentParser
import Domain
import Foundation

/// Over what is measured: SQLite unless a database is named.
struct SharingOptions: ParsableArguments {
  @Option(help: "Address of a PostgreSQL server on this machine; each measurement makes a database there and drops it.")
  var database: String?

  @Option(help: "How servers that share the database hear of each other, as of serve.")
  var bus: String?

  @Option(help: "Servers over the database; more than one need --bus. Users are spread over them in turn.")
  var nodes = 1

  func validate() throws {
    guard nodes >= 1 else { throw ValidationError("--nodes is at least 1.") }
    guard nodes == 1 || bus != nil else { throw ValidationError("--nodes needs --bus.") }
    guard database != nil || bus == nil else { throw ValidationError("--bus needs --database.") }
  }
}

/// Where the data of one measurement is, and how many servers serve it.
struct MeasuredWorkspace {
  /// Of the server's own files, and of the data where it is in SQLite.
  let folder: URL
  /// The address of a database of its own; nil where the data is in the folder.
  let database: String?
  let bus: String?
  let nodes: Int
  /// Written behind a scenario's name.
  let label: String
  private let databaseName: String?
  private let server: String?

  init(folder: URL, number: Int, _ options: SharingOptions) throws {
    self.folder = folder
    bus = options.bus
    nodes = options.nodes
    server = options.database
    guard let server = options.database else {
      (database, databaseName, label) = (nil, nil, "")
      return
    }
    let name = "bench_\(ProcessInfo.processInfo.processIdentifier)_\(number)"
    databaseName = name
    // A parameter goes before the path.
    database = server + (server.contains("?") ? "&" : "?") + "dbname=\(name)"
    label = nodes == 1 ? ", PostgreSQL" : ", PostgreSQL and \(nodes) servers"
    try Self.ask(server, "CREATE DATABASE \(name)")
  }

  /// What the sockets hold of the conversation that each is in; none with one server.
  func followers(of conversations: [ConversationID], _ known: [[FeedID: Int64]]) -> [FeedFollower] {
    guard nodes > 1 else { return [] }
    return zip(conversations, known).map { FeedFollower($0, rev: $1[.conversation($0)] ?? 0) }
  }

  /// Bytes of the database, or of the folder's files.
  func storedBytes() throws -> Double {
    if let server, let databaseName {
      let size = try Self.ask(server, "SELECT pg_database_size('\(databaseName)')")
      guard let bytes = Double(size) else { throw BenchError("psql said no size: \(size)") }
      return bytes
    }
    let files = try FileManager.default.contentsOfDirectory(atPath: folder.path)
    return try files.reduce(0) { sum, file in
      let attributes = try FileManager.default.attributesOfItem(atPath: folder.appending(path: file).path)
      return sum + Double((attributes[.size] as? NSNumber)?.intValue ?? 0)
    }
  }

  /// Removes the data. Nobody may have it open.
  func remove() throws {
    if let server, let databaseName { try Self.ask(server, "DROP DATABASE \(databaseName)") }
    try FileManager.default.removeItem(at: folder)
  }

  @discardableResult
  private static func ask(_ server: String, _ statement: String) throws -> String {
    let process = Process()
    let output = Pipe()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = ["psql", "--quiet", "--no-psqlrc", "-At", "-v", "ON_ERROR_STOP=1", "-c", statement, server]
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = output
    try process.run()
    let answer = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    guard process.terminationStatus == 0 else { throw BenchError("psql failed: \(statement)") }
    return answer.trimmingCharacters(in: .whitespacesAndNewlines)
  }
}
