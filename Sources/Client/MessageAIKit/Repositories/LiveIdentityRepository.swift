import Domain
import Foundation
import WireProtocol

/// Signing in with accounts elsewhere over REST. Who has signed in is on the device as after
/// signing in with a password.
struct LiveIdentityRepository: IdentityRepository {
  let runtime: ClientRuntime
  let auth: LiveAuthRepository

  func workspace() async throws -> Workspace {
    try Workspace(json: try await runtime.rest.call(.get, "/v1/workspace"))
  }

  func begin(with provider: IdentityProvider, returnTo place: String) async throws -> IdentityStart {
    let body = OpenIDStartRequest(provider: provider.id, returnTo: place)
    let start = try OpenIDStartResponse(
      json: try await runtime.rest.call(.post, "/v1/openid/sign-ins", body: body.json()))
    return IdentityStart(token: start.token, state: start.state, address: start.address)
  }

  func claim(_ answer: IdentityAnswer, with provider: IdentityProvider) async throws -> IdentityOutcome {
    let body = OpenIDClaimRequest(
      token: answer.token, code: answer.code, state: answer.state, issuer: answer.issuer, password: answer.password,
      name: answer.name, invitation: answer.invitation, device: runtime.configuration.device)
    let claim = try OpenIDClaimResponse(
      json: try await runtime.rest.call(.post, "/v1/openid/claims", body: body.json()))
    if let session = claim.session { return .signedIn(try await auth.begin(session, with: provider)) }
    guard let token = claim.token, let email = claim.email else {
      throw Refusal(.internal, "The server answered with something unexpected.")
    }
    return claim.next == .password
      ? .needsPassword(token: token, email: email) : .needsName(token: token, email: email, name: claim.name)
  }

  func provider() async -> IdentityProvider? { await runtime.keeper.current?.provider }

  func signOutPage(of provider: IdentityProvider) async throws -> URL? {
    let path = "/v1/openid/sign-out?provider=\(queryValue(provider.id))"
    return try OpenIDSignOut(json: try await runtime.rest.call(.get, path)).address.flatMap { URL(page: $0) }
  }
}
