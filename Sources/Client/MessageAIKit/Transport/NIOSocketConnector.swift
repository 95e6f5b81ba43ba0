#if !canImport(Darwin)
  import Foundation
  import NIOCore
  import NIOPosix
  import NIOWebSocket

  /// WebSockets over SwiftNIO.
  struct NIOSocketConnector: SocketConnector {
    private static let maximumFrameBytes = 16 << 20

    let server: URL
    let authorities: URL?
    let group: any EventLoopGroup

    func connect(_ deliver: @escaping @Sendable (SocketEvent) -> Void) {
      SocketDialer(
        server: server, authorities: authorities, group: group, maximumFrameBytes: Self.maximumFrameBytes,
        deliver: deliver
      ).dial().whenComplete { result in
        switch result {
        case .success(let channel): deliver(.opened(NIOSocket(channel: channel)))
        case .failure: deliver(.closed(code: nil))
        }
      }
    }
  }

  private struct NIOSocket: Socket {
    let channel: any Channel

    func send(_ frame: [UInt8]) {
      let buffer = channel.allocator.buffer(bytes: frame)
      channel.writeAndFlush(
        WebSocketFrame(fin: true, opcode: .text, maskKey: .random(), data: buffer), promise: nil)
    }

    func close() {
      let close = WebSocketFrame(
        fin: true, opcode: .connectionClose, maskKey: .random(), data: channel.allocator.buffer(bytes: [0x03, 0xE8]))
      channel.writeAndFlush(close).whenComplete { _ in channel.close(promise: nil) }
    }
  }
#endif
