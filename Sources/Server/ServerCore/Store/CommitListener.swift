/// Who hears of each group of commands that a store has committed.
package struct CommitListener: Sendable {
  private let hear: @Sendable ([CommitOutcome]) -> Void

  package init(hear: @escaping @Sendable ([CommitOutcome]) -> Void) {
    self.hear = hear
  }

  /// Tells the listener, if there is one, and then whoever waits for an outcome.
  package static func report(_ outcomes: [CommitOutcome], to listener: CommitListener?) {
    listener?.hear(outcomes)
    for outcome in outcomes {
      if case .callback(_, let callback) = outcome.origin { callback(outcome.result) }
    }
  }
}
