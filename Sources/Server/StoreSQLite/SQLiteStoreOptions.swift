import Domain

/// How a store behaves; the defaults are those of a live server.
package struct SQLiteStoreOptions: Sendable {
  package enum CommitMode: Sendable {
    /// A thread of the store commits whatever waits.
    case thread
    /// Nothing is committed until somebody calls `drain()`: for tests and the simulation.
    case manual
  }

  /// Members of a group at most.
  package var groupSize: Int
  package var commit: CommitMode
  /// Tells which sessions have expired; commands carry their own time.
  package var clock: any WallClock
  /// Commands in one transaction at most.
  package var maximumCommandsPerCommit: Int
  /// Connections for reading at most; they are opened when needed.
  package var maximumReaders: Int

  package init(
    groupSize: Int = Limits.defaultGroupSize, commit: CommitMode = .thread, clock: any WallClock = SystemClock(),
    maximumCommandsPerCommit: Int = 4_096, maximumReaders: Int = 4
  ) {
    self.groupSize = groupSize
    self.commit = commit
    self.clock = clock
    self.maximumCommandsPerCommit = maximumCommandsPerCommit
    self.maximumReaders = maximumReaders
  }
}
