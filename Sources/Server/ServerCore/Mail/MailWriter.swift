import Domain

/// Writes the letters that the server sends. Links are of the web client; what stands behind `#` is
/// in no log.
package struct MailWriter: Sendable {
  /// Where the web client is, without a slash at the end.
  private let address: String
  private let identifiers: any IdentifierSource
  private let clock: any WallClock

  package init(address: String, identifiers: any IdentifierSource, clock: any WallClock) {
    self.address = address
    self.identifiers = identifiers
    self.clock = clock
  }

  func invitation(to recipient: String, token: String, from host: String?, workspace: String?, days: Int64) -> Mail {
    let place = Self.place(workspace)
    let who = host.map { "\(Self.line($0)) invites you to \(place)." } ?? "You are invited to \(place)."
    return mail(
      to: recipient, "Invitation to \(place)",
      """
      \(who)

      Make your account here:
      \(address)/#/join/\(token)

      The link is for this address alone, works once, and ends in \(days == 1 ? "one day" : "\(days) days").
      If you did not expect it, you need not do anything.
      """)
  }

  func passwordReset(to recipient: String, token: String, workspace: String?) -> Mail {
    mail(
      to: recipient, "A new password for \(Self.place(workspace))",
      """
      Somebody, probably you, wants to choose a new password for this address.

      Choose it here within one hour:
      \(address)/#/reset/\(token)

      All devices are signed out then. If it was not you, your password stays as it is, and you need not
      do anything.
      """)
  }

  func emailChange(to recipient: String, token: String, workspace: String?) -> Mail {
    mail(
      to: recipient, "Your address in \(Self.place(workspace))",
      """
      Somebody, probably you, says that this is the address of their account in \(Self.place(workspace)).

      If it is yours, say so here within one day:
      \(address)/#/email/\(token)

      Until then the account keeps the address that it has. If it was not you, you need not do anything.
      """)
  }

  func emailTaken(to recipient: String, workspace: String?) -> Mail {
    mail(
      to: recipient, "Your address in \(Self.place(workspace))",
      """
      Somebody wants to use this address for another account in \(Self.place(workspace)), but an account has
      it already. Nothing has changed.

      If it was you: sign in to that account, and give it another address first. If not, you need not do
      anything.
      """)
  }

  func emailChanged(to recipient: String, workspace: String?) -> Mail {
    mail(
      to: recipient, "Your account in \(Self.place(workspace)) has another address",
      """
      Your account in \(Self.place(workspace)) has another e-mail address from now on, and you sign in with
      that. Letters about it do not come here any more.

      If it was not you, tell an administrator at once.
      """)
  }

  func newDevice(to recipient: String, device: String, workspace: String?) -> Mail {
    mail(
      to: recipient, "A new device in \(Self.place(workspace))",
      """
      Somebody has signed in to your account: \(Self.line(device)), \(clock.now.date.ISO8601Format()).

      If it was you, you need not do anything. If not, choose another password at once, which signs out all
      other devices, and unlink the accounts elsewhere that are not yours. Both are in the settings:
      \(address)/
      """)
  }

  func linked(to recipient: String, provider: String, workspace: String?) -> Mail {
    mail(
      to: recipient, "An account elsewhere in \(Self.place(workspace))",
      """
      An account at \(Self.line(provider)) has been linked with yours, and signs in to it from now on.

      If it was you, you need not do anything. If not, unlink it and choose another password at once. Both are
      in the settings:
      \(address)/
      """)
  }

  func digest(to recipient: String, _ digest: AIOutput, token: String, workspace: String?) -> Mail {
    let points = digest.points.map { "- \(Self.line($0.text))" }.joined(separator: "\n\n")
    return mail(
      to: recipient, "What you missed in \(Self.place(workspace))",
      """
      \(Self.line(digest.text))

      \(points)

      Open it:
      \(address)/#intelligence

      You get this letter because you have chosen so in the settings. To get no more of them, without signing
      in:
      \(address)/#/no-digest/\(token)
      """)
  }

  private func mail(to recipient: String, _ subject: String, _ text: String) -> Mail {
    Mail(id: identifiers.next(), to: recipient, subject: subject, text: text + "\n", createdAt: clock.now)
  }

  private static func place(_ workspace: String?) -> String { workspace.map(line) ?? "MessageAI" }

  /// Names come from people: they stay one line.
  private static func line(_ text: String) -> String {
    String(text.map { $0.isNewline || String($0).hasControlCharacter ? " " : $0 })
  }
}
