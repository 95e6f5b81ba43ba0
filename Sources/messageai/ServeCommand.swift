import ArgumentParser
import Foundation
import Logging
import ServerCore
import ServerHTTP
import StoreSQLite

extension Registration: ExpressibleByArgument {}

/// `messageai serve`
struct ServeCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "serve", abstract: "Run the server.",
    discussion: "Every option can be given as an environment variable too, such as MESSAGEAI_PORT=8080.")

  @Option(help: "Address to listen on.")
  var address = Environment.text("ADDRESS") ?? "127.0.0.1"

  @Option(help: "Port to listen on; 0 takes any free one.")
  var port = Environment.text("PORT").flatMap { Int($0) } ?? 8080

  @OptionGroup var folder: DataFolderOption

  @Option(help: "Folder of the web client. By default Web beside the working folder or the program.")
  var web: String?

  @Option(
    help: "Further origins whose pages may connect, such as https://chat.example.org. Environment: comma-separated.")
  var origin = Environment.text("ORIGIN")?.split(separator: ",").map(String.init) ?? []

  @Option(help: "Who may make an account: open or closed.")
  var registration = Environment.text("REGISTRATION").flatMap { Registration(rawValue: $0) } ?? .open

  @Flag(help: "Limit nothing: for measurements.")
  var noRateLimits = Environment.isOn("NO_RATE_LIMITS")

  @Flag(help: "Believe X-Forwarded-For: only behind a proxy that sets it.")
  var trustProxy = Environment.isOn("TRUST_PROXY")

  @Option(help: "Members of a group at most.")
  var groupSize = Environment.text("GROUP_SIZE").flatMap { Int($0) } ?? ServerLimits().groupSize

  private static let logLevels = "trace, debug, info, notice, warning, error or critical"

  @Option(help: "\(logLevels).")
  var logLevel = Environment.text("LOG_LEVEL") ?? "info"

  func validate() throws {
    try Environment.check("PORT", is: "a number from 0 to 65535") { Int($0) != nil }
    try Environment.check("REGISTRATION", is: "open or closed") { Registration(rawValue: $0) != nil }
    try Environment.check("GROUP_SIZE", is: "a number of at least 2") { Int($0) != nil }
    try Environment.check("LOG_LEVEL", is: Self.logLevels) { Logger.Level(rawValue: $0) != nil }
    for name in ["NO_RATE_LIMITS", "TRUST_PROXY"] { try Environment.checkSwitch(name) }
    guard (0...65_535).contains(port) else { throw ValidationError("--port is 0 to 65535.") }
    guard Logger.Level(rawValue: logLevel) != nil else { throw ValidationError("--log-level is not a level.") }
    guard groupSize >= 2 else { throw ValidationError("--group-size is at least 2.") }
  }

  func run() async throws {
    let configuration = try serverConfiguration()
    let store = try folder.openStore(SQLiteStoreOptions(groupSize: groupSize))
    let server: ServerInstance
    do {
      server = try await ServerInstance.start(configuration, store: store, stopsOnSignals: true)
    } catch let error as ServerStartError {
      throw CommandFailure(error.description)
    }
    let line = "MessageAI is at http://\(address):\(server.port) with data in \(folder.data)\n"
    FileHandle.standardOutput.write(Data(line.utf8))
    try await server.waitUntilStopped()
  }

  private func serverConfiguration() throws -> ServerConfiguration {
    var configuration = ServerConfiguration()
    configuration.address = address
    configuration.port = port
    configuration.webFolder = try webFolder()
    configuration.controlPath = ControlSocket.path(in: folder.data)
    configuration.allowedOrigins = origin
    configuration.registration = registration
    configuration.hasRateLimits = !noRateLimits
    configuration.trustsForwardedFor = trustProxy
    configuration.limits.groupSize = groupSize
    configuration.logLevel = Logger.Level(rawValue: logLevel) ?? .info
    return configuration
  }

  private func webFolder() throws -> String? {
    if let web = web ?? Environment.text("WEB") {
      guard FileManager.default.fileExists(atPath: web) else {
        throw CommandFailure("The web folder \(web) does not exist.")
      }
      return web
    }
    let program = (CommandLine.arguments.first ?? "") as NSString
    let beside = (program.deletingLastPathComponent as NSString).appendingPathComponent("Web")
    return ["Web", beside].first { FileManager.default.fileExists(atPath: $0 + "/index.html") }
  }
}
