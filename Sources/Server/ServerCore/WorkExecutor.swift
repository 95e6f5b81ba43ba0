/// Runs reads of the store away from the event loops.
package protocol WorkExecutor: Sendable {
  func run(_ work: @escaping @Sendable () -> Void)
}

/// Runs the work at once, where it is asked for: for the simulation and for tests.
package struct InlineWorkExecutor: WorkExecutor {
  package init() {}

  package func run(_ work: @escaping @Sendable () -> Void) {
    work()
  }
}
