import Domain

/// The one door to the store's queue: refuses when too much waits, stamps the time, and hands
/// committed groups to the fan-out.
package final class CommandGateway: CommandPerformer {
  private let store: any ServerStore
  private let fanOut: FanOut
  private let clock: any WallClock
  private let metrics: ServerMetrics
  private let maximumQueueDepth: Int
  private let tracer: Tracer?

  /// Becomes the store's commit observer.
  package init(
    store: any ServerStore, fanOut: FanOut, clock: any WallClock, metrics: ServerMetrics, maximumQueueDepth: Int,
    commits: CommitObserver = CommitObserver(), tracer: Tracer? = nil, cluster: ClusterNode? = nil
  ) {
    self.store = store
    self.fanOut = fanOut
    self.clock = clock
    self.metrics = metrics
    self.maximumQueueDepth = maximumQueueDepth
    self.tracer = tracer
    store.observeCommits { outcomes in
      metrics.recordCommit(outcomes)
      if let cluster {
        cluster.publish(outcomes)
      } else {
        fanOut.publish(outcomes)
      }
      commits.notify()
    }
  }

  /// Queues a command; whoever waits hears of it after the commit, or at once when the server is
  /// overloaded.
  package func submit(
    _ body: WriteCommand.Body, origin: WriteCommand.Origin? = nil, by actor: AuditActor? = nil
  ) {
    guard store.queueDepth < maximumQueueDepth else {
      metrics.recordOverload()
      return refuse(Refusal(.overloaded, "The server has too much to do.", retryAfter: 1), origin)
    }
    if case .socket(let socket, let ref, _)? = origin { fanOut.noteRequest(ref, of: socket, at: metrics.now()) }
    store.submit(WriteCommand(body, at: clock.now, origin: origin, by: actor))
  }

  package func perform(_ body: WriteCommand.Body, by actor: AuditActor?) async throws(Refusal) -> CommitResult {
    let trace = tracer.flatMap { tracer in
      RequestTrace.current.map { tracer.commit(in: $0, at: metrics.now()) }
    }
    let result = await withCheckedContinuation { continuation in
      submit(body, origin: .callback(trace: trace) { continuation.resume(returning: $0) }, by: actor)
    }
    return try result.get()
  }

  private func refuse(_ refusal: Refusal, _ origin: WriteCommand.Origin?) {
    switch origin {
    case .socket(let socket, let ref, _)?: fanOut.refuse(refusal, ref: ref, to: socket)
    case .callback(_, let callback)?: callback(.failure(refusal))
    case nil: break
    }
  }
}
