import Domain

/// Digests by mail, and the links in them that end these.
package struct DigestMailing: Sendable {
  /// Seconds for which a link holds: a letter may be read late.
  private static let lifetime: Int64 = 400 * 86_400

  /// `nil` where the server sends no mail.
  private let mail: MailWriter?
  private let secret: StoredSecret
  private let store: any WorkspaceStore
  private let work: any WorkExecutor
  private let commands: any CommandPerformer
  private let clock: any WallClock

  package init(
    mail: MailWriter?, secret: StoredSecret, store: any WorkspaceStore, work: any WorkExecutor,
    commands: any CommandPerformer, clock: any WallClock
  ) {
    self.mail = mail
    self.secret = secret
    self.store = store
    self.work = work
    self.commands = commands
    self.clock = clock
  }

  /// Throws `invalid` for somebody who wants them from now on and can have none: the server sends
  /// no mail, or nobody has shown that the user's address is theirs.
  package func check(_ user: UserID) async throws(Refusal) {
    // Whoever wants them already may change what else they want.
    guard try await !work.reading({ [store] in try store.preferences(of: user).digestTimes.byMail }) else { return }
    guard mail != nil else { throw Refusal(.invalid, "This server sends no mail.") }
    guard try await work.reading({ [store] in try store.profile(user).emailVerifiedAt != nil }) else {
      throw Refusal(.invalid, "Verify your e-mail address first: a digest holds what is said in conversations.")
    }
  }

  /// The letter; `nil` for somebody who can have none.
  package func letter(to user: UserID, _ digest: AIOutput) async throws(Refusal) -> Mail? {
    guard let mail else { return nil }
    let (profile, workspace) = try await work.reading { [store] in
      (try store.profile(user), try store.workspace().name)
    }
    guard profile.emailVerifiedAt != nil else { return nil }
    let token = try await Self.token(
      of: user, key: secret.value(), until: clock.now.adding(seconds: Self.lifetime))
    return mail.digest(to: profile.email, digest, token: token, workspace: workspace)
  }

  /// What stands in the link of a letter.
  package static func token(of user: UserID, key: [UInt8], until expiry: Timestamp) throws(Refusal) -> String {
    try Seal(key: key).close(user.description, for: .digest, until: expiry)
  }

  /// The user whose link it is gets no more of these letters. Throws `forbidden` for a token that
  /// is not good.
  package func unsubscribe(_ token: String) async throws(Refusal) {
    guard
      let text: String = try await Seal(key: secret.value()).open(token, for: .digest, at: clock.now),
      let user = UserID(text)
    else { throw Refusal(.forbidden, "This link is not good any more. Change it in the settings.") }
    var preferences = try await work.reading { [store] in try store.preferences(of: user) }
    guard preferences.digestTimes.byMail else { return }
    preferences.digest = preferences.digestTimes
    preferences.digest?.byMail = false
    let record = PrivateRecord(
      user: user, collection: .preferences, id: PrivateRecord.preferencesID, body: RecordBody.encode(preferences),
      createdAt: clock.now)
    _ = try await commands.perform(.intelligence(.record(.put(record))))
  }
}
