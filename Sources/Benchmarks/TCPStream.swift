import Foundation

/// A plain TCP connection of 127.0.0.1, closed with its last reference.
final class TCPStream {
  let descriptor: Int32

  /// Connects; blocking.
  init(port: Int) throws {
    descriptor = try Self.makeSocket()
    var address = Self.loopback(port)
    let result = withUnsafePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
      }
    }
    // The initializer has set all there is, so a throw closes the descriptor in `deinit`.
    guard result == 0 else { throw BenchError.system("connect") }
    var yes: Int32 = 1
    setsockopt(descriptor, Int32(IPPROTO_TCP), TCP_NODELAY, &yes, socklen_t(MemoryLayout<Int32>.size))
  }

  private init(descriptor: Int32) {
    self.descriptor = descriptor
  }

  /// The next connection to a listening socket; blocking. Returns nil when there are no more.
  init?(accepting listener: Int32) {
    let accepted = accept(listener, nil, nil)
    guard accepted >= 0 else { return nil }
    descriptor = accepted
  }

  deinit {
    close(descriptor)
  }

  /// Bound to a free port.
  static func listening() throws -> TCPStream {
    let stream = TCPStream(descriptor: try makeSocket())
    var address = loopback(0)
    let result = withUnsafePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(stream.descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
      }
    }
    guard result == 0 else { throw BenchError.system("bind") }
    return stream
  }

  /// The system takes connections from now on, and keeps what comes on them.
  func takeConnections() throws {
    guard listen(descriptor, 128) == 0 else { throw BenchError.system("listen") }
  }

  /// How many connections have come that nobody took up.
  func waitingConnections() throws -> Int {
    try setNonBlocking()
    var taken: [Int32] = []
    defer { for one in taken { close(one) } }
    while true {
      let one = accept(descriptor, nil, nil)
      guard one >= 0 else { return taken.count }
      taken.append(one)
    }
  }

  func localPort() throws -> Int {
    var address = sockaddr_in()
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    let result = withUnsafeMutablePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { getsockname(descriptor, $0, &length) }
    }
    guard result == 0 else { throw BenchError.system("getsockname") }
    return Int(UInt16(bigEndian: address.sin_port))
  }

  func setNonBlocking() throws {
    guard fcntl(descriptor, F_SETFL, fcntl(descriptor, F_GETFL) | O_NONBLOCK) == 0 else {
      throw BenchError.system("fcntl")
    }
  }

  func writeAll(_ bytes: [UInt8]) throws {
    var start = 0
    while start < bytes.count {
      let count = bytes.withUnsafeBytes { write(descriptor, $0.baseAddress! + start, bytes.count - start) }
      guard count > 0 else { throw BenchError.system("write") }
      start += count
    }
  }

  func read(upTo count: Int) throws -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: count)
    let received = bytes.withUnsafeMutableBytes { recv(descriptor, $0.baseAddress, count, 0) }
    guard received >= 0 else { throw BenchError.system("recv") }
    return Array(bytes.prefix(received))
  }

  private static func makeSocket() throws -> Int32 {
    #if os(Linux)
      let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    #else
      let descriptor = socket(AF_INET, SOCK_STREAM, 0)
    #endif
    guard descriptor >= 0 else { throw BenchError.system("socket") }
    return descriptor
  }

  private static func loopback(_ port: Int) -> sockaddr_in {
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = in_port_t(UInt16(port).bigEndian)
    address.sin_addr.s_addr = inet_addr("127.0.0.1")
    return address
  }
}
