import Domain
import Foundation
import ServerCore

/// How a store behaves; the defaults are those of a live server.
package struct PostgresStoreOptions: Sendable {
  package enum CommitMode: Sendable {
    /// Threads of the store commit whatever waits, one for each lane.
    case threads
    /// Nothing is committed until somebody calls `drain()`: for tests.
    case manual
  }

  /// Where the tables are.
  package var schema: String
  package var sharing: StoreSharing
  /// Members of a group at most.
  package var groupSize: Int
  package var limits: StoreLimits
  package var commit: CommitMode
  /// Tells which sessions have expired; commands carry their own time.
  package var clock: any WallClock
  /// Seconds of a clock that nobody sets.
  package var monotonicNow: @Sendable () -> Double
  /// Conversations are spread over so many writers. More than there are processors only get in each
  /// other's way: decision 35 has the figures.
  package var lanes: Int
  /// Commands in one transaction at most.
  package var maximumCommandsPerCommit: Int
  /// Connections for reading at most; they are opened when needed.
  package var maximumReaders: Int
  /// The same for searches, which have their own: nobody else's reading waits for one.
  package var maximumSearches: Int
  /// How long a statement of a search may take before it is refused.
  package var searchDeadline: Duration
  /// How long to wait for the server, when connecting and for each answer.
  package var patience: Duration

  private static let usualLanes = min(max(ProcessInfo.processInfo.activeProcessorCount, 2), 4)

  package init(
    schema: String = "messageai", sharing: StoreSharing = .alone, groupSize: Int = Limits.defaultGroupSize,
    limits: StoreLimits = StoreLimits(), commit: CommitMode = .threads, clock: any WallClock = SystemClock(),
    lanes: Int = Self.usualLanes, maximumCommandsPerCommit: Int = 256, maximumReaders: Int = 8,
    maximumSearches: Int = 2,
    searchDeadline: Duration = .seconds(2), patience: Duration = .seconds(20),
    monotonicNow: @escaping @Sendable () -> Double = { ProcessInfo.processInfo.systemUptime }
  ) {
    self.schema = schema
    self.sharing = sharing
    self.groupSize = groupSize
    self.limits = limits
    self.commit = commit
    self.clock = clock
    self.lanes = lanes
    self.maximumCommandsPerCommit = maximumCommandsPerCommit
    self.maximumReaders = maximumReaders
    self.maximumSearches = maximumSearches
    self.searchDeadline = searchDeadline
    self.patience = patience
    self.monotonicNow = monotonicNow
  }
}
