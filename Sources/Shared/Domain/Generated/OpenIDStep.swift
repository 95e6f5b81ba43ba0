// Made from wire/sign-in.json: change that and run `make wire`.

public enum OpenIDStep: String, Sendable, Codable, CaseIterable {
  /// The sign-in is done.
  case signedIn
  /// The asker can sign in with it from now on.
  case linked
  /// An account has this address: its password is needed once, to link both.
  case password
  /// Nobody has this address: an account is made by the name that is sent.
  case account
}
