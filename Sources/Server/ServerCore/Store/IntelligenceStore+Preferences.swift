import Domain

extension IntelligenceStore {
  /// What the user has set, or the standard preferences.
  package func preferences(of user: UserID) throws -> AIPreferences {
    guard let record = try record(.preferences, id: PrivateRecord.preferencesID, of: user) else {
      return AIPreferences()
    }
    return try RecordBody.decode(record.body)
  }
}

extension PrivateRecord {
  /// Id of the one record in `preferences`.
  package static let preferencesID = "preferences"
}
