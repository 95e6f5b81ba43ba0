import Foundation

/// The browser of this device.
package enum Browser {
  /// A browser that does not open by itself is opened by hand.
  package static func open(_ page: URL) {
    #if os(macOS)
      let programs = ["/usr/bin/open"]
    #else
      let programs = ["/usr/bin/xdg-open"]
    #endif
    guard isatty(STDERR_FILENO) == 1, let program = programs.first(where: FileManager.default.isExecutableFile) else {
      return
    }
    let process = Process()
    process.executableURL = URL(fileURLWithPath: program)
    process.arguments = [page.absoluteString]
    process.standardOutput = FileHandle.nullDevice
    process.standardError = FileHandle.nullDevice
    _ = try? process.run()
  }
}
