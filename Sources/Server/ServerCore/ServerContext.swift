import Domain

/// What every socket session shares.
package struct ServerContext: Sendable {
  package let store: any ServerStore
  package let gateway: CommandGateway
  package let sockets: SocketRegistry
  package let fanOut: FanOut
  package let commits: CommitObserver
  package let receipts: ReceiptCoalescer
  package let presence: PresenceTracker
  /// At all servers of the store.
  package let online: OnlineSessions
  package let tokens: any TokenVerifier
  package let clock: any WallClock
  package let limits: ServerLimits
  /// What a user's sockets may ask for, together.
  package let socketLimiter: RateLimiter<UserID>
  /// Conversations that a user starts.
  package let creationLimiter: RateLimiter<UserID>
  /// Sockets by address.
  package let socketQuota: SocketQuota
  package let metrics: ServerMetrics
  package let work: any WorkExecutor
  /// `nil` where nothing is traced.
  package let tracer: Tracer?
  /// `nil` where no other server shares the store.
  package let cluster: ClusterNode?

  /// Wires sockets, fan-out, gateway and coalescers around a store. The host must call `tick` every
  /// `limits.coalescingInterval`. `peers` is how the other servers of the store are reached.
  package init(
    store: any ServerStore, tokens: any TokenVerifier, clock: any WallClock, limits: ServerLimits,
    metrics: ServerMetrics, work: any WorkExecutor, fanOut loops: any FanOutExecutor, tracer: Tracer? = nil,
    peers: ClusterPeers? = nil
  ) {
    self.store = store
    self.tokens = tokens
    self.clock = clock
    self.limits = limits
    socketLimiter = RateLimiter(limits.socketRate)
    creationLimiter = RateLimiter(limits.creationRate)
    socketQuota = SocketQuota(limits.socketsPerAddress)
    self.metrics = metrics
    self.work = work
    self.tracer = tracer
    let sockets = SocketRegistry()
    self.sockets = sockets
    let fanOut = FanOut(to: sockets, metrics: metrics, on: loops, tracer: tracer)
    self.fanOut = fanOut
    let cluster = peers.map {
      ClusterNode(
        peers: $0, store: store, fanOut: fanOut, tokens: tokens, work: work,
        tickInterval: limits.coalescingInterval)
    }
    self.cluster = cluster
    let commits = CommitObserver()
    self.commits = commits
    gateway = CommandGateway(
      store: store, fanOut: fanOut, clock: clock, metrics: metrics, maximumQueueDepth: limits.maximumQueueDepth,
      commits: commits, tracer: tracer, cluster: cluster)
    receipts = ReceiptCoalescer(gateway: gateway)
    presence = PresenceTracker(
      sockets: sockets, fanOut: fanOut, store: store, gateway: gateway, work: work, clock: clock,
      maximumContacts: limits.maximumContacts, cluster: cluster)
    cluster?.observe(presence)
    online = OnlineSessions(sockets: sockets, cluster: cluster)
    fanOut.observeJoins { [presence] conversation, users in
      let windows = WindowDelivery(store: store, sockets: sockets, fanOut: fanOut, work: work)
      for user in users { windows.deliver(conversation, to: user) }
      work.run { presence.introduce(users, in: conversation) }
    }
  }

  /// Flushes receipts and presence, and looks from time to time for what other servers have
  /// committed.
  package func tick() {
    receipts.flush()
    presence.flush()
    cluster?.tick()
    metrics.setQueueDepth(store.queueDepth)
  }
}
