import ArgumentParser
import Domain
import Foundation
import Logging
import OpenID
import ServerHTTP

/// With which accounts elsewhere people sign in.
struct SignInOptions: ParsableArguments {
  @Option(
    help: """
      File (JSON) of the providers with whose accounts people can sign in by OpenID Connect, such as Google: see \
      docs/operations.md. Needs --public-address.
      """)
  var openid = Environment.text("OPENID")

  @Flag(inversion: .prefixedNo, help: "Let people sign in with these accounts only, and never with a password.")
  var openidOnly = Environment.isOn("OPENID_ONLY")

  func validate() throws {
    guard openid != nil || !openidOnly else { throw ValidationError("--openid-only needs --openid.") }
  }

  /// Throws a sentence for people when something that was given is wrong.
  func gateway(publicAddress: String?, clock: any WallClock, logger: Logger) throws -> Providers? {
    guard let openid else { return nil }
    guard publicAddress != nil else { throw CommandFailure("--openid needs --public-address.") }
    do throws(ProviderSettings.Problem) {
      let settings = try ProviderSettings.all(in: openid) { try? String(contentsOfFile: $0, encoding: .utf8) }
      let transport = HTTPOpenIDTransport()
      return Providers(
        gateway: OpenIDGateway(settings, transport: transport, clock: clock, logger: logger), transport: transport)
    } catch {
      throw CommandFailure(error.description)
    }
  }

  struct Providers {
    let gateway: OpenIDGateway
    let transport: HTTPOpenIDTransport

    func check() -> Task<Void, Never> { Task { [gateway] in await gateway.check() } }
  }
}
