import ArgumentParser
import Foundation

/// `messageai config`
struct ConfigCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "config", abstract: "Check and show the server's settings, without starting it.",
    discussion: """
      Takes the options of serve. An option goes before its environment variable, that before the configuration file, \
      and that before what is built in.
      """,
    subcommands: [ConfigCheckCommand.self, ConfigShowCommand.self])
}

/// `messageai config check`
struct ConfigCheckCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "check", abstract: "Say what is wrong with the settings; nothing is started or written.")

  @OptionGroup var serve: ServeCommand

  func run() async throws {
    try await serve.checkSettings()
    for name in Environment.settings.unknown {
      FileHandle.standardError.write(Data("\(name) is in the environment, but there is no such setting.\n".utf8))
    }
    for sentence in Environment.settings.exposedSecrets {
      FileHandle.standardError.write(Data("\(sentence)\n".utf8))
    }
    let given = ShownSetting.all(of: serve).filter { $0.source != ShownSetting.builtIn }.count
    print("The settings can be used: \(given) given, \(Setting.all.count - given) built in.")
  }
}

/// `messageai config show`
struct ConfigShowCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "show", abstract: "List every setting, its value and who has said it; secrets are hidden.")

  @OptionGroup var serve: ServeCommand

  func run() throws {
    let shown = ShownSetting.all(of: serve)
    let width = shown.map(\.assignment.count).filter { $0 < 60 }.max() ?? 0
    for setting in shown {
      let gap = String(repeating: " ", count: max(0, width - setting.assignment.count))
      print("\(setting.assignment)\(gap)  # \(setting.source)")
    }
  }
}

/// One line of `messageai config show`.
struct ShownSetting {
  static let builtIn = "built in"

  let assignment: String
  let source: String

  static func all(of serve: ServeCommand) -> [ShownSetting] {
    let words = Array(CommandLine.arguments.prefix { $0 != "--" })
    return Setting.all.map { ShownSetting($0, serve: serve, words: words) }
  }

  private init(_ setting: Setting, serve: ServeCommand, words: [String]) {
    let given = Environment.settings[setting.name]
    let value = setting.effective.map { $0(serve) } ?? given?.text
    let isHidden = setting.isSecret && value != nil
    assignment = "\(Settings.prefix)\(setting.name)=\(isHidden ? "(hidden)" : value ?? "")"
    let isOption: (String) -> Bool = { word in setting.options.contains { word == $0 || word.hasPrefix($0 + "=") } }
    if let word = words.last(where: isOption) {
      source = String(word.prefix { $0 != "=" })
    } else {
      source = given?.source.description ?? Self.builtIn
    }
  }
}
