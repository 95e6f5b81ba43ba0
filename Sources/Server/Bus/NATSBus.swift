import CNATS
import Domain
import Foundation
import ServerCore

/// A bus over NATS servers. It connects by itself, for as long as it takes, and loses what does not
/// fit while they are away or too slow: whoever listens asks the store for that.
package final class NATSBus: ServerBus {
  private let ears: NATSEars
  private let queue: NATSQueue
  private let prefix: String
  private let thread = DispatchGroup()

  /// `address` is like `nats://user:password@127.0.0.1:4222`, or several with commas between;
  /// `tls://` encrypts. What it publishes is heard by the servers of the same workspace. Throws a
  /// `NATSBusError` for what is no address.
  package init(_ address: String, workspace: HistoryID) throws(NATSBusError) {
    prefix = "messageai.\(workspace)"
    ears = NATSEars()
    queue = NATSQueue()
    startThread(NATSSender(connection: try Self.connect(address, ears), ears: ears))
  }

  package var isConnected: Bool { ears.isConnected }

  package func start(_ listener: any BusListener) {
    ears.listen(listener)
  }

  package func publish(_ bytes: [UInt8], to subject: BusSubject) {
    queue.add(.publish(bytes, name(of: subject)))
  }

  package func subscribe(_ subject: BusSubject) {
    queue.add(.subscribe(name(of: subject)))
  }

  package func unsubscribe(_ subject: BusSubject) {
    queue.add(.unsubscribe(name(of: subject)))
  }

  package func close() {
    ears.close()
    queue.close()
    thread.wait()
  }

  private func name(of subject: BusSubject) -> String {
    switch subject {
    case .conversation(let id): "\(prefix).conversation.\(id)"
    case .user(let id): "\(prefix).user.\(id)"
    case .session(let id): "\(prefix).session.\(id)"
    case .workspace: "\(prefix).all"
    case .online: "\(prefix).online"
    }
  }

  /// A socket that takes nothing must not keep waiting whoever commits.
  private func startThread(_ sender: NATSSender) {
    thread.enter()
    let (queue, thread) = (queue, thread)
    let worker = Thread {
      var sender = sender
      while let tasks = queue.take() {
        for task in tasks { sender.perform(task) }
      }
      sender.close()
      thread.leave()
    }
    worker.name = "bus"
    worker.start()
  }
}

/// Why a bus cannot be used.
package struct NATSBusError: Error, CustomStringConvertible, Sendable {
  package let description: String
}

extension NATSBus {
  /// Milliseconds between attempts to connect.
  private static let reconnectWait: Int64 = 500
  /// Milliseconds that a write may take before the connection counts as broken.
  private static let writeDeadline: Int64 = 1_000
  /// Bytes that wait while there is no connection.
  private static let reconnectBuffer: Int32 = 1 << 20

  /// Whether it can be the address of NATS servers; asks nobody. Throws a `NATSBusError` when not.
  package static func check(_ address: String) throws(NATSBusError) {
    let all = address.split(separator: ",", omittingEmptySubsequences: false)
    let isGood = all.allSatisfy { part in
      guard let url = URL(string: String(part)), let host = url.host, !host.isEmpty else { return false }
      return url.scheme == "nats" || url.scheme == "tls"
    }
    guard isGood else {
      // It may have a password in it.
      let shown = address.contains("@") ? "This" : address
      throw NATSBusError(description: "\(shown) is no address of a NATS server, such as nats://127.0.0.1:4222.")
    }
  }

  private static func connect(_ address: String, _ ears: NATSEars) throws(NATSBusError) -> OpaquePointer {
    try check(address)
    var options: OpaquePointer?
    guard natsOptions_Create(&options) == NATS_OK, let options else {
      throw NATSBusError(description: "The library for NATS cannot be used.")
    }
    defer { natsOptions_Destroy(options) }
    // Lives as long as the process: the library may call back after a connection is closed.
    let closure = Unmanaged.passRetained(ears).toOpaque()
    let settings = [
      natsOptions_SetURL(options, address),
      natsOptions_SetName(options, "messageai"),
      natsOptions_SetNoEcho(options, true),
      natsOptions_SetSendAsap(options, true),
      natsOptions_UseGlobalMessageDelivery(options, true),
      natsOptions_SetMaxReconnect(options, -1),
      natsOptions_SetReconnectWait(options, reconnectWait),
      natsOptions_SetReconnectBufSize(options, reconnectBuffer),
      natsOptions_SetWriteDeadline(options, writeDeadline),
      natsOptions_SetPingInterval(options, 2_000),
      natsOptions_SetDisconnectedCB(options, { NATSEars.changed($1, isConnected: false) }, closure),
      natsOptions_SetReconnectedCB(options, { NATSEars.changed($1, isConnected: true) }, closure),
      natsOptions_SetErrorHandler(options, { NATSEars.missed($3) }, closure),
      natsOptions_SetRetryOnFailedConnect(options, true, { NATSEars.changed($1, isConnected: true) }, closure),
    ]
    guard settings.allSatisfy({ $0 == NATS_OK }) else {
      throw NATSBusError(description: "The library for NATS cannot be used.")
    }
    var connection: OpaquePointer?
    let status = natsConnection_Connect(&connection, options)
    guard status == NATS_OK || status == NATS_NOT_YET_CONNECTED, let connection else {
      let reason = natsStatus_GetText(status).map { String(cString: $0) } ?? "unknown"
      throw NATSBusError(description: "The NATS server cannot be used: \(reason).")
    }
    if status == NATS_OK { ears.noteConnection(natsConnection_Status(connection) == NATS_CONN_STATUS_CONNECTED) }
    return connection
  }
}
