import Foundation

/// The servers of one workspace, and the services that they need on this machine.
final class ServerGroup {
  let nodes: [ServerProcess]
  private let workspace: MeasuredWorkspace

  init(_ workspace: MeasuredWorkspace, options: [String] = [], environment: [String: String] = [:]) throws {
    var shared: [String] = []
    if let database = workspace.database { shared += ["--database", database] }
    if let bus = workspace.bus { shared += ["--bus", bus] }
    self.workspace = workspace
    // A node's folder holds its control socket, so each has its own.
    nodes = try (0..<workspace.nodes).map { number in
      let data = workspace.database != nil ? workspace.folder.appending(path: "node-\(number)") : workspace.folder
      return try ServerProcess(data: data, options: shared + options, environment: environment)
    }
  }

  /// The server of the user with this number.
  func node(of user: Int) -> ServerProcess {
    nodes[user % nodes.count]
  }

  func stop() {
    for node in nodes { node.stop() }
  }

  /// Seconds of CPU that the servers have used, with the services that they need.
  func cpuSeconds() throws -> Double {
    try nodes.reduce(services().seconds) { try $0 + $1.cpuSeconds() }
  }

  /// What the services have used; nothing where none is needed.
  func services() throws -> ServiceTime {
    try ServiceTime(of: workspace)
  }

  /// As `ServerProcess.cpuSecondsWhenQuiet`, of all.
  func cpuSecondsWhenQuiet() throws -> Double {
    for node in nodes { _ = try node.cpuSecondsWhenQuiet() }
    return try cpuSeconds()
  }

  func residentBytes() throws -> Double {
    try nodes.reduce(0) { try $0 + $1.residentBytes() }
  }
}

/// Seconds of CPU of all PostgreSQL and NATS processes of this machine.
struct ServiceTime {
  private(set) var postgres = 0.0
  private(set) var nats = 0.0

  var seconds: Double { postgres + nats }

  /// Nothing for a workspace that needs neither.
  init(of workspace: MeasuredWorkspace) throws {
    guard workspace.database != nil else { return }
    let second = Double(sysconf(Int32(_SC_CLK_TCK)))
    for process in try FileManager.default.contentsOfDirectory(atPath: "/proc") where process.allSatisfy(\.isNumber) {
      let (name, ticks) = Self.ticks(of: process)
      switch name {
      case "postgres": postgres += ticks / second
      case "nats-server": nats += ticks / second
      default: break
      }
    }
  }

  static func - (later: ServiceTime, earlier: ServiceTime) -> ServiceTime {
    var time = later
    time.postgres -= earlier.postgres
    time.nats -= earlier.nats
    return time
  }

  /// The name of a process, and ticks of it and of its children that have ended. The fields are
  /// those of proc(5), 14 to 17, behind the name in brackets. Nothing for one that has ended.
  private static func ticks(of process: String) -> (name: Substring, ticks: Double) {
    guard let text = try? String(contentsOfFile: "/proc/\(process)/stat", encoding: .utf8),
      let open = text.firstIndex(of: "("), let close = text.lastIndex(of: ")")
    else { return ("", 0) }
    let fields = text[text.index(after: close)...].split(separator: " ")
    guard fields.count > 14 else { return ("", 0) }
    return (text[text.index(after: open)..<close], fields[11...14].reduce(0) { $0 + (Double($1) ?? 0) })
  }
}

extension Bench {
  /// What the services took of a message or a delivery; nothing where none is needed.
  func record(_ scenario: String, _ time: ServiceTime, per count: Double, in workspace: MeasuredWorkspace) {
    guard workspace.database != nil else { return }
    record(scenario, "of it PostgreSQL", time.postgres / count * 1e6, "µs")
    if workspace.bus != nil { record(scenario, "of it NATS", time.nats / count * 1e6, "µs") }
  }
}
