import ArgumentParser
import Foundation

/// Where a server keeps everything it knows.
struct DataFolderOption: ParsableArguments {
  /// Read by `Settings` before anything else.
  @Option(help: "File of settings, one MESSAGEAI_NAME=value on each line. Environment: MESSAGEAI_CONFIG.")
  var config = Environment.text(Settings.variable)

  @Option(help: "Folder of the server's data. Environment: MESSAGEAI_DATA.")
  var data: String = Environment.text("DATA") ?? "./data"

  @Option(
    help: """
      Address of a PostgreSQL database for everything but files, such as postgres://name@host/workspace; without one \
      all is in the folder. Environment: MESSAGEAI_DATABASE.
      """)
  var database = Environment.text("DATABASE")

  /// The database inside the folder.
  var databasePath: String { (data as NSString).appendingPathComponent("messageai.sqlite") }

  /// The folder of the files that belong to a backup.
  static func files(of backup: String) -> String { backup + ".files" }

  /// The folder of the files inside the folder.
  var filesPath: String { (data as NSString).appendingPathComponent("files") }

  /// Tells this folder's server from others at places that they might share. Made when it is first
  /// asked for; a backup does not have it.
  func serverName() throws -> String {
    let path = (data as NSString).appendingPathComponent("server-name")
    do {
      if !FileManager.default.fileExists(atPath: path) {
        try Data(UUID().uuidString.utf8).write(to: URL(fileURLWithPath: path), options: .atomic)
      }
      return try String(contentsOfFile: path, encoding: .utf8)
    } catch {
      throw CommandFailure("\(path) can be neither read nor written.")
    }
  }
}
