import Domain
import Foundation
import Logging

/// A setting of the server: an environment variable, a line of the configuration file and, for
/// most, an option of `messageai serve`.
struct Setting: Sendable {
  /// What a value must be.
  enum Form: Sendable {
    case text
    case number(ClosedRange<Int>, expectation: String)
    case choice([String], expectation: String)
    case toggle
    /// A number from 0 to 1.
    case share
    /// A file that must be there.
    case file
    case storage
  }

  /// Without `MESSAGEAI_`.
  let name: String
  let form: Form
  /// Never shown.
  var isSecret = false
  /// What the server will use, after all; `nil` for settings that have no option.
  var effective: (@Sendable (ServeCommand) -> String?)?

  /// What an option of `messageai serve` for it may be called; a switch can be turned either way.
  var options: [String] {
    guard effective != nil else { return [] }
    let words = name.lowercased().replacingOccurrences(of: "_", with: "-")
    guard case .toggle = form else { return ["--\(words)"] }
    return ["--\(words)", words.hasPrefix("no-") ? "--\(words.dropFirst(3))" : "--no-\(words)"]
  }

  static func named(_ name: String) -> Setting? { all.first { $0.name == name } }

  private static let yes: Set<String> = ["1", "true", "yes", "on"]
  private static let no: Set<String> = ["0", "false", "no", "off"]

  static func isYes(_ text: String) -> Bool { yes.contains(text.lowercased()) }

  /// A sentence for people when `text` cannot be read.
  func problem(with text: String) -> String? {
    guard let expectation = expectation(missedBy: text) else { return nil }
    let shown = isSecret ? "set" : "\"\(text)\""
    return "\(Settings.prefix)\(name) is \(shown); it must be \(expectation)."
  }

  private func expectation(missedBy text: String) -> String? {
    switch form {
    case .text: nil
    case .number(let range, let expectation): Int(text).map(range.contains) == true ? nil : expectation
    case .choice(let choices, let expectation): choices.contains(text) ? nil : expectation
    case .toggle: Self.yes.union(Self.no).contains(text.lowercased()) ? nil : "1 or 0"
    case .share: Double(text).map { (0...1).contains($0) } == true ? nil : "a number from 0 to 1"
    case .file: FileManager.default.isReadableFile(atPath: text) ? nil : "a file that can be read"
    case .storage: FileStorageOption.isValue(text) ? nil : FileStorageOption.values
    }
  }
}
