import Domain
import ServerCore

extension SQLStore: FeatureStore {
  package func rollouts() throws -> [Feature: FeatureRollout] { try read(FeatureRows.rollouts) }

  package func featureGroups() throws -> [FeatureGroup] {
    try read { connection in
      try connection.all(
        """
        SELECT disabledFeatures, count(*) AS count FROM users
        WHERE deletedAt IS NULL AND isDisabled = 0 GROUP BY disabledFeatures
        """
      ) { FeatureGroup(disabled: $0.words("disabledFeatures"), count: Int($0.integer("count"))) }
    }
  }

  package func exposureCounts() throws -> [ExposureCount] {
    try read { connection in
      try connection.all(
        """
        SELECT e.feature AS feature, e.isEnabled AS isEnabled, count(*) AS count
        FROM exposures e JOIN users u ON u.key = e.\(Dialect.account)
        WHERE u.deletedAt IS NULL AND u.isDisabled = 0 GROUP BY e.feature, e.isEnabled
        """
      ) { row in
        // A later version may have had features that this one does not know.
        Feature(rawValue: row.text("feature")).map {
          ExposureCount(feature: $0, isEnabled: row.flag("isEnabled"), count: Int(row.integer("count")))
        }
      }.compactMap { $0 }
    }
  }

  package func featureReach(of feature: Feature, after user: UserID?, limit: Int) throws -> [FeatureReach] {
    try read { connection in
      try connection.all(
        """
        SELECT \(ProfileRows.accountColumns), at FROM users
          LEFT JOIN exposures ON exposures.\(Dialect.account) = users.key AND exposures.feature = ?1
        WHERE deletedAt IS NULL AND users.isDisabled = 0
          AND users.key > coalesce((SELECT key FROM users WHERE id = ?2), 0)
        ORDER BY users.key LIMIT ?3
        """, .text(feature.rawValue), .id(user), .integer(Int64(max(0, limit)))
      ) { row in
        let account = try ProfileRows.account(row)
        return FeatureReach(
          user: account.user, isEnabled: account.profile.has(feature), exposedAt: row.optionalTime("at"))
      }
    }
  }
}

enum FeatureRows {
  static func rollouts(on connection: SQLConnection) throws -> [Feature: FeatureRollout] {
    let rows = try connection.all("SELECT feature, percentage, people, isStopped FROM rollouts") { row in
      (
        row.text("feature"),
        FeatureRollout(
          percentage: Int(row.integer("percentage")), people: try row.ids("people"), isStopped: row.flag("isStopped"))
      )
    }
    return rows.reduce(into: [:]) { found, row in
      if let feature = Feature(rawValue: row.0) { found[feature] = row.1 }
    }
  }
}
