import Foundation
import Testing

@Suite("messageai serve")
struct ServeSettingsTests {
  struct Setting: Sendable, CustomStringConvertible {
    let name: String
    let value: String
    var description: String { "\(name)=\(value)" }
  }

  @Test(
    "does not start with an environment variable that it cannot read, and says which",
    arguments: [
      Setting(name: "PORT", value: "eighty"), Setting(name: "PORT", value: "70000"),
      Setting(name: "REGISTRATION", value: "maybe"), Setting(name: "GROUP_SIZE", value: "many"),
      Setting(name: "GROUP_SIZE", value: "1"), Setting(name: "LOG_LEVEL", value: "loud"),
      Setting(name: "USER_SPACE", value: "0"), Setting(name: "SOCKETS_PER_USER", value: "few"),
      Setting(name: "TRUST_PROXY", value: "perhaps"), Setting(name: "NO_RATE_LIMITS", value: "2"),
      Setting(name: "FILE_STORAGE", value: "bucket"), Setting(name: "DRAIN", value: "3601"),
    ])
  func refused(_ setting: Setting) throws {
    let process = Process()
    let errors = Pipe()
    process.executableURL = URL(fileURLWithPath: CommandLine.arguments[0]).deletingLastPathComponent()
      .appendingPathComponent("messageai")
    // Were it to start, it would fail at once and otherwise: there is no such folder.
    process.arguments = ["serve", "--data", "/proc/no-such-folder"]
    process.environment = ProcessInfo.processInfo.environment.merging(["MESSAGEAI_\(setting.name)": setting.value]) {
      $1
    }
    process.standardOutput = FileHandle.nullDevice
    process.standardError = errors
    try process.run()
    let said = String(decoding: try errors.fileHandleForReading.readToEnd() ?? Data(), as: UTF8.self)
    process.waitUntilExit()
    #expect(process.terminationStatus == 64)
    #expect(said.contains("MESSAGEAI_\(setting.name)") && said.contains(setting.value), "\(said)")
  }
}
