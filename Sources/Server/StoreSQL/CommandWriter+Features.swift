import Domain
import ServerCore

extension CommandWriter {
  func rollouts() throws -> [Feature: FeatureRollout] { try FeatureRows.rollouts(on: connection) }

  func save(_ rollout: FeatureRollout, of feature: Feature) throws {
    try connection.write(
      """
      INSERT INTO rollouts (feature, percentage, people, isStopped) VALUES (?1, ?2, ?3, ?4)
      ON CONFLICT (feature) DO UPDATE SET percentage = ?2, people = ?3, isStopped = ?4
      """, .text(feature.rawValue), .integer(Int64(rollout.percentage)), .ids(rollout.people),
      .flag(rollout.isStopped))
  }

  func allAccounts() throws -> [AccountState] {
    try connection.all(
      "SELECT \(ProfileRows.columns), \(AccountColumn.list) FROM users WHERE deletedAt IS NULL ORDER BY key",
      map: ProfileRows.state)
  }

  func saveExposure(of account: Int64, to feature: Feature, isEnabled: Bool, at time: Timestamp) throws {
    try connection.write(
      """
      INSERT INTO exposures (feature, \(Dialect.account), isEnabled, at) VALUES (?1, ?2, ?3, ?4)
      ON CONFLICT (feature, \(Dialect.account)) DO UPDATE SET isEnabled = ?3, at = ?4
        WHERE exposures.isEnabled <> ?3
      """, .text(feature.rawValue), .integer(account), .flag(isEnabled), .time(time))
  }
}
