import Domain
import WireProtocol

/// Signing in with an account elsewhere, and linking one to an account here (OpenID Connect, code
/// flow). What one step needs from the step before goes through the client, sealed.
package struct IdentityService: Sendable {
  /// Seconds that a step may take.
  package static let stepSeconds: Int64 = 600
  static let unknownProvider = Refusal(.notFound, "This server does not know that provider.")
  private static let ended = Refusal(.forbidden, "This sign-in has ended. Begin again.")
  /// Bytes of a code or an issuer that a provider may send.
  private static let longestText = 4_096

  private let accounts: AccountService
  private let gateway: any IdentityGateway
  private let key: StoredSecret
  /// Of the web client, without a slash at the end. Without one nobody can be sent back.
  private let publicAddress: String?

  package init(accounts: AccountService, gateway: any IdentityGateway, key: StoredSecret, publicAddress: String?) {
    self.accounts = accounts
    self.gateway = gateway
    self.key = key
    self.publicAddress = publicAddress
  }

  /// `asker` wants to link the account, and shows first that it is theirs; without one somebody
  /// wants to sign in. Throws `notFound` for an unknown provider, `invalid` for a place to return
  /// to that is not ours, for an asker as `AccountService.confirm`, and what the gateway throws.
  package func begin(
    _ form: OpenIDStartRequest, for asker: AuthenticatedSession?, address: String?
  ) async throws(Refusal) -> OpenIDStartResponse {
    let now = accounts.clock.now
    try accounts.limits.takeLookup(address: address, now: now)
    guard let publicAddress, gateway.providers.contains(where: { $0.shown.id == form.provider }) else {
      throw Self.unknownProvider
    }
    guard let place = ReturnPlace(form.returnTo) else {
      throw Refusal(.invalid, "returnTo is web, app, or http://127.0.0.1:PORT/.")
    }
    // Whoever is linked gets in from then on, whatever becomes of the password.
    if let asker { try await accounts.confirm(asker, password: form.password ?? "") }
    let (seal, expiry) = (try await seal(), now.adding(seconds: Self.stepSeconds))
    let state = try seal.close(Return(provider: form.provider, place: place.text), for: .state, until: expiry)
    let attempt = IdentityAttempt(
      provider: form.provider, state: state, nonce: Base64URL.encode(accounts.random(32)),
      verifier: Base64URL.encode(accounts.random(32)), asker: asker)
    let target = try await gateway.address(of: attempt, redirect: Self.redirect(publicAddress, form.provider))
    return OpenIDStartResponse(
      token: try seal.close(attempt, for: .attempt, until: expiry), state: state, address: target)
  }

  /// Which provider a browser is to come back from, and where it goes then.
  private struct Return: Codable {
    let provider: String
    let place: String
  }

  /// Where a browser goes with the answer that has come to the address of `provider`, and which is
  /// not looked at here: only the client that has begun can do something with it. Each provider has
  /// an address of its own, so that one cannot have the answer of another brought to it. Throws
  /// `notFound` where nobody signs in that way.
  package func returnAddress(from provider: String, _ answer: [String: String]) async throws(Refusal) -> String {
    guard let publicAddress, !gateway.providers.isEmpty else { throw Refusal.notFound }
    let begun: Return? = try await seal().open(answer["state"] ?? "", for: .state, at: accounts.clock.now)
    guard let begun, begun.provider == provider, let place = ReturnPlace(begun.place) else {
      return ReturnPlace.web.address(web: publicAddress, answer: [("error", "ended")])
    }
    let known = ["code", "state", "iss", "error"].compactMap { name in
      answer[name].flatMap { $0.utf8.count <= Self.longestText ? (name: name, value: $0) : nil }
    }
    return place.address(web: publicAddress, answer: known)
  }

  /// The answer of the provider, or what the step before has asked for. Throws `forbidden` for a
  /// step that has ended and for an answer that is not good, `invalidCredentials` for a wrong
  /// password, and what making an account or linking one throws.
  package func claim(_ form: OpenIDClaimRequest, address: String?) async throws(Refusal) -> IdentityClaim {
    let now = accounts.clock.now
    try accounts.limits.takeLookup(address: address, now: now)
    let seal = try await seal()
    if let attempt: IdentityAttempt = seal.open(form.token, for: .attempt, at: now) {
      try accounts.limits.takeCode(address: address, now: now)
      let person = ClaimedPerson(
        try await person(attempt, form, address: address), until: now.adding(seconds: Self.stepSeconds))
      return try await settle(person, for: attempt.asker, form, seal, address: address)
    }
    guard let person: ClaimedPerson = seal.open(form.token, for: .person, at: now) else { throw Self.ended }
    return try await settle(person, for: nil, form, seal, address: address)
  }

  /// Somebody for whom a provider has vouched, until when their sign-in is to be finished: a step
  /// that is repeated does not make it last longer.
  private struct ClaimedPerson: Codable {
    let person: VouchedPerson
    let until: Timestamp

    init(_ person: VouchedPerson, until: Timestamp) {
      self.person = person
      self.until = until
    }
  }

  /// Where whoever signed in with a provider ends its own session too; `nil` where that cannot be
  /// done. Throws `notFound` for an unknown provider.
  package func signOutAddress(at provider: String, address: String?) async throws(Refusal) -> String? {
    try accounts.limits.takeLookup(address: address, now: accounts.clock.now)
    guard let publicAddress else { throw Self.unknownProvider }
    return try await gateway.signOutAddress(at: provider, redirect: "\(publicAddress)/")
  }

  /// Those of providers that the server still knows.
  package func identities(of user: UserID) async throws(Refusal) -> LinkedIdentitiesResponse {
    let (linked, account) = try await accounts.reader.read { store in
      (try store.identities(of: user), try store.account(user))
    }
    let known = gateway.providers.compactMap { provider in
      linked.first { $0.identity.issuer == provider.issuer }.map {
        LinkedIdentity(provider: provider.shown, linkedAt: $0.linkedAt)
      }
    }
    return LinkedIdentitiesResponse(
      identities: known, hasPassword: account?.passwordHash != nil && accounts.allowsPasswords)
  }

  /// Throws `notFound` when none is linked, and `conflict` when nothing would be left to sign in
  /// with.
  package func unlink(_ provider: String, of user: UserID, by actor: AuditActor) async throws(Refusal) {
    guard let known = gateway.providers.first(where: { $0.shown.id == provider }) else {
      throw Self.unknownProvider
    }
    _ = try await accounts.commands.perform(
      .account(
        .unlink(
          user: user, issuer: known.issuer, usable: gateway.providers.map(\.issuer),
          allowsPasswords: accounts.allowsPasswords)), by: actor)
  }

  private func person(
    _ attempt: IdentityAttempt, _ form: OpenIDClaimRequest, address: String?
  ) async throws(Refusal) -> VouchedPerson {
    guard let publicAddress, let code = form.code, form.state == attempt.state,
      code.utf8.count <= Self.longestText, (form.issuer ?? "").utf8.count <= Self.longestText
    else { throw Refusal(.forbidden, "That answer is not for this sign-in. Begin again.") }
    do throws(Refusal) {
      return try await gateway.redeem(
        code: code, issuer: form.issuer, of: attempt, redirect: Self.redirect(publicAddress, attempt.provider))
    } catch {
      if error.code == .forbidden { await accounts.audit.failed(.identityRefused, at: address) }
      throw error
    }
  }

  private func settle(
    _ claimed: ClaimedPerson, for asker: AuthenticatedSession?, _ form: OpenIDClaimRequest, _ seal: Seal,
    address: String?
  ) async throws(Refusal) -> IdentityClaim {
    let person = claimed.person
    // The operator may have taken the provider out since.
    guard gateway.providers.contains(where: { $0.issuer == person.identity.issuer }) else { throw Self.ended }
    let (holder, addressee) = try await accounts.reader.read { store in
      (try store.account(identity: person.identity), try person.email.flatMap { try store.account(email: $0) })
    }
    switch try Rules.Identities.decide(on: person, holder: holder?.id, addressee: addressee, asker: asker?.user) {
    case .signIn(let user):
      return .signedIn(try await signIn(user, form, address: address))
    case .link(let user):
      try await checkActive(asker)
      try await link(person, to: user, by: asker, address: address)
      return .linked
    case .askPassword(let account):
      guard let password = form.password else {
        return .password(try seal.close(claimed, for: .person, until: claimed.until), email: account.email)
      }
      try await accounts.verify(password, of: account, address: address)
      try await link(person, to: account.id, by: nil, address: address)
      return .signedIn(try await signIn(account.id, form, address: address))
    case .makeAccount(let email):
      guard let name = form.name else {
        try await accounts.checkAdmission(form.invitation, verified: email)
        return .account(try seal.close(claimed, for: .person, until: claimed.until), email: email, name: person.name)
      }
      let user = try await accounts.create(
        email: email, name: name, identity: person.identity, form, address: address)
      return .signedIn(try await signIn(user, form, address: address))
    }
  }

  private func signIn(
    _ user: UserID, _ form: OpenIDClaimRequest, address: String?
  ) async throws(Refusal) -> SignedIn {
    try await accounts.signIn(vouched: user, device: form.device, address: address)
  }

  private func link(
    _ person: VouchedPerson, to user: UserID, by asker: AuthenticatedSession?, address: String?
  ) async throws(Refusal) {
    _ = try await accounts.commands.perform(
      .account(.link(user: user, person.identity, email: person.email)),
      by: accounts.audit.actor(.account(user), session: asker?.session, at: address))
    let issuer = person.identity.issuer
    let name = gateway.providers.first { $0.issuer == issuer }?.shown.name
    await accounts.tell(user) { $0.linked(to: $1, provider: name ?? issuer, workspace: $2) }
  }

  /// The session that has begun may have ended since.
  private func checkActive(_ asker: AuthenticatedSession?) async throws(Refusal) {
    guard let asker else { throw Self.ended }
    try await accounts.reader.read { store in
      guard try store.activeSession(asker.session) == asker.user else { throw Self.ended }
    }
  }

  private func seal() async throws(Refusal) -> Seal { Seal(key: try await key.value()) }

  private static func redirect(_ publicAddress: String, _ provider: String) -> String {
    "\(publicAddress)/v1/openid/callback/\(provider)"
  }
}

/// What has come of a sign-in. A token is for the step that follows.
package enum IdentityClaim: Sendable {
  case signedIn(SignedIn)
  case linked
  case password(String, email: String)
  case account(String, email: String, name: String?)
}
