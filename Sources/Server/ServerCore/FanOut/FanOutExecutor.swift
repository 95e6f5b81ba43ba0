/// Runs work on an event loop: one call for each loop and commit group.
package protocol FanOutExecutor: Sendable {
  func execute(loopIndex: Int, _ work: @escaping @Sendable () -> Void)
}
