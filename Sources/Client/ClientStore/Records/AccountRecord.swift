import Domain
import GRDB

/// Who is signed in on this device.
enum AccountRecord {
  static func user(_ db: Database) throws -> UserID? {
    let users: [UserID] = try db.map("SELECT user FROM account") { try $0.identifier(0) }
    return users.first
  }

  static func save(_ user: UserID, _ db: Database) throws {
    try db.run("INSERT OR REPLACE INTO account (id, user) VALUES (1, ?)", [user.blob])
  }
}
