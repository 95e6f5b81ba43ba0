/// A defect that the simulation plants in the server, to show that its checks can fail.
package enum PlantedDefect: Sendable, CaseIterable {
  /// Messages are acked and never committed.
  case acksWithoutCommit
  /// A catch-up delta leaves out its newest message.
  case forgetsInDeltas
  /// A catch-up delta does not say which insights were withdrawn.
  case forgetsWithdrawals
  /// While the server can take nothing, it says that no retry helps.
  case refusesForGood
  /// A restored server says that its history is the one before.
  case keepsHistory
  /// Of several servers: one that asks what it has missed is told that it has missed nothing.
  case hidesFromPolls
  /// Of several servers: what is read where something has not been heard is empty.
  case forgetsGaps
  /// Of several servers: whoever was removed is told of what is written afterwards.
  case tellsTheRemoved

  /// How many servers it takes to have it.
  package var servers: Int {
    switch self {
    case .hidesFromPolls, .forgetsGaps, .tellsTheRemoved: 2
    default: 1
    }
  }
}
