import Domain
import ServerCore

extension CommandWriter {
  func hasPassword(_ account: Int64) throws -> Bool {
    try connection.integer(
      "SELECT count(*) FROM users WHERE key = ? AND passwordHash IS NOT NULL", .integer(account)) > 0
  }

  func holder(of identity: Identity) throws -> Int64? {
    try connection.first(
      "SELECT \(Dialect.account) FROM identities WHERE issuer = ? AND subject = ?", .text(identity.issuer),
      .text(identity.subject)
    ) { $0.integer(.only) }
  }

  func identities(of account: Int64) throws -> [AccountIdentity] {
    try IdentityRows.all(on: connection, where: "\(Dialect.account) = ?", .integer(account))
  }

  func insert(_ identity: Identity, of account: Int64, at time: Timestamp) throws {
    try connection.write(
      "INSERT INTO identities (issuer, subject, \(Dialect.account), linkedAt) VALUES (?, ?, ?, ?)",
      .text(identity.issuer),
      .text(identity.subject), .integer(account), .time(time))
  }

  func removeIdentity(of account: Int64, at issuer: String) throws {
    try markErased()
    try connection.write(
      "DELETE FROM identities WHERE \(Dialect.account) = ? AND issuer = ?", .integer(account), .text(issuer))
  }
}

enum IdentityRows {
  static func all(
    on connection: SQLConnection, where condition: String, _ value: SQLValue
  ) throws -> [AccountIdentity] {
    try connection.all("SELECT issuer, subject, linkedAt FROM identities WHERE \(condition) ORDER BY issuer", value) {
      AccountIdentity(
        Identity(issuer: $0.text("issuer"), subject: $0.text("subject")), linkedAt: $0.time("linkedAt"))
    }
  }
}
