import Domain
import ServerCore

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
  package var limits: StoreLimits
  package var commit: CommitMode
  /// Tells which sessions have expired; commands carry their own time.
  package var clock: any WallClock
  /// Seconds of a clock that nobody sets: when to tidy up.
  package var monotonicNow: @Sendable () -> Double
  /// Commands in one transaction at most.
  package var maximumCommandsPerCommit: Int
  /// Connections for reading at most; they are opened when needed.
  package var maximumReaders: Int
  /// The same for searches, which have their own: nobody else's reading waits for one.
  package var maximumSearches: Int
  /// How long a search may take before it is refused.
  package var searchDeadline: Duration

  package init(
    groupSize: Int = Limits.defaultGroupSize, limits: StoreLimits = StoreLimits(), commit: CommitMode = .thread,
    clock: any WallClock = SystemClock(),
    maximumCommandsPerCommit: Int = 4_096, maximumReaders: Int = 4, maximumSearches: Int = 2,
    searchDeadline: Duration = .seconds(2),
    monotonicNow: @escaping @Sendable () -> Double = MonotonicCondition.now
  ) {
    self.monotonicNow = monotonicNow
    self.groupSize = groupSize
    self.limits = limits
    self.commit = commit
    self.clock = clock
    self.maximumCommandsPerCommit = maximumCommandsPerCommit
    self.maximumReaders = maximumReaders
    self.maximumSearches = maximumSearches
    self.searchDeadline = searchDeadline
  }
}
