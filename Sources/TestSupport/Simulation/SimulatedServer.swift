import ServerCore

/// One server process of a simulation.
final class SimulatedServer {
  /// Where it commits and reads.
  let store: any ServerStore
  /// Of several servers each has one.
  let door: StoreDoor?
  let port: BusPort?
  let context: ServerContext

  init(
    _ shared: SimulatedStore, _ bus: InProcessBus?, number: UInt64, clock: SimulatedClock, defect: PlantedDefect?
  ) {
    door = bus.map { _ in StoreDoor(to: shared, defect: defect) }
    port = bus.map { $0.port() }
    store = door ?? shared
    var limits = ServerLimits()
    limits.socketRate = nil
    context = ServerContext(
      store: store, tokens: SimulatedTokens(), clock: clock, limits: limits,
      metrics: ServerMetrics(monotonicNow: { 0 }), work: InlineWorkExecutor(), fanOut: InlineFanOutExecutor(),
      peers: port.map { ClusterPeers(bus: $0, node: number) })
  }
}
