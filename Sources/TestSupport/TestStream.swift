import Foundation

/// A TCP connection to a port of this machine, read with a deadline.
package final class TestStream: @unchecked Sendable {
  package struct Failure: Error {
    package let call: String
    package let code: Int32
  }

  private let descriptor: Int32
  package private(set) var hasEnded = false

  /// Blocks until connected.
  package init(port: Int, receiveBuffer: Int32? = nil) throws {
    #if os(Linux)
      descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    #else
      descriptor = socket(AF_INET, SOCK_STREAM, 0)
    #endif
    guard descriptor >= 0 else { throw Failure(call: "socket", code: errno) }
    set(SOL_SOCKET, SO_RCVBUF, receiveBuffer)
    set(Int32(IPPROTO_TCP), TCP_NODELAY, 1)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = in_port_t(UInt16(port).bigEndian)
    address.sin_addr.s_addr = inet_addr("127.0.0.1")
    let result = withUnsafePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
      }
    }
    guard result == 0 else { throw Failure(call: "connect", code: errno) }
  }

  deinit {
    close(descriptor)
  }

  private func set(_ level: Int32, _ option: Int32, _ value: Int32?) {
    guard var value else { return }
    setsockopt(descriptor, level, option, &value, socklen_t(MemoryLayout<Int32>.size))
  }

  /// Writes all; what a peer that has closed no longer takes is dropped.
  package func write(_ bytes: [UInt8]) throws {
    var start = 0
    while start < bytes.count {
      let count = bytes.withUnsafeBytes { pointer in
        send(descriptor, pointer.baseAddress.map { $0 + start }, bytes.count - start, Self.noSignal)
      }
      if count < 0, errno == EPIPE || errno == ECONNRESET { return }
      guard count > 0 else { throw Failure(call: "send", code: errno) }
      start += count
    }
  }

  /// What has come; empty when nothing came before the deadline, or the connection has ended.
  package func read(until deadline: Date) throws -> [UInt8] {
    guard !hasEnded else { return [] }
    var waiting = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    let milliseconds = Int32(max(0, min(deadline.timeIntervalSinceNow * 1000, 60_000)))
    guard poll(&waiting, 1, milliseconds) > 0 else { return [] }
    var bytes = [UInt8](repeating: 0, count: 65_536)
    let count = bytes.withUnsafeMutableBytes { recv(descriptor, $0.baseAddress, $0.count, 0) }
    if count <= 0 {
      hasEnded = true
      return []
    }
    return Array(bytes.prefix(count))
  }

  /// Everything until the peer ends the connection, or sends nothing for so long. Blocks no thread
  /// of the tests.
  package func readAll(silence: Duration = .seconds(10)) async -> [UInt8] {
    await withCheckedContinuation { continuation in
      DispatchQueue.global().async { [self] in
        var bytes: [UInt8] = []
        while let chunk = try? read(until: silence.fromNow), !chunk.isEmpty { bytes += chunk }
        continuation.resume(returning: bytes)
      }
    }
  }

  /// What comes next; nothing when nothing comes for long.
  package func readSome() async -> [UInt8] {
    await withCheckedContinuation { continuation in
      DispatchQueue.global().async { [self] in
        continuation.resume(returning: (try? read(until: patience.fromNow)) ?? [])
      }
    }
  }

  /// Whether the peer has thrown the connection away, without reading what has come.
  package var isReset: Bool {
    var state = pollfd(fd: descriptor, events: 0, revents: 0)
    return poll(&state, 1, 0) > 0 && state.revents & Int16(POLLERR | POLLHUP) != 0
  }

  package func shutDown() {
    shutdown(descriptor, Int32(SHUT_RDWR))
  }

  #if os(Linux)
    private static let noSignal = Int32(MSG_NOSIGNAL)
  #else
    private static let noSignal: Int32 = 0
  #endif
}

extension Duration {
  fileprivate var fromNow: Date { Date(timeIntervalSinceNow: Double(components.seconds)) }
}
