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
}
