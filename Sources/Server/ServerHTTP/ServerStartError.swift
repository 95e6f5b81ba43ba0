import NIOCore

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// Why a server could not start listening.
package struct ServerStartError: Error, CustomStringConvertible, Sendable {
  package let description: String

  init(_ result: Result<Void, any Error>, configuration: ServerConfiguration) {
    let place = "\(configuration.address):\(configuration.port)"
    switch result {
    case .failure(let error as IOError) where error.errnoCode == EADDRINUSE:
      description = "\(place) is in use by another program. Choose another with --port."
    case .failure(let error as IOError) where error.errnoCode == EACCES:
      description = "\(place) may not be used by this user. Choose a port above 1023 with --port."
    case .failure(let error):
      description = "\(place) cannot be listened on: \(error)"
    case .success:
      description = "The server was stopped before it had started."
    }
  }
}
