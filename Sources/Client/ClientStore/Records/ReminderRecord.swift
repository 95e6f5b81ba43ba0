import Domain
import Foundation
import GRDB
import WireProtocol

/// The reminder table: rows of the private feed by id, those that are over too, so that an older
/// row brings none of them back.
enum ReminderRecord {
  /// Keeps the row unless a newer one is stored.
  static func upsert(_ reminder: Reminder, _ db: Database) throws {
    try db.run(
      """
      INSERT INTO reminder (id, rev, state, at, body) VALUES (?, ?, ?, ?, ?)
      ON CONFLICT (id) DO UPDATE SET rev = excluded.rev, state = excluded.state, at = excluded.at,
        body = excluded.body
      WHERE excluded.rev > reminder.rev
      """,
      [
        reminder.id.blob, reminder.rev, reminder.state.rawValue, reminder.at.milliseconds,
        Data(reminder.json()),
      ])
  }

  /// Without those that are over, with what waits to be changed: those that have reminded first,
  /// then by time.
  static func living(_ db: Database) throws -> [Reminder] {
    let rows = try db.map("SELECT body FROM reminder WHERE state <> 'over' ORDER BY state, at, id", []) {
      try Reminder(json: [UInt8]($0[0] as Data))
    }
    return try LocalRequests(db).changed(rows)
  }
}

/// The opinion table: rows of the private feed by id, those that were taken back too.
enum OpinionRecord {
  /// Keeps the row unless a newer one is stored.
  static func upsert(_ opinion: Opinion, _ db: Database) throws {
    try db.run(
      """
      INSERT INTO opinion (id, rev, feedback, body) VALUES (?, ?, ?, ?)
      ON CONFLICT (id) DO UPDATE SET rev = excluded.rev, feedback = excluded.feedback, body = excluded.body
      WHERE excluded.rev > opinion.rev
      """, [opinion.id, opinion.rev, opinion.feedback?.rawValue, Data(opinion.json())])
  }

  /// The server has taken an opinion whose row is on its way.
  static func note(_ opinion: Opinion, _ db: Database) throws {
    try db.run(
      """
      INSERT INTO opinion (id, rev, feedback, body) VALUES (?, 0, ?, ?)
      ON CONFLICT (id) DO UPDATE SET feedback = excluded.feedback
      """, [opinion.id, opinion.feedback?.rawValue, Data(opinion.json())])
  }

  /// Of what was of no help.
  static func unhelpfulIDs(_ db: Database) throws -> Set<String> {
    Set(try db.map("SELECT id FROM opinion WHERE feedback = 'unhelpful'", []) { $0[0] as String })
  }
}
