import Domain
import ServerCore

extension CommandWriter {
  func apply(_ command: SystemCommand) throws -> CommandAnswer {
    switch command {
    case .putSecret(let name, let value): try putSecret(value, name: name)
    case .probe: try probe()
    case .replaceSigningKey(let name, let value): try replaceSigningKey(value, name: name)
    }
  }

  /// Kept among the secrets, where nothing else looks for it.
  private func probe() throws -> CommandAnswer {
    try connection.execute("INSERT OR REPLACE INTO secrets (name, value) VALUES ('probe', randomblob(16))")
    return .done
  }

  private func putSecret(_ value: [UInt8], name: String) throws -> CommandAnswer {
    try connection.run(
      "INSERT INTO secrets (name, value) VALUES (?, ?) ON CONFLICT (name) DO NOTHING", .text(name), .bytes(value))
    let kept = try connection.first("SELECT value FROM secrets WHERE name = ?", .text(name)) { $0.bytes("value") }
    return CommandAnswer(.secret(kept ?? value))
  }

  private func replaceSigningKey(_ value: [UInt8], name: String) throws -> CommandAnswer {
    try markErased()
    try connection.run("INSERT OR REPLACE INTO secrets (name, value) VALUES (?, ?)", .text(name), .bytes(value))
    return CommandAnswer(.secret(value), changes: [.tokensReplaced])
  }
}
