import Domain
import ServerCore

/// Finds out anew what is urgent for a reader whenever that is due: they have corrected something,
/// wish something else, have got a task; a model has read for them; a deadline comes close, hours
/// of focus begin or end; or the feature does not reach them any more.
///
/// What is due stands in the store and goes with the transaction that keeps what was found, so a
/// server that ends at any moment finds it out once more and marks nothing twice.
package final class PriorityKeeper: Sendable {
  /// Readers at one look.
  private static let batch = 20
  /// Newest messages of a reader that are judged, as many as the inbox shows.
  private static let mostMessages = 200
  /// Between two looks.
  private static let rest = Duration.milliseconds(200)

  private let reader: IntelligenceReader
  private let commands: any CommandPerformer
  private let people: PeopleDirectory
  private let isOn: Bool
  private let clock: any WallClock
  private let loop = BatchLoop(pollSeconds: 15)

  /// `reader` must run its work on threads that the chat does not use.
  package init(
    reader: IntelligenceReader, commands: any CommandPerformer, people: PeopleDirectory, isOn: Bool,
    clock: any WallClock
  ) {
    self.reader = reader
    self.commands = commands
    self.people = people
    self.isOn = isOn
    self.clock = clock
  }

  /// Something may be due. Costs next to nothing; call it after every commit.
  package func wake() { loop.wake() }

  /// Keeps marks up to date from now on, until `stop`. Does nothing when the AI is off.
  package func start() {
    guard isOn else { return }
    loop.start(rest: Self.rest) { [self] in
      let count = await runBatch()
      // Each commit wakes it, and hardly any is about this.
      if count == 0 { await pause() }
      return count
    }
  }

  package func stop() async { await loop.stop() }

  private func pause() async {
    do { try await Task.sleep(for: Self.rest) } catch { return }
  }

  /// How many readers were reviewed; 0 when nobody is due, or nobody could be.
  @discardableResult
  package func runBatch() async -> Int {
    let now = clock.now
    do throws(Refusal) {
      let due = try await reader.read { try $0.dueReviews(at: now, limit: Self.batch) }
      var count = 0
      for review in due where await isReviewed(review, at: now) { count += 1 }
      return count
    } catch {
      // What could not be read now is due at the next look.
      return 0
    }
  }

  /// `false` for one that could not be read or stored: it is due at the next look, and keeps nobody
  /// else waiting.
  private func isReviewed(_ review: DueReview, at now: Timestamp) async -> Bool {
    do throws(Refusal) {
      let findings = try await reader.read { [people] store in
        try Self.findings(for: review.reader, store, people, at: now)
      }
      _ = try await commands.perform(.intelligence(.priority(.review(review, findings))))
      return true
    } catch {
      return false
    }
  }

  /// Of the newest messages by others, and of what is marked or was corrected.
  private static func findings(
    for user: UserID, _ store: any IntelligenceStore, _ people: PeopleDirectory, at now: Timestamp
  ) throws -> [PriorityFinding] {
    let marked = try store.marks(of: user).map(\.message)
    let preferences = try store.preferences(of: user)
    guard try people.profile(user).isReached(preferences) else {
      return try store.messages(marked, for: user).map { ended($0, for: user) }
    }
    let reading = try PriorityReading(
      user, preferences, now: now, store: store, people: people, tellsLists: false)
    let since = now.adding(seconds: -PriorityMark.days * 86_400)
    let newest = try store.incoming(for: user, unreadOnly: false, since: since, limit: mostMessages)
      .filter { $0.signals != nil }
    let known = Set(newest.map(\.message.id))
    let others = Set(marked + reading.corrected(since: since)).subtracting(known).sorted()
    let further = try store.messages(others, for: user).filter { $0.message.sender != user }
    return try reading.findings(on: newest + further, people: people)
  }

  private static func ended(_ placed: PlacedMessage, for user: UserID) -> PriorityFinding {
    let message = placed.message
    return PriorityFinding(
      reader: user, messageRev: message.rev,
      mark: PriorityMark(
        message: message.id, conversation: placed.conversation, seq: message.seq, until: message.createdAt))
  }
}
