import Domain
import Foundation

/// Where Swift's runtime leaves its reports when this program crashes: a folder for each version,
/// in a folder that only its owner reads.
struct CrashFolder {
  /// Of more, the oldest are forgotten: what crashes at each start says the same each time.
  static let mostReports = 20
  private static let variable = "SWIFT_BACKTRACE"

  let path: String

  /// The folder beside what else is kept in `folder`.
  init(in folder: String) {
    path = URL(fileURLWithPath: folder).standardizedFileURL.appendingPathComponent("crashes").path
  }

  /// Has the runtime write a report here when the program crashes. As it reads its settings before
  /// any of our code runs, the program starts anew in this process: call it before anything is
  /// begun. Answers why there will be no reports, or `nil`.
  func watch() throws -> String? {
    #if os(Linux)
      let environment = ProcessInfo.processInfo.environment
      // Ours, after the new start, or what somebody else has decided.
      guard environment[Self.variable] == nil else { return nil }
      let program = try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
      guard let helper = Self.helper(beside: program, searching: environment["PATH"] ?? "") else {
        return "Swift's swift-backtrace is not installed"
      }
      let folder = "\(path)/\(ProductVersion.current)"
      guard !(folder + helper).contains(where: { ",= ".contains($0) }) else {
        return "a path with commas, spaces or equals signs cannot be given to Swift's runtime"
      }
      do {
        try FileManager.default.createDirectory(
          atPath: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
      } catch {
        return "the folder \(folder) cannot be made"
      }
      Self.startAnew(
        program,
        settings: "enable=yes,interactive=no,color=no,format=json,sanitize=yes,threads=crashed,images=mentioned"
          + ",unwind=precise,output-to=\(folder),swift-backtrace=\(helper)")
      return "the program could not start anew: \(String(cString: strerror(errno)))"
    #else
      return "Swift's runtime writes them on Linux only"
    #endif
  }

  #if os(Linux)
    /// Returns only when that is impossible.
    private static func startAnew(_ program: String, settings: String) {
      setenv(variable, settings, 1)
      // The new program has the mask of this thread, and those of dispatch block signals.
      var none = sigset_t()
      sigemptyset(&none)
      pthread_sigmask(SIG_SETMASK, &none, nil)
      var arguments = CommandLine.arguments.map { strdup($0) } + [nil]
      execv(program, &arguments)
      for argument in arguments { free(argument) }
      unsetenv(variable)
    }
  #endif

  /// The runtime's helper: as packages install it, or as the toolchain of this machine has it.
  static func helper(beside program: String, searching folders: String) -> String? {
    let installed = URL(fileURLWithPath: program).deletingLastPathComponent()
      .appendingPathComponent("../libexec/messageai/swift-backtrace").standardizedFileURL.path
    let tools = folders.split(separator: ":").map { folder in
      URL(fileURLWithPath: "\(folder)/swift").resolvingSymlinksInPath().deletingLastPathComponent()
        .appendingPathComponent("../libexec/swift/linux/swift-backtrace-static").standardizedFileURL.path
    }
    return ([installed] + tools).first { FileManager.default.isExecutableFile(atPath: $0) }
  }

  /// What earlier runs left, oldest first. A report that is handled without an error is removed,
  /// and so is what cannot be read; answers how many those were. Stops at the first error of
  /// `handle`.
  func collect(
    as platform: CrashPlatform, _ handle: (CrashReport) async throws -> Void
  ) async throws -> (told: Int, unreadable: Int) {
    var (told, unreadable) = (0, 0)
    for file in try reports() {
      let version = file.deletingLastPathComponent().lastPathComponent
      if let backtrace = try? Backtrace(json: Data(contentsOf: file)) {
        try await handle(backtrace.report(of: platform, version: version))
        told += 1
      } else {
        unreadable += 1
      }
      try FileManager.default.removeItem(at: file)
    }
    return (told, unreadable)
  }

  /// Removes what earlier runs left.
  func clear() throws {
    if FileManager.default.fileExists(atPath: path) { try FileManager.default.removeItem(atPath: path) }
  }

  private func reports() throws -> [URL] {
    let files = FileManager.default
    guard files.fileExists(atPath: path) else { return [] }
    let found = try files.subpathsOfDirectory(atPath: path).filter { $0.hasSuffix(".json") }.map { name in
      let file = URL(fileURLWithPath: path).appendingPathComponent(name)
      return (file: file, at: try files.attributesOfItem(atPath: file.path)[.modificationDate] as? Date ?? .distantPast)
    }
    let sorted = found.sorted { ($0.at, $0.file.path) < ($1.at, $1.file.path) }.map(\.file)
    for file in sorted.dropLast(Self.mostReports) { try files.removeItem(at: file) }
    return sorted.suffix(Self.mostReports)
  }
}
