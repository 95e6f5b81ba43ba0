import Foundation

#if !canImport(Darwin)
  import NIOPosix
#endif

/// What carries requests and sockets on this system.
enum Network {
  static func exchange(connectSeconds: Int64) -> any HTTPExchange {
    #if canImport(Darwin)
      URLSessionExchange()
    #else
      NIOExchange(group: MultiThreadedEventLoopGroup.singleton, connectSeconds: connectSeconds)
    #endif
  }

  static func connector(to server: URL) -> any SocketConnector {
    #if canImport(Darwin)
      URLSessionConnector(server: server)
    #else
      NIOSocketConnector(server: server, group: MultiThreadedEventLoopGroup.singleton)
    #endif
  }
}
