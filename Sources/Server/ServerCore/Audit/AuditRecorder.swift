import Domain
import Synchronization

/// Tells the audit log of what is no command by itself, and forgets what is old.
package final class AuditRecorder: Sendable {
  /// Failed attempts that have an entry each: those of an hour at once, then one every few seconds.
  /// More are only counted, so that nobody fills the disk by guessing.
  package static let failures = RateLimit(burst: 1_000, perSecond: 1_000.0 / 3_600)
  /// Seconds from one look at what is old to the next, and after one that failed.
  private static let interval: Int64 = 3_600
  private static let retryDelay: Int64 = 60
  /// Seconds after which those that were only counted have their entry.
  private static let countInterval: Int64 = 60

  private struct Flood: Sendable {
    var bucket: TokenBucket?
    var omitted: Int64 = 0

    mutating func takes(_ now: Timestamp) -> Bool {
      var bucket =
        bucket
        ?? TokenBucket(
          capacity: AuditRecorder.failures.burst, refillPerSecond: AuditRecorder.failures.perSecond, now: now)
      defer { self.bucket = bucket }
      return bucket.take(now: now) == nil
    }

    mutating func takeOmitted() -> Int64 {
      defer { omitted = 0 }
      return omitted
    }
  }

  private let commands: any CommandPerformer
  private let clock: any WallClock
  private let random: @Sendable (Int) -> [UInt8]
  private let flood = Mutex(Flood())
  private let forgetting = Mutex(Recurrence(interval: interval, retryDelay: retryDelay))
  private let counting = Mutex(Recurrence(interval: countInterval, retryDelay: countInterval))

  init(commands: any CommandPerformer, clock: any WallClock, random: @escaping @Sendable (Int) -> [UInt8]) {
    self.commands = commands
    self.clock = clock
    self.random = random
  }

  /// Whoever asks, from the network address that is known of them.
  package func actor(
    _ identity: AuditActor.Identity, session: SessionID? = nil, at address: String?
  ) -> AuditActor {
    AuditActor(
      identity, session: session,
      address: address.map { AuditAddress($0, salt: random(AuditAddress.saltBytes)) })
  }

  package func actor(_ asker: AuthenticatedSession, at address: String?) -> AuditActor {
    actor(.account(asker.user), session: asker.session, at: address)
  }

  /// Returns when the entry is on disk; throws when it cannot be written.
  package func record(_ act: AuditAct, by actor: AuditActor) async throws(Refusal) {
    _ = try await commands.perform(.audit(.append(act)), by: actor)
  }

  /// Tells of a failed attempt. One that cannot be told of is counted.
  func failed(_ act: AuditAct, at address: String?) async {
    guard flood.withLock({ $0.takes(clock.now) }) else { return omitFailure() }
    do throws(Refusal) {
      try await record(act, by: actor(.nobody, at: address))
    } catch {
      omitFailure()
    }
  }

  /// Counts a failed attempt that has no entry.
  func omitFailure() {
    flood.withLock { $0.omitted += 1 }
  }

  /// To be called now and then, more often than once a minute.
  package func flush() {
    let now = clock.now
    if counting.withLock({ $0.take(now) }) { Task { await tellOmitted() } }
    if forgetting.withLock({ $0.take(now) }) { Task { await forget(now) } }
  }

  private func forget(_ now: Timestamp) async {
    do throws(Refusal) {
      _ = try await commands.perform(.audit(.forget(before: now.adding(seconds: -Rules.Audit.memory))))
    } catch {
      forgetting.withLock { $0.fail(at: now) }
    }
  }

  private func tellOmitted() async {
    let count = flood.withLock { $0.takeOmitted() }
    guard count > 0 else { return }
    do throws(Refusal) {
      try await record(.failuresOmitted(count), by: AuditActor(.server))
    } catch {
      flood.withLock { $0.omitted += count }
    }
  }
}
