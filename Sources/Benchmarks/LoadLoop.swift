import Foundation

/// Waits for many sockets on one thread.
final class LoadLoop {
  let sockets: [LoadSocket]
  private let buffer: ReadBuffer
  private var entries: [pollfd]

  init(_ sockets: [LoadSocket], buffer: ReadBuffer) throws {
    self.sockets = sockets
    self.buffer = buffer
    for socket in sockets { try socket.setNonBlocking() }
    entries = sockets.map { pollfd(fd: $0.descriptor, events: Int16(POLLIN), revents: 0) }
  }

  /// Waits at most so many milliseconds, reports what has come with the socket's number, and writes
  /// what is queued.
  func turn(
    timeout: Int32, _ onFrame: (Int, LoadEvent, UnsafeRawBufferPointer) -> Void
  ) throws {
    let ready = poll(&entries, nfds_t(entries.count), timeout)
    guard ready >= 0 || errno == EINTR else { throw BenchError.system("poll") }
    guard ready > 0 else { return }
    for index in entries.indices where entries[index].revents != 0 {
      let socket = sockets[index]
      if entries[index].revents != Int16(POLLOUT) {
        try socket.receive(buffer) { event, payload in onFrame(index, event, payload) }
      }
      try flush(index)
    }
  }

  /// Writes what is queued on one socket, and waits for room when it is not taken at once.
  func flush(_ index: Int) throws {
    try sockets[index].flush()
    entries[index].events = sockets[index].hasOutgoing ? Int16(POLLIN | POLLOUT) : Int16(POLLIN)
  }
}
