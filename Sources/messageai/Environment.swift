import Foundation

/// Options given as environment variables `MESSAGEAI_…`.
enum Environment {
  static func text(_ name: String) -> String? {
    ProcessInfo.processInfo.environment["MESSAGEAI_\(name)"].flatMap { $0.isEmpty ? nil : $0 }
  }

  static func isOn(_ name: String) -> Bool {
    ["1", "true", "yes"].contains(text(name)?.lowercased() ?? "")
  }
}
