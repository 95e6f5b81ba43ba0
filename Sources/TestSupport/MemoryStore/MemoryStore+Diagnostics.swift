import Domain
import ServerCore

extension MemoryData {
  func crash(_ id: String) -> CrashGroup? { savedCrashes[id].map { counted($0.group) } }

  func save(_ crash: CrashGroup, of account: Int64?) {
    savedCrashes[crash.id] = (crash, (savedCrashes[crash.id]?.people ?? []).union(account.map { [$0] } ?? []))
  }

  func removeCrash(_ id: String) { savedCrashes[id] = nil }

  func removeCrashes(keeping count: Int) {
    for crash in sortedCrashes.dropFirst(count) { removeCrash(crash.id) }
  }

  func eventVersions(of platform: CrashPlatform, on day: Int64) -> Set<String> {
    Set(tallies.filter { $0.day == day && $0.platform == platform }.map(\.version))
  }

  func add(_ tally: ClientEventTally) {
    func isSame(_ other: ClientEventTally) -> Bool {
      var other = other
      (other.count, other.waited) = (tally.count, tally.waited)
      return other == tally
    }
    guard let index = tallies.firstIndex(where: isSame) else { return tallies.append(tally) }
    tallies[index].count += tally.count
    tallies[index].waited += tally.waited
  }

  func forgetEvents(before day: Int64) { tallies.removeAll { $0.day < day } }

  /// Newest first.
  var sortedCrashes: [CrashGroup] {
    savedCrashes.values.map { counted($0.group) }.sorted { ($1.lastAt, $0.id) < ($0.lastAt, $1.id) }
  }

  private func counted(_ group: CrashGroup) -> CrashGroup {
    var group = group
    group.people = savedCrashes[group.id]?.people.count ?? 0
    return group
  }
}

extension MemoryStore: DiagnosticsStore {
  package func crashes() throws -> [CrashGroup] { read { $0.sortedCrashes } }

  package func eventTallies(since day: Int64) throws -> [ClientEventTally] {
    read { $0.tallies.filter { $0.day >= day } }
  }
}
