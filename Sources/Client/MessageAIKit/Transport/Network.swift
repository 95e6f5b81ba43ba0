import Foundation

#if !canImport(Darwin)
  import NIOPosix
#endif

/// What carries requests and sockets on this system.
enum Network {
  /// `authorities` as in `ClientConfiguration`.
  static func exchange(connectSeconds: Int64, authorities: URL? = nil) -> any HTTPExchange {
    #if canImport(Darwin)
      URLSessionExchange()
    #else
      NIOExchange(
        group: MultiThreadedEventLoopGroup.singleton, connectSeconds: connectSeconds, authorities: authorities)
    #endif
  }

  static func connector(to server: URL, authorities: URL? = nil) -> any SocketConnector {
    #if canImport(Darwin)
      URLSessionConnector(server: server)
    #else
      NIOSocketConnector(
        server: server, authorities: authorities, group: MultiThreadedEventLoopGroup.singleton)
    #endif
  }
}
