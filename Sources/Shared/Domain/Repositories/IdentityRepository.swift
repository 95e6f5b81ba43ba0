import Foundation

/// Signing in with an account elsewhere. Its owner says in a browser who they are.
public protocol IdentityRepository: Sendable {
  /// What the server says to whoever comes: its identity providers are in it.
  func workspace() async throws -> Workspace
  /// `place` is where the browser returns to: `app`, or `http://127.0.0.1:PORT/` of this device.
  func begin(with provider: IdentityProvider, returnTo place: String) async throws -> IdentityStart
  /// Goes on with what the browser has brought, or with what the step before has asked for.
  func claim(_ answer: IdentityAnswer, with provider: IdentityProvider) async throws -> IdentityOutcome
  /// The provider with whose account the user of this device has signed in; `nil` after a password.
  func provider() async -> IdentityProvider?
  /// Where a browser ends the provider's own session, after signing out here; `nil` where the
  /// provider offers that nowhere.
  func signOutPage(of provider: IdentityProvider) async throws -> URL?
}

/// A sign-in that has begun. It ends after ten minutes.
public struct IdentityStart: Hashable, Sendable {
  /// Never leaves this device but to the server.
  public let token: String
  public let state: String
  /// What a browser is to open.
  public let address: String

  public init(token: String, state: String, address: String) {
    self.token = token
    self.state = state
    self.address = address
  }

  /// What a browser is to open. Throws `internal` for anything but a page of the web: whoever runs
  /// the server chooses the address, and what opens addresses can do more than show pages.
  public func page() throws(Refusal) -> URL {
    guard let page = URL(page: address) else {
      throw Refusal(.internal, "The server gave no page at which to sign in.")
    }
    return page
  }

  /// What the browser has brought in the query of the address that it returned to. Throws
  /// `forbidden` when somebody said no at the provider, and for an answer to another sign-in.
  public func answer(_ query: [String: String]) throws(Refusal) -> IdentityAnswer {
    guard query["error"] != "ended" else { throw Refusal(.forbidden, "This sign-in has ended. Begin again.") }
    guard query["state"] == state else {
      throw Refusal(.forbidden, "That answer is not for this sign-in. Begin again.")
    }
    guard query["error"] == nil, let code = query["code"] else {
      throw Refusal(.forbidden, "You did not sign in there.")
    }
    return IdentityAnswer(token: token, code: code, state: state, issuer: query["iss"])
  }
}

/// What a step of such a sign-in gives to the server.
public struct IdentityAnswer: Hashable, Sendable {
  public let token: String
  public var code: String?
  public var state: String?
  public var issuer: String?
  /// Of the account that is to be linked.
  public var password: String?
  /// Of the account that is to be made.
  public var name: String?
  /// The token of an invitation.
  public var invitation: String?

  public init(
    token: String, code: String? = nil, state: String? = nil, issuer: String? = nil, password: String? = nil,
    name: String? = nil, invitation: String? = nil
  ) {
    self.token = token
    self.code = code
    self.state = state
    self.issuer = issuer
    self.password = password
    self.name = name
    self.invitation = invitation
  }
}

/// What has come of a step.
public enum IdentityOutcome: Hashable, Sendable {
  case signedIn(Profile)
  /// An account has the address: its password is to be asked for.
  case needsPassword(token: String, email: String)
  /// Nobody has the address: a name is to be asked for. `name` is the provider's.
  case needsName(token: String, email: String, name: String?)
}

extension URL {
  /// A page of the web; `nil` for every other address.
  public init?(page address: String) {
    guard let url = URL(string: address), url.scheme == "https" || url.scheme == "http",
      url.host(percentEncoded: false)?.isEmpty == false, address.utf8.allSatisfy({ (0x21...0x7E).contains($0) })
    else { return nil }
    self = url
  }
}
