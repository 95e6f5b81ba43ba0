import ArgumentParser
import Logging
import ServerHTTP

/// By which certificate the server speaks TLS itself. Without one it speaks plain HTTP, to this
/// machine or to a proxy.
struct TLSOptions: ParsableArguments {
  @Option(help: "File of the server's certificate and those between it and its authority (PEM): serves HTTPS.")
  var tlsCertificate = Environment.text("TLS_CERTIFICATE")

  @Option(help: "File of that certificate's key (PEM).")
  var tlsKey = Environment.text("TLS_KEY")

  func validate() throws {
    guard (tlsCertificate == nil) == (tlsKey == nil) else {
      throw ValidationError("--tls-certificate and --tls-key belong together.")
    }
  }

  /// Throws a sentence for people when the files cannot be used.
  func certificate(logLevel: Logger.Level) throws -> ServerCertificate? {
    guard let tlsCertificate, let tlsKey else { return nil }
    var logger = Logger(label: "messageai.tls")
    logger.logLevel = logLevel
    do throws(ServerCertificate.Problem) {
      return try ServerCertificate(certificate: tlsCertificate, key: tlsKey, logger: logger)
    } catch {
      throw CommandFailure(error.description)
    }
  }
}
