import Domain

/// An account that was not deleted.
package struct AccountState: Sendable {
  /// As in `MemberState.account`.
  package let number: Int64
  package let profile: Profile
  /// Of the private feed.
  package let rev: Int64
  package let isDisabled: Bool

  package init(number: Int64, profile: Profile, rev: Int64, isDisabled: Bool) {
    self.number = number
    self.profile = profile
    self.rev = rev
    self.isDisabled = isDisabled
  }
}

/// Somebody may choose a new password.
package struct PasswordReset: Sendable {
  /// As in `MemberState.account`.
  package let account: Int64
  package let user: UserID
  package let expiresAt: Timestamp
  /// Of the account.
  package let isDisabled: Bool

  package init(account: Int64, user: UserID, expiresAt: Timestamp, isDisabled: Bool) {
    self.account = account
    self.user = user
    self.expiresAt = expiresAt
    self.isDisabled = isDisabled
  }
}

/// An account that is to be made. What its user typed has been checked: here, and nowhere else.
package struct NewAccount: Sendable {
  package private(set) var record: AccountRecord
  package let timeZone: String?
  package let locale: String?
  package let language: String?

  /// With the name trimmed and the address as it is looked up. Throws `invalid` for a bad one of
  /// them, and for what is too long or has control characters. A zone, locale or language that
  /// there is not is left out: an odd browser says it, and nobody who could mend it.
  package init(
    _ record: AccountRecord, timeZone: String? = nil, locale: String? = nil, language: String? = nil
  ) throws(Refusal) {
    var record = record
    record.email = try AccountRules.validatedEmail(record.email)
    record.name = try AccountRules.validatedName(record.name)
    try ProfileRules.check(timeZone: timeZone, locale: locale, language: language)
    self.record = record
    self.timeZone = timeZone.flatMap { ProfileRules.isTimeZone($0) ? $0 : nil }
    self.locale = locale.flatMap { LanguageTag.isOne($0) ? $0 : nil }
    self.language = language.flatMap { LanguageTag.isOne($0) ? $0 : nil }
  }

  package func with(passwordHash: String) -> NewAccount {
    var copy = self
    copy.record.passwordHash = passwordHash
    return copy
  }
}

/// A change of a profile, under the next revision of its user's private feed.
package struct ProfileRuling: Sendable {
  /// To be saved, and the private feed has its revision; `nil` when nothing changes.
  package let changed: Profile?
  /// Others see another name or photo: `Rules.Members.rename` is for each conversation that the
  /// user is in.
  package let looksDifferent: Bool
  package var answer: CommandAnswer
}
