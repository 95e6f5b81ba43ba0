import Domain
import Foundation

/// Whether a device is told of a message.
package enum PushRuling: Hashable, Sendable {
  case send(isUrgent: Bool, dueAt: Timestamp)
  case skip(PushSkip)
}

/// Why a device is not told of a message.
package enum PushSkip: String, Sendable, CaseIterable {
  case archived, muted, focus
  /// It has been read.
  case read
  /// The device shows it.
  case active
}

extension Rules.Push {
  /// Seconds that a message waits for somebody who is there with another device: they may read it
  /// on that one.
  package static let courtesy: Int64 = 15
  /// Seconds after which nobody wants to be told of a message.
  package static let lifetime: Int64 = 86_400
  /// Seconds for which outcomes are kept.
  package static let memory: Int64 = 7 * 86_400
  /// Seconds to the next try after the first, second, … failure; one more ends it.
  package static let delays: [Int64] = [2, 10, 60, 300, 1_800]

  /// `online` are the reader's sessions whose devices are in use now.
  package static func rule(
    on candidate: PushCandidate, preferences: AIPreferences, timeZone: TimeZone, online: Set<SessionID>,
    at now: Timestamp
  ) -> PushRuling {
    guard candidate.seq > candidate.readSeq else { return .skip(.read) }
    guard !online.contains(candidate.session) else { return .skip(.active) }
    let disturbance = Disturbance.decide(
      sender: candidate.sender, text: candidate.text, settings: candidate.settings, preferences: preferences,
      timeZone: timeZone, now: now)
    switch disturbance {
    case .silent(.archived): return .skip(.archived)
    case .silent(.muted): return .skip(.muted)
    case .silent(.focus): return .skip(.focus)
    case .allowed(let urgency, _):
      let isThere = !online.isEmpty && urgency == nil
      return .send(isUrgent: urgency != nil, dueAt: isThere ? now.adding(seconds: courtesy) : now)
    }
  }

  /// What has happened since it was planned; `nil` when it is still to be sent.
  package static func reconsider(
    _ attempt: PushAttempt, online: Set<SessionID>, at now: Timestamp
  ) -> PushOutcome? {
    let standing = attempt.standing
    if attempt.device == nil { return .signedOut }
    if !standing.isMember { return .left }
    if standing.isDeleted { return .deleted }
    if standing.isRead { return .read }
    if standing.settings?.archived == true || standing.settings?.isMuted(at: now) == true { return .silenced }
    if now >= attempt.createdAt.adding(seconds: lifetime) { return .expired }
    return online.contains(attempt.session) ? .active : nil
  }

  /// `failures` have been before.
  package static func settle(
    _ id: PushAttemptID, _ reply: PushReply, failures: Int, at now: Timestamp
  ) -> PushSettlement {
    switch reply {
    case .accepted: PushSettlement(id: id, end: .finished(.accepted))
    case .notConfigured: PushSettlement(id: id, end: .finished(.notConfigured))
    case .gone(let detail): PushSettlement(id: id, end: .finished(.gone), detail: detail)
    case .rejected(let detail): PushSettlement(id: id, end: .finished(.rejected), detail: detail)
    case .failed(let detail, let retryAfter): postponed(id, detail, retryAfter, failures: failures, at: now)
    }
  }

  private static func postponed(
    _ id: PushAttemptID, _ detail: String, _ retryAfter: Int64?, failures: Int, at now: Timestamp
  ) -> PushSettlement {
    guard delays.indices.contains(failures) else {
      return PushSettlement(id: id, end: .finished(.exhausted), detail: detail)
    }
    let delay = max(delays[failures], min(retryAfter ?? 0, lifetime))
    return PushSettlement(id: id, end: .postponed(until: now.adding(seconds: delay)), detail: detail)
  }

  /// Throws `invalid` for what no service gives out.
  package static func check(_ subscription: PushSubscription) throws(Refusal) {
    guard !subscription.address.isEmpty, TextLength.isWithin(PushSubscription.mostAddress, subscription.address),
      TextLength.isWithin(PushSubscription.mostPublicKey, subscription.publicKey ?? ""),
      TextLength.isWithin(PushSubscription.mostSecret, subscription.secret ?? "")
    else { throw Refusal(.invalid, "That is no device's address for notifications.") }
  }

  /// Throws `session_revoked` unless the session is open; `nil` stands for one that is not known.
  package static func checkSession(isOpen: Bool?) throws(Refusal) {
    guard isOpen == true else { throw Refusal(.sessionRevoked, "The session has ended: sign in again.") }
  }
}
