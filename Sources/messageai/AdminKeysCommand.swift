import ArgumentParser
import ServerCore

/// `messageai admin keys`
struct AdminKeysCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "keys", abstract: "The key that signs access tokens, whether the server is running or not.",
    subcommands: [AdminKeysRotate.self])
}

struct AdminKeysRotate: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "rotate", abstract: "Make a new signing key.",
    discussion: "Every access token of before is refused from now on. Nobody is signed out: apps fetch new ones.")
  @OptionGroup var folder: DataFolderOption

  func run() async throws {
    try await AdminSession.run(folder, .rotateKeys)
    print("There is a new signing key. Apps fetch new access tokens by themselves.")
  }
}
