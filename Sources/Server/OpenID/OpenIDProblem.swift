/// Why a sign-in with a provider has failed. The descriptions are for the operator: none has a
/// token, a code or a person's data in it.
package enum OpenIDProblem: Error, Equatable, CustomStringConvertible {
  /// The text that came is no token of three parts, or its parts cannot be read.
  case malformedToken
  /// The token is signed in a way that is not accepted, such as `none`.
  case algorithm(String)
  /// The provider has no such key. It may have changed its keys since they were read.
  case unknownKey
  case wrongSignature
  case wrongIssuer(expected: String)
  /// The token is for another application.
  case wrongAudience
  /// The token answers another sign-in than this one.
  case wrongNonce
  case expired
  /// The token is from a later time than the server's clock allows.
  case notYetValid
  case wrongSubject
  /// The answer of the provider to `what` is not what OpenID Connect defines.
  case unreadableAnswer(what: String)
  /// The provider's description lacks something that is needed here, or has it in another form.
  case unsuitableProvider(reason: String)

  /// Whether the same sign-in can succeed once the provider's keys have been read again.
  package var mayNeedNewKeys: Bool { self == .unknownKey || self == .wrongSignature }

  package var description: String {
    switch self {
    case .malformedToken: "The provider's ID token cannot be read."
    case .algorithm(let name): "The ID token is signed with \(name); RS256 and ES256 are accepted."
    case .unknownKey: "The provider does not publish the key of its ID token."
    case .wrongSignature: "The signature of the ID token is wrong."
    case .wrongIssuer(let expected): "The answer comes from another issuer than \(expected)."
    case .wrongAudience: "The ID token is for another application."
    case .wrongNonce: "The ID token answers another sign-in."
    case .expired: "The ID token has ended. Is the server's clock right?"
    case .notYetValid: "The ID token is from the future. Is the server's clock right?"
    case .wrongSubject: "The ID token names nobody."
    case .unreadableAnswer(let what): "The provider's answer to \(what) cannot be read."
    case .unsuitableProvider(let reason): "The provider cannot be used: \(reason)."
    }
  }
}
