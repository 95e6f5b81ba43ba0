import Domain
import Intelligence
import Logging
import ServerCore

/// How a server is run.
package struct ServerConfiguration: Sendable {
  package var address = "127.0.0.1"
  /// 0 takes any free port.
  package var port = 8080
  /// Shown to everybody who connects; without one no connection speaks TLS.
  package var certificate: ServerCertificate?
  /// Folder of the web client; `nil` serves none.
  package var webFolder: String?
  /// Where the control socket is made, for the command line; `nil` makes none.
  package var controlPath: String?
  /// Where people reach the web client, without a slash at the end: for links in mail. Without it
  /// no mail is sent.
  package var publicAddress: String?
  /// Origins whose pages may open a socket, besides the server's own.
  package var allowedOrigins: [String] = []
  /// Who may register, whatever the workspace says; `nil` leaves it to the workspace.
  package var registration: Registration?
  /// Off where people sign in with accounts elsewhere only.
  package var allowsPasswords = true
  /// Off for measurements.
  package var hasRateLimits = true
  /// Whether `X-Forwarded-For` says who asks: only behind a proxy that sets it.
  package var trustsForwardedFor = false
  /// Reads `/metrics` from anywhere; without one only this machine reads them.
  package var metricsToken: String?
  /// Seconds for which browsers shall insist on HTTPS; 0 does not ask them to.
  package var strictTransportSeconds = 0
  /// How long a server that is to stop says so before it closes anything.
  package var drain = Duration.zero
  /// How long open connections then have to end.
  package var gracePeriod = Duration.seconds(5)
  package var limits = ServerLimits()
  package var timings = SocketTimings()
  /// Threads that carry connections; 0 means one for each core.
  package var threads = 0
  package var logLevel = Logger.Level.info
  /// Whether each answer over HTTP has a line in the log.
  package var logsAccess = false
  /// Of messages and requests that are traced, where `ServerDependencies.spans` takes any.
  package var traceShare = TraceShare.standard
  package var intelligence = IntelligenceConfiguration()

  package init() {}

  func logger(_ label: String) -> Logger {
    var logger = Logger(label: label)
    logger.logLevel = logLevel
    return logger
  }
}
