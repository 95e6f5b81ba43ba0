import Domain
import HTTPTypes
import NIOCore
import ServerCore
import WireProtocol

/// Signing in with accounts elsewhere.
enum IdentityRoutes {
  /// Bytes of a form that a provider has the browser send.
  private static let longestForm = 16 << 10
  private static let form = "application/x-www-form-urlencoded"

  static func make(_ services: RestServices) -> [Route] {
    [begin(services), callback(services), formCallback(services), claim(services), signOut(services)]
      + [list(services), link(services), unlink(services)]
  }

  private static func begin(_ services: RestServices) -> Route {
    .open(
      .post, "/v1/openid/sign-ins",
      .init(
        "beginOpenIDSignIn", "Begin to sign in with an account elsewhere", body: .openIDStartRequest,
        answers: .init(201, .openIDStart))
    ) { request in
      let form: OpenIDStartRequest = try request.body()
      return .json(try await services.identities.begin(form, for: nil, address: request.address), status: 201)
    }
  }

  private static func callback(_ services: RestServices) -> Route {
    .open(
      .get, "/v1/openid/callback/{provider}",
      .init(
        "returnFromProvider", "Where a provider sends browsers, to be sent on to the client that has begun",
        query: [.text("state"), .text("code"), .text("iss"), .text("error")], answers: .init(303))
    ) { request in
      try await seeOther(services.identities.returnAddress(from: request.path["provider"] ?? "", request.query))
    }
  }

  /// Apple's way.
  private static func formCallback(_ services: RestServices) -> Route {
    .open(
      .post, "/v1/openid/callback/{provider}",
      .init(
        "returnFromProviderByForm", "The same, for providers that have the browser send a form", bytes: form,
        answers: .init(303))
    ) { request in
      guard let bytes = request.bytes else { throw Refusal(.malformed, "Send a form with Content-Type: \(form).") }
      var text: [UInt8] = []
      for try await chunk in bytes {
        guard text.count + chunk.readableBytes <= longestForm else {
          throw Refusal(.tooLarge, "A form has at most \(longestForm) bytes.")
        }
        text.append(contentsOf: chunk.readableBytesView)
      }
      let query = try RequestTarget("/?\(String(decoding: text, as: UTF8.self))").query
      return try await seeOther(services.identities.returnAddress(from: request.path["provider"] ?? "", query))
    }
  }

  private static func seeOther(_ address: String) throws -> RestResponse {
    RestResponse(status: 303, headers: [.location: address])
  }

  private static func claim(_ services: RestServices) -> Route {
    .open(
      .post, "/v1/openid/claims",
      .init(
        "claimOpenIDSignIn", "Go on with the provider's answer, or with what the step before asked for",
        body: .openIDClaimRequest, answers: .init(200, .openIDClaim))
    ) { request in
      let form: OpenIDClaimRequest = try request.body()
      return .json(OpenIDClaimResponse(try await services.identities.claim(form, address: request.address)))
    }
  }

  /// Open: whoever asks has signed out already.
  private static func signOut(_ services: RestServices) -> Route {
    .open(
      .get, "/v1/openid/sign-out",
      .init(
        "findOpenIDSignOut", "Where somebody ends the session of a provider, after signing out here",
        query: [.text("provider")], answers: .init(200, .openIDSignOut))
    ) { request in
      let provider = request.query["provider"] ?? ""
      return .json(
        OpenIDSignOut(
          address: try await services.identities.signOutAddress(at: provider, address: request.address)))
    }
  }

  private static func list(_ services: RestServices) -> Route {
    .signedIn(
      .get, "/v1/me/identities",
      .init("listMyIdentities", "Accounts elsewhere with which I can sign in", answers: .init(200, .linkedIdentities))
    ) { _, asker in
      .json(try await services.identities.identities(of: asker.user))
    }
  }

  private static func link(_ services: RestServices) -> Route {
    .signedIn(
      .post, "/v1/me/identities",
      .init(
        "linkIdentity", "Begin to link an account elsewhere with mine", body: .openIDStartRequest,
        answers: .init(201, .openIDStart))
    ) { request, asker in
      let form: OpenIDStartRequest = try request.body()
      return .json(try await services.identities.begin(form, for: asker, address: request.address), status: 201)
    }
  }

  private static func unlink(_ services: RestServices) -> Route {
    .signedIn(
      .delete, "/v1/me/identities/{provider}",
      .init("unlinkIdentity", "Sign in with this account elsewhere no more", answers: .init(204))
    ) { request, asker in
      try await services.identities.unlink(
        request.path["provider"] ?? "", of: asker.user, by: services.actor(asker, at: request.address))
      return .noContent
    }
  }
}

extension OpenIDClaimResponse {
  init(_ claim: IdentityClaim) {
    switch claim {
    case .signedIn(let signedIn): self.init(next: .signedIn, session: SessionResponse(signedIn))
    case .linked: self.init(next: .linked)
    case .password(let token, let email): self.init(next: .password, token: token, email: email)
    case .account(let token, let email, let name):
      self.init(next: .account, token: token, email: email, name: name)
    }
  }
}
