import Foundation

/// One run of measurements: where its data is, how long it measures, and what has come out.
final class Bench {
  let seconds: Double
  private let folder: URL
  private let asJSON: Bool
  private let sharing: SharingOptions
  private var figures: [Figure] = []
  private var worlds = 0

  init(_ options: BenchOptions, sharing: SharingOptions = SharingOptions()) throws {
    self.sharing = sharing
    seconds = options.seconds
    folder = URL(filePath: options.folder)
    asJSON = options.json
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    try Self.raiseDescriptorLimit()
    #if DEBUG
      note("This is a debug build: its figures say nothing about a release build.")
    #endif
  }

  /// Records a figure. `target` is the most it may be, or with `atLeast` the least.
  func record(
    _ scenario: String, _ name: String, _ value: Double, _ unit: String, target: Double? = nil, atLeast: Bool = false
  ) {
    let figure = Figure(
      scenario: scenario, name: name, value: value, unit: unit, target: target, isAtLeast: atLeast)
    figures.append(figure)
    note(figure.line)
  }

  /// Says something on standard error, so that standard output stays the result.
  func note(_ text: String) {
    FileHandle.standardError.write(Data("\(text)\n".utf8))
  }

  /// A new empty folder for one server's data.
  func makeDataFolder() throws -> URL {
    worlds += 1
    let data = folder.appending(path: "\(ProcessInfo.processInfo.processIdentifier)-\(worlds)")
    try FileManager.default.createDirectory(at: data, withIntermediateDirectories: true)
    return data
  }

  /// A new empty workspace: in a folder of its own, or in a database of its own.
  func makeWorkspace() throws -> MeasuredWorkspace {
    try MeasuredWorkspace(folder: makeDataFolder(), number: worlds, sharing)
  }

  func remove(_ data: URL) throws {
    try FileManager.default.removeItem(at: data)
  }

  /// Prints the result.
  func finish() throws {
    if asJSON {
      let encoder = JSONEncoder()
      encoder.outputFormatting = [.prettyPrinted, .sortedKeys]
      print(String(decoding: try encoder.encode(figures), as: UTF8.self))
    } else {
      print(Figure.table(figures))
    }
  }

  /// Each socket is a descriptor; the child inherits the limit.
  private static func raiseDescriptorLimit() throws {
    var limit = rlimit()
    #if os(Linux)
      let resource = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
    #else
      let resource = RLIMIT_NOFILE
    #endif
    guard getrlimit(resource, &limit) == 0 else { throw BenchError.system("getrlimit") }
    limit.rlim_cur = limit.rlim_max
    guard setrlimit(resource, &limit) == 0 else { throw BenchError.system("setrlimit") }
  }
}
