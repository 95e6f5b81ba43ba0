import Domain

/// Settings that bound what one server takes on.
package struct ServerLimits: Sendable {
  package var groupSize = Limits.defaultGroupSize
  /// Conversations that one user starts; `nil` switches the limit off, for measurements.
  package var creationRate: RateLimit? = .creationsPerUser
  /// Sockets that one user may have open.
  package var socketsPerUser = 50
  /// Sockets that may be open from one IPv4 address or IPv6 network of 64 bits; `nil` is any
  /// number, as behind a proxy, which has one address.
  package var socketsPerAddress: Int? = 1_000
  /// Requests a second of one user over all sockets, and how many may come at once; `nil` switches
  /// the limit off, for measurements.
  package var socketRate: RateLimit? = RateLimit(burst: 1_000, perSecond: 100)
  /// Requests in a row refused as too fast before the socket is closed.
  package var maximumStrikes = 1_000
  /// Frames that may come before `welcome` has been sent.
  package var maximumEarlyFrames = 64
  /// Feeds that one client may claim to know; one that claims more is caught up from nothing.
  package var maximumKnownFeeds = Limits.maximumKnownInAll
  /// Commands waiting for the disk before new ones are refused with `overloaded`.
  package var maximumQueueDepth = 50_000
  /// Bytes of frames that a socket may leave unread before it is cut off. They take up to twice as
  /// much memory: the buffer of a write is as large as the next power of two.
  package var maximumSocketBacklog = 512 << 10
  /// Bytes of catch-up sent before the reader must have taken them.
  package var catchUpChunk = 256 << 10
  /// People whose presence one user is told of.
  package var maximumContacts = 1_000
  /// Milliseconds between flushes of receipts and presence.
  package var coalescingInterval: Int64 = 250
  /// Milliseconds between typing frames of one user in one conversation.
  package var typingInterval: Int64 = 3_000

  package init() {}
}
