import Domain

/// Jobs of several people, taken in turn: one of each, then the next of each. How long somebody
/// waits depends on how many people wait, never on how many jobs one of them has. What belongs to
/// nobody is one lane more. Pure.
package struct FairQueue<Job> {
  private var lanes: [UserID?: [Job]] = [:]
  /// Those who have jobs, whose turn is next first.
  private var order: [UserID?] = []

  package init() {}

  package mutating func add(_ job: Job, of owner: UserID?) {
    if lanes[owner] == nil { order.append(owner) }
    lanes[owner, default: []].append(job)
  }

  package mutating func next() -> Job? {
    guard !order.isEmpty else { return nil }
    let owner = order.removeFirst()
    guard var lane = lanes.removeValue(forKey: owner) else { return nil }
    let job = lane.removeFirst()
    if !lane.isEmpty {
      lanes[owner] = lane
      order.append(owner)
    }
    return job
  }
}

extension FairQueue: Sendable where Job: Sendable {}
