import ArgumentParser
import Foundation

/// The settings that this process was started with. Every setting is read here.
enum Environment {
  /// Bound once, before the command line is read: see `Program`.
  @TaskLocal static var settings = Settings(environment: ProcessInfo.processInfo.environment)

  static func text(_ name: String) -> String? { settings[name]?.text }

  /// What cannot be read is for `check` to tell.
  static func number(_ name: String) -> Int? {
    text(name).flatMap { Int($0) }
  }

  static func isOn(_ name: String) -> Bool { text(name).map(Setting.isYes) ?? false }

  /// A secret, which is a setting itself or stands in the file that the setting with `_FILE` behind
  /// its name says. Throws a sentence for people when both are given or the file has none.
  static func secret(_ name: String) throws -> String? {
    guard let path = text(name + "_FILE") else { return text(name) }
    let (secret, file) = (Settings.prefix + name, Settings.prefix + name + "_FILE")
    guard text(name) == nil else { throw CommandFailure("\(secret) and \(file) are both set: leave one out.") }
    guard let contents = try? String(contentsOfFile: path, encoding: .utf8) else {
      throw CommandFailure("\(file): the file \(path) cannot be read.")
    }
    let value = contents.trimmingCharacters(in: .whitespacesAndNewlines)
    guard !value.isEmpty else { throw CommandFailure("\(file): the file \(path) is empty.") }
    return value
  }

  /// All settings by their whole names, with these secrets read from their files.
  static func whole(secrets: [String] = []) throws -> [String: String] {
    var whole = settings.environment
    for name in secrets { whole[Settings.prefix + name] = try secret(name) }
    return whole
  }

  /// Throws a sentence for people when a setting cannot be read: a server that runs otherwise than
  /// it was told to is worse than none.
  static func check(_ names: [String] = Setting.all.map(\.name)) throws {
    for setting in names.compactMap(Setting.named) {
      if let text = text(setting.name), let problem = setting.problem(with: text) { throw ValidationError(problem) }
    }
  }
}
