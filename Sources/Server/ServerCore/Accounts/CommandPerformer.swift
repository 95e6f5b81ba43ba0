import Domain

/// Commits one command and waits for its outcome.
package protocol CommandPerformer: Sendable {
  /// Returns after the command is on disk and everyone who must hear of it has been told.
  /// `actor` is for the audit log, as in `WriteCommand`.
  func perform(_ body: WriteCommand.Body, by actor: AuditActor?) async throws(Refusal) -> CommitResult
}

extension CommandPerformer {
  package func perform(_ body: WriteCommand.Body) async throws(Refusal) -> CommitResult {
    try await perform(body, by: nil)
  }
}

/// Commits straight to a store that no server is using: for the command line.
package struct DirectCommandPerformer: CommandPerformer {
  private let store: any ServerStore
  private let clock: any WallClock

  package init(store: any ServerStore, clock: any WallClock) {
    self.store = store
    self.clock = clock
  }

  package func perform(_ body: WriteCommand.Body, by actor: AuditActor?) async throws(Refusal) -> CommitResult {
    let result = await withCheckedContinuation { continuation in
      store.submit(
        WriteCommand(body, at: clock.now, origin: .callback { continuation.resume(returning: $0) }, by: actor))
    }
    return try result.get()
  }
}
