import Foundation
import ServerCore

/// Asks the running server of a data folder through its control socket.
struct ControlClient {
  let path: String

  /// Throws a `CommandFailure` when no server listens there.
  func ask(_ request: AdminRequest) throws -> AdminAnswer {
    let descriptor = try connected()
    let file = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
    try file.write(contentsOf: try JSONEncoder().encode(request) + Data("\n".utf8))
    guard let answer = try file.readToEnd() else { throw CommandFailure("The server did not answer.") }
    return try JSONDecoder().decode(AdminAnswer.self, from: answer)
  }

  private func connected() throws -> Int32 {
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    let bytes = Array(path.utf8)
    guard bytes.count < MemoryLayout.size(ofValue: address.sun_path) else {
      throw CommandFailure("The path of the data folder is too long for a control socket.")
    }
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: bytes) }
    #if canImport(Glibc) || canImport(Musl)
      let descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
    #else
      let descriptor = socket(AF_UNIX, SOCK_STREAM, 0)
    #endif
    let isConnected = withUnsafePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size)) == 0
      }
    }
    guard isConnected else {
      close(descriptor)
      throw CommandFailure(
        "The data is in use, but no server answers at \(path): name the data folder of one that runs on this machine.")
    }
    return descriptor
  }
}
