import Domain
import Foundation
import Logging
import ServerCore

/// The providers of a server's settings.
package struct OpenIDGateway: IdentityGateway {
  private struct Entry: Sendable {
    let known: KnownProvider
    let settings: ProviderSettings
    let provider: OpenIDProvider
  }

  private let entries: [Entry]
  private let logger: Logger

  package init(_ settings: [ProviderSettings], transport: any OpenIDTransport, clock: any WallClock, logger: Logger) {
    entries = settings.map {
      Entry(
        known: KnownProvider(IdentityProvider(id: $0.id, name: $0.name), issuer: $0.client.issuer), settings: $0,
        provider: OpenIDProvider($0.client, transport: transport, clock: clock))
    }
    self.logger = logger
  }

  package var providers: [KnownProvider] { entries.map(\.known) }

  package func address(of attempt: IdentityAttempt, redirect: String) async throws(Refusal) -> String {
    let entry = try entry(attempt)
    let request = try request(attempt, entry, redirect)
    do {
      return try request.address(at: try await entry.provider.description()).absoluteString
    } catch let failure as OpenIDFailure {
      throw refusal(failure, entry)
    } catch let problem as OpenIDProblem {
      throw refusal(.refused(problem), entry)
    } catch {
      throw refusal(.unavailable("the request failed."), entry)
    }
  }

  package func redeem(
    code: String, issuer: String?, of attempt: IdentityAttempt, redirect: String
  ) async throws(Refusal) -> VouchedPerson {
    let entry = try entry(attempt)
    let request = try request(attempt, entry, redirect)
    do throws(OpenIDFailure) {
      let token = try await entry.provider.redeem(code: code, issuer: issuer, for: request)
      let address =
        entry.settings.isVerified(token) ? token.address.flatMap { try? AccountRules.validatedEmail($0) } : nil
      return VouchedPerson(
        identity: Identity(issuer: entry.known.issuer, subject: token.subject), email: address, name: token.name)
    } catch {
      let refusal = refusal(error, entry)
      guard case .unavailable = error else {
        throw Refusal(.forbidden, "\(entry.known.shown.name) could not confirm who you are. Begin again.")
      }
      throw refusal
    }
  }

  package func signOutAddress(at provider: String, redirect: String) async throws(Refusal) -> String? {
    guard let entry = entries.first(where: { $0.known.shown.id == provider }) else { throw Self.unknownProvider }
    do throws(OpenIDFailure) {
      return try await entry.provider.description()
        .signOutAddress(clientID: entry.settings.client.clientID, redirect: redirect)?.absoluteString
    } catch {
      logger.warning("the end of sessions at \(entry.known.shown.name) is not known", metadata: ["reason": "\(error)"])
      return nil
    }
  }

  /// Names at once what keeps people from signing in. Chat does not wait for it.
  package func check() async {
    for entry in entries {
      do throws(OpenIDFailure) {
        _ = try await entry.provider.description()
      } catch {
        logger.error(
          "nobody can sign in with \(entry.known.shown.name)", metadata: ["reason": "\(error)"])
      }
    }
  }

  private func entry(_ attempt: IdentityAttempt) throws(Refusal) -> Entry {
    guard let entry = entries.first(where: { $0.known.shown.id == attempt.provider }) else {
      throw Self.unknownProvider
    }
    return entry
  }

  private static let unknownProvider = Refusal(.notFound, "This server does not know that provider.")

  private func request(
    _ attempt: IdentityAttempt, _ entry: Entry, _ redirect: String
  ) throws(Refusal) -> AuthorizationRequest {
    guard let redirect = URL(string: redirect) else { throw Refusal(.internal, "The server's address is no address.") }
    return AuthorizationRequest(
      clientID: entry.settings.client.clientID, redirect: redirect, state: attempt.state, nonce: attempt.nonce,
      verifier: attempt.verifier, scope: entry.settings.scope, isAnsweredByForm: entry.settings.isAnsweredByForm)
  }

  /// For the person; the log has the reason.
  private func refusal(_ failure: OpenIDFailure, _ entry: Entry) -> Refusal {
    let name = entry.known.shown.name
    logger.warning("a sign-in with \(name) failed", metadata: ["reason": "\(failure)"])
    return failure.isTemporary
      ? Refusal(.overloaded, "\(name) does not answer. Try again in a moment.")
      : Refusal(.internal, "\(name) cannot be used now. Tell an administrator: the server's log has the reason.")
  }
}
