import Foundation

/// Reads the settings before anything else does, and then the command line: an option goes before
/// the environment, the environment before the file, the file before what is built in.
@main
enum Program {
  /// The status of a process that was given settings or options that it cannot use: `EX_USAGE`.
  private static let badUsage: Int32 = 64

  static func main() async {
    let settings: Settings
    do throws(Settings.Problems) {
      settings = try Settings(
        arguments: Array(CommandLine.arguments.dropFirst()), environment: ProcessInfo.processInfo.environment)
    } catch {
      FileHandle.standardError.write(Data("\(error)\n".utf8))
      exit(badUsage)
    }
    await Environment.$settings.withValue(settings) { await MessageAICommand.main() }
  }
}
