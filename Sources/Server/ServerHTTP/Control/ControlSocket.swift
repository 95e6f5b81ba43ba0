import Foundation
import NIOCore
import NIOPosix
import ServerCore

/// A Unix-domain socket beside the data, through which the command line administers a running
/// server.
///
/// Whoever may open it may open the data itself: the folder and the socket belong to the server's
/// user alone. One JSON `AdminRequest` on one line, one `AdminAnswer` back, then it closes.
package enum ControlSocket {
  /// The socket's file in a data folder.
  package static func path(in folder: String) -> String {
    (folder as NSString).appendingPathComponent("messageai.control")
  }

  /// Listens at `path`, replacing what a dead server left there.
  static func listen(at path: String, admin: AdminService, group: any EventLoopGroup) async throws -> any Channel {
    let channel = try await ServerBootstrap(group: group)
      .childChannelInitializer { channel in
        channel.eventLoop.makeCompletedFuture {
          try channel.pipeline.syncOperations.addHandler(ControlHandler(admin: admin))
        }
      }
      .bind(unixDomainSocketPath: path, cleanupExistingSocketFile: true).get()
    try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: path)
    return channel
  }
}

/// Reads one line, answers it, closes.
private final class ControlHandler: ChannelInboundHandler {
  typealias InboundIn = ByteBuffer
  typealias OutboundOut = ByteBuffer

  private static let maximumRequestBytes = 65_536
  private let admin: AdminService
  private var request: [UInt8] = []

  init(admin: AdminService) {
    self.admin = admin
  }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    request += Self.unwrapInboundIn(data).readableBytesView
    guard request.count <= Self.maximumRequestBytes else { return context.close(promise: nil) }
    guard request.last == UInt8(ascii: "\n") else { return }
    Self.reply(to: Data(request), on: context.channel, admin: admin)
    request = []
  }

  private static func reply(to line: Data, on channel: any Channel, admin: AdminService) {
    Task {
      let bytes = await answer(line, admin: admin)
      channel.writeAndFlush(channel.allocator.buffer(bytes: bytes)).whenComplete { _ in channel.close(promise: nil) }
    }
  }

  private static func answer(_ line: Data, admin: AdminService) async -> [UInt8] {
    do {
      let request = try JSONDecoder().decode(AdminRequest.self, from: line)
      return Array(try JSONEncoder().encode(await admin.answer(request))) + [UInt8(ascii: "\n")]
    } catch {
      // Another version of the command line.
      return Array("{\"refusal\":\"The server does not understand this request.\"}\n".utf8)
    }
  }
}
