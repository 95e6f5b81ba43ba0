import CNATS

/// Does what is asked of a bus, by its thread.
struct NATSSender: @unchecked Sendable {
  /// Events of one subject that may wait to be heard.
  private static let pendingMessages: Int32 = 4_096
  private static let pendingBytes: Int32 = 8 << 20

  private let connection: OpaquePointer
  private let ears: NATSEars
  private var subscriptions: [String: OpaquePointer] = [:]

  init(connection: OpaquePointer, ears: NATSEars) {
    self.connection = connection
    self.ears = ears
  }

  mutating func perform(_ task: NATSQueue.Task) {
    switch task {
    case .publish(let bytes, let subject):
      // What cannot be sent is found in the store.
      _ = natsConnection_Publish(connection, subject, bytes, Int32(bytes.count))
    case .subscribe(let subject): subscribe(subject)
    case .unsubscribe(let subject):
      if let subscription = subscriptions.removeValue(forKey: subject) { natsSubscription_Destroy(subscription) }
    }
  }

  func close() {
    for subscription in subscriptions.values { natsSubscription_Destroy(subscription) }
    natsConnection_Destroy(connection)
  }

  private mutating func subscribe(_ subject: String) {
    guard subscriptions[subject] == nil else { return }
    var subscription: OpaquePointer?
    let status = natsConnection_Subscribe(
      &subscription, connection, subject, { NATSEars.hear($2, $3) }, Unmanaged.passUnretained(ears).toOpaque())
    guard status == NATS_OK, let subscription else { return }
    natsSubscription_SetPendingLimits(subscription, Self.pendingMessages, Self.pendingBytes)
    subscriptions[subject] = subscription
  }
}
