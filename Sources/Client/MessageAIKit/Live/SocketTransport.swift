import Foundation
import NIOCore
import NIOHTTP1
import NIOPosix
import NIOSSL
import NIOWebSocket

/// A WebSocket to the server over NIO. Used on the engine's queue only; events come back through `deliver` on any thread.
final class SocketTransport: Transport {
  private static let maximumFrameBytes = 16 << 20

  private let server: URL
  private let group: any EventLoopGroup
  private let deliver: @Sendable (SocketEvent, _ generation: Int) -> Void
  private var channel: (any Channel)?
  /// Counts connections, so that what a former one still has to say is not heard.
  private(set) var generation = 0

  init(
    server: URL, group: any EventLoopGroup, deliver: @escaping @Sendable (SocketEvent, _ generation: Int) -> Void
  ) {
    self.server = server
    self.group = group
    self.deliver = deliver
  }

  func connect() {
    disconnect()
    let current = generation
    let deliver = deliver
    SocketDialer(server: server, group: group, maximumFrameBytes: Self.maximumFrameBytes) { deliver($0, current) }
      .dial().whenComplete { result in
        switch result {
        case .success(let channel): deliver(.opened(channel), current)
        case .failure: deliver(.closed(code: nil), current)
        }
      }
  }

  /// What a socket says becomes the engine's event; `nil` when it is not the current one.
  func accept(_ event: SocketEvent, generation: Int) -> EngineEvent? {
    guard generation == self.generation else {
      if case .opened(let channel) = event { channel.close(promise: nil) }
      return nil
    }
    switch event {
    case .opened(let channel):
      self.channel = channel
      return .opened
    case .frame(let bytes):
      return .frame(bytes)
    case .closed(let code):
      channel = nil
      return .closed(code: code)
    }
  }

  func send(_ frame: [UInt8]) {
    guard let channel else { return }
    let buffer = channel.allocator.buffer(bytes: frame)
    channel.writeAndFlush(
      WebSocketFrame(fin: true, opcode: .text, maskKey: .random(), data: buffer), promise: nil)
  }

  func disconnect() {
    generation += 1
    guard let channel else { return }
    self.channel = nil
    let close = WebSocketFrame(
      fin: true, opcode: .connectionClose, maskKey: .random(), data: channel.allocator.buffer(bytes: [0x03, 0xE8]))
    channel.writeAndFlush(close).whenComplete { _ in channel.close(promise: nil) }
  }
}
