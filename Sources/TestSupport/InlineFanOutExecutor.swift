import ServerCore

/// Runs the work at once, where it is asked for.
package struct InlineFanOutExecutor: FanOutExecutor {
  package init() {}

  package func execute(loopIndex: Int, _ work: @escaping @Sendable () -> Void) {
    work()
  }
}
