import ArgumentParser
import Foundation

/// Options given as environment variables `MESSAGEAI_…`.
enum Environment {
  private static let yes: Set<String> = ["1", "true", "yes", "on"]
  private static let no: Set<String> = ["0", "false", "no", "off"]

  static func text(_ name: String) -> String? {
    ProcessInfo.processInfo.environment["MESSAGEAI_\(name)"].flatMap { $0.isEmpty ? nil : $0 }
  }

  /// What cannot be read is for `check` to tell.
  static func number(_ name: String) -> Int? {
    text(name).flatMap { Int($0) }
  }

  static func isOn(_ name: String) -> Bool {
    yes.contains(text(name)?.lowercased() ?? "")
  }

  /// Throws a sentence for people when the variable is set to something that `isReadable` does not
  /// take: a server that runs otherwise than it was told to is worse than none.
  static func check(_ name: String, is expectation: String, _ isReadable: (String) -> Bool) throws {
    guard let text = text(name), !isReadable(text) else { return }
    throw ValidationError("MESSAGEAI_\(name) is \"\(text)\"; it must be \(expectation).")
  }

  /// The same for a switch.
  static func checkSwitch(_ name: String) throws {
    try check(name, is: "1 or 0") { yes.union(no).contains($0.lowercased()) }
  }
}
