import Domain

/// Which sessions are in use at other servers, as far as they have said lately. Kept only where
/// somebody is notified.
///
/// Each server says so again and again: what one has not repeated is forgotten, so that a word that
/// the bus has lost keeps nobody from being notified for long.
struct RemoteSessions {
  private struct Word {
    let sessions: Set<SessionID>
    let heardAt: Int64
  }

  /// Ticks after which what has not been said again is over.
  private let memory: Int64
  private var now: Int64 = 0
  private var words: [UInt64: [UserID: Word]] = [:]
  /// `nil` while nobody is notified here.
  private var ticksToComplete: Int64?
  /// Whether the others are to be asked at the next tick.
  private var isAsking = false

  init(memory: Int64) {
    self.memory = memory
  }

  /// Whether the other servers have had time to answer.
  var isComplete: Bool { ticksToComplete == 0 }

  /// Keeps what is said from now on; the others have so many ticks to answer.
  mutating func begin(waiting ticks: Int64) {
    (words, ticksToComplete, isAsking) = ([:], ticks, true)
  }

  mutating func end() {
    (words, ticksToComplete, isAsking) = ([:], nil, false)
  }

  /// Something may not have been heard.
  mutating func ask() {
    isAsking = ticksToComplete != nil
  }

  func sessions(of user: UserID) -> Set<SessionID> {
    words.values.reduce(into: []) { sessions, users in
      if let word = users[user], isGood(word) { sessions.formUnion(word.sessions) }
    }
  }

  mutating func set(_ users: [UserSessions], at node: UInt64) {
    guard ticksToComplete != nil else { return }
    for user in users {
      words[node, default: [:]][user.user] =
        user.sessions.isEmpty ? nil : Word(sessions: Set(user.sessions), heardAt: now)
    }
  }

  mutating func forget(_ node: UInt64) {
    words[node] = nil
  }

  /// Whether the others are to be asked now.
  mutating func tick() -> Bool {
    now += 1
    if now % memory == 0 { words = words.mapValues { $0.filter { isGood($0.value) } } }
    ticksToComplete = ticksToComplete.map { max(0, $0 - 1) }
    defer { isAsking = false }
    return isAsking
  }

  private func isGood(_ word: Word) -> Bool { now - word.heardAt <= memory }
}

/// The sessions of a user that are in use at one server: all of them, so none when they are none.
struct UserSessions: Hashable, Sendable {
  /// Ids in one event, a user's more at most: no bus takes events of any size.
  private static let batch = 2_000

  let user: UserID
  let sessions: [SessionID]

  /// What goes into one event each.
  static func batches(_ users: [UserSessions]) -> [[UserSessions]] {
    var batches: [[UserSessions]] = []
    var room = 0
    for user in users {
      if room <= 0 {
        batches.append([])
        room = batch
      }
      batches[batches.count - 1].append(user)
      room -= 1 + user.sessions.count
    }
    return batches
  }
}
