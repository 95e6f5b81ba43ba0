import ArgumentParser
import Foundation
import ServerHTTP

/// `messageai health`
struct HealthCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "health", abstract: "Ask the server on this machine whether it accepts work.",
    discussion: "Ends with status 1 when it does not, or does not answer. For watchdogs, such as those of containers.")

  @Option(help: "File of settings, one MESSAGEAI_NAME=value on each line. Environment: MESSAGEAI_CONFIG.")
  var config = Environment.text(Settings.variable)

  @Option(help: "Where to ask. By default where a server with these settings listens, such as http://127.0.0.1:8080.")
  var url: String?

  @Option(help: "Seconds to wait, at least 1.")
  var seconds = 5

  func validate() throws {
    try Environment.check(["PORT"])
    guard (1...3_600).contains(seconds) else { throw ValidationError("--seconds is 1 to 3600.") }
  }

  func run() async throws {
    let address = url ?? ownAddress
    guard let parts = URL(string: address), let host = parts.host(percentEncoded: false),
      let scheme = parts.scheme, ["http", "https"].contains(scheme)
    else { throw CommandFailure("\(address) is not the address of a server.") }
    let isSecure = scheme == "https"
    let probe = HealthProbe(host: host, port: parts.port ?? (isSecure ? 443 : 80), isSecure: isSecure)
    let answer: HealthProbe.Answer
    do throws(HealthProbe.NoAnswer) {
      answer = try await probe.ask(timeout: .seconds(Int64(seconds)))
    } catch {
      throw CommandFailure("No server answers at \(address).")
    }
    guard answer.isWell else { throw CommandFailure("The server at \(address) is not well: \(answer.body)") }
    print(answer.body)
  }

  /// Who listens everywhere listens here too.
  private var ownAddress: String {
    let scheme = Environment.text("TLS_CERTIFICATE") == nil ? "http" : "https"
    let host =
      switch Environment.text("ADDRESS") {
      case nil, "0.0.0.0", "::": "127.0.0.1"
      case let address?: address.contains(":") ? "[\(address)]" : address
      }
    return "\(scheme)://\(host):\(Environment.number("PORT") ?? 8_080)"
  }
}
