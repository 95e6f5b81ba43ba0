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

/// What a user asks to be called, and the like, when they are made.
package struct NewAccount: Sendable {
  package let record: AccountRecord
  package let timeZone: String?
  package let locale: String?
  package let language: String?

  package init(record: AccountRecord, timeZone: String?, locale: String?, language: String?) {
    self.record = record
    self.timeZone = timeZone
    self.locale = locale
    self.language = language
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
