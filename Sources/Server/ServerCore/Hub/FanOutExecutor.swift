/// Runs work on an event loop: one call for each loop and commit group.
package protocol FanOutExecutor: Sendable {
  func execute(loopIndex: Int, _ work: @escaping @Sendable () -> Void)
}

/// Runs the work at once, where it is asked for: for the simulation and for tests.
package struct InlineFanOutExecutor: FanOutExecutor {
  package init() {}

  package func execute(loopIndex: Int, _ work: @escaping @Sendable () -> Void) {
    work()
  }
}
