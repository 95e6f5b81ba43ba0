import Domain

/// Carries what nodes tell each other of one store. Everything on it may be lost, repeated, late or
/// out of order: the store is the log, and a node asks it for what it has missed.
///
/// Every method returns at once and may be called on any thread, under a lock: a bus calls its
/// listener on threads of its own.
package protocol ServerBus: Sendable {
  /// Whether the bus is connected, as far as it knows: one that was cut off in silence is, too.
  var isConnected: Bool { get }
  /// Called once, before anything else.
  func start(_ listener: any BusListener)
  func publish(_ bytes: [UInt8], to subject: BusSubject)
  /// From now on what is published to the subject is heard, also by this node itself.
  func subscribe(_ subject: BusSubject)
  func unsubscribe(_ subject: BusSubject)
  /// Nothing is heard any more.
  func close()
}

/// Who hears what a bus carries.
package protocol BusListener: AnyObject, Sendable {
  func hear(_ bytes: [UInt8])
  /// The bus was down, or full: something may be missing.
  func mayHaveMissed()
}

/// What is published of, so that each node hears only of what its sockets want.
package enum BusSubject: Hashable, Sendable {
  case conversation(ConversationID)
  case user(UserID)
  case session(SessionID)
  /// All nodes hear it.
  case workspace
  /// Sessions that are in use: the node that notifies hears it.
  case online
}

/// Knows how many servers have a store, whether or not they are on the bus.
package protocol ServerCensus: Sendable {
  /// This one is among them. Blocking.
  func serverCount() throws -> Int
}

/// How a server reaches the others of its store.
package struct ClusterPeers: Sendable {
  package let bus: any ServerBus
  /// Another one for each server and each start.
  package let node: UInt64
  /// Without one the bus is never trusted.
  package let census: (any ServerCensus)?

  package init(bus: any ServerBus, node: UInt64, census: (any ServerCensus)? = nil) {
    self.bus = bus
    self.node = node
    self.census = census
  }
}

/// Servers that share a store without a bus: each asks the store every two seconds.
package struct NoBus: ServerBus {
  package init() {}

  package var isConnected: Bool { false }
  package func start(_ listener: any BusListener) {}
  package func publish(_ bytes: [UInt8], to subject: BusSubject) {}
  package func subscribe(_ subject: BusSubject) {}
  package func unsubscribe(_ subject: BusSubject) {}
  package func close() {}
}
