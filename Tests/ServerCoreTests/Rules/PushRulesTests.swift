import Domain
import Foundation
import ServerCore
import Testing

@Suite("Rules of notifications")
struct PushRulesTests {
  typealias It = RuleFixture
  typealias Rule = Rules.Push

  private static let here = SessionID(high: 7, low: 1)
  private static let elsewhere = SessionID(high: 7, low: 2)
  private static let id = PushAttemptID(high: 8, low: 1)
  private static let room = ConversationID(high: 9, low: 1)

  private func candidate(readSeq: Int64 = 0, settings: ConversationSettings? = nil) -> PushCandidate {
    PushCandidate(
      ordinal: 1, device: 1, session: Self.here, user: It.ada, sender: It.ben, text: "An outage", seq: 5,
      readSeq: readSeq, settings: settings)
  }

  private func settings(muted: Bool = false, archived: Bool = false) -> ConversationSettings {
    ConversationSettings(conversation: Self.room, rev: 1, muted: muted, archived: archived)
  }

  private func rule(
    _ candidate: PushCandidate, _ preferences: AIPreferences = AIPreferences(), online: Set<SessionID> = []
  ) -> PushRuling {
    Rule.rule(on: candidate, preferences: preferences, timeZone: .gmt, online: online, at: It.now)
  }

  @Test("a device is told at once, unless its reader has read the message or looks at that device")
  func told() {
    #expect(rule(candidate(readSeq: 4)) == .send(isUrgent: false, dueAt: It.now))
    #expect(rule(candidate(readSeq: 5)) == .skip(.read))
    #expect(rule(candidate(), online: [Self.here, Self.elsewhere]) == .skip(.active))
  }

  @Test("a reader who is there with another device gets a while to read it, unless it is urgent")
  func courtesy() {
    let later = It.now.adding(seconds: Rule.courtesy)
    #expect(rule(candidate(), online: [Self.elsewhere]) == .send(isUrgent: false, dueAt: later))
    let urgent = AIPreferences(urgentKeywords: ["outage"])
    #expect(rule(candidate(), urgent, online: [Self.elsewhere]) == .send(isUrgent: true, dueAt: It.now))
  }

  @Test("what its reader does not want to hear of is left out")
  func silent() {
    #expect(rule(candidate(settings: settings(muted: true))) == .skip(.muted))
    #expect(rule(candidate(settings: settings(archived: true))) == .skip(.archived))
    let always = AIPreferences.Hours(days: [1, 2, 3, 4, 5, 6, 7], start: 0, end: 1_440)
    #expect(rule(candidate(), AIPreferences(focusHours: [always])) == .skip(.focus))
  }

  private func attempt(
    device: Bool = true, isMember: Bool = true, isDeleted: Bool = false, readSeq: Int64 = 4,
    settings: ConversationSettings? = nil
  ) -> PushAttempt {
    PushAttempt(
      id: Self.id, session: Self.here, user: It.ada,
      subject: .message(NotificationReference(conversation: Self.room, message: MessageID(high: 1, low: 1), seq: 5)),
      isUrgent: false, createdAt: It.now, failures: 0, device: device ? PushDevice(service: .web, address: "a") : nil,
      standing: PushStanding(isMember: isMember, isDeleted: isDeleted, isRead: readSeq >= 5, settings: settings))
  }

  @Test("what has happened since ends a notification before it is sent")
  func reconsidered() {
    func outcome(_ attempt: PushAttempt, online: Set<SessionID> = [], after seconds: Int64 = 0) -> PushOutcome? {
      Rule.reconsider(attempt, online: online, at: It.now.adding(seconds: seconds))
    }
    #expect(outcome(attempt()) == nil)
    #expect(outcome(attempt(), online: [Self.elsewhere]) == nil)
    #expect(outcome(attempt(), online: [Self.here]) == .active)
    #expect(outcome(attempt(device: false)) == .signedOut)
    #expect(outcome(attempt(isMember: false)) == .left)
    #expect(outcome(attempt(isDeleted: true)) == .deleted)
    #expect(outcome(attempt(readSeq: 5)) == .read)
    #expect(outcome(attempt(settings: settings(muted: true))) == .silenced)
    #expect(outcome(attempt(settings: settings(archived: true))) == .silenced)
    #expect(outcome(attempt(), after: Rule.lifetime - 1) == nil)
    #expect(outcome(attempt(), after: Rule.lifetime) == .expired)
  }

  @Test("what failed is tried again after a growing while or when the service says, five times")
  func retries() {
    func end(_ reply: PushReply, failures: Int = 0) -> PushSettlement {
      Rule.settle(Self.id, reply, failures: failures, at: It.now)
    }
    #expect(end(.accepted).end == .finished(.accepted))
    #expect(end(.notConfigured).end == .finished(.notConfigured))
    #expect(end(.rejected("no")) == PushSettlement(id: Self.id, end: .finished(.rejected), detail: "no"))
    #expect(end(.gone("410")).losesDevice)
    #expect(!end(.rejected("no")).losesDevice)
    for (failures, delay) in [2, 10, 60, 300, 1_800].enumerated() {
      let until = It.now.adding(seconds: Int64(delay))
      #expect(end(.failed("503"), failures: failures).end == .postponed(until: until))
    }
    #expect(end(.failed("503", retryAfter: 30)).end == .postponed(until: It.now.adding(seconds: 30)))
    #expect(end(.failed("503", retryAfter: 1)).end == .postponed(until: It.now.adding(seconds: 2)))
    #expect(
      end(.failed("503", retryAfter: .max)).end == .postponed(until: It.now.adding(seconds: Rule.lifetime)))
    #expect(end(.failed("503"), failures: 5).end == .finished(.exhausted))
  }

  @Test("only an open session has a device, with an address that can be one")
  func devices() throws {
    #expect(throws: Never.self) { try Rule.checkSession(isOpen: true) }
    for isOpen in [false, nil] { #expect(refusal { try Rule.checkSession(isOpen: isOpen) } == .sessionRevoked) }
    let most = String(repeating: "a", count: PushSubscription.mostAddress)
    #expect(throws: Never.self) { try Rule.check(PushSubscription(service: .web, address: most)) }
    let long = most + "a"
    #expect(refusal { try Rule.check(PushSubscription(service: .web, address: "")) } == .invalid)
    #expect(refusal { try Rule.check(PushSubscription(service: .web, address: long)) } == .invalid)
    #expect(refusal { try Rule.check(PushSubscription(service: .web, address: "a", publicKey: long)) } == .invalid)
    #expect(refusal { try Rule.check(PushSubscription(service: .web, address: "a", secret: long)) } == .invalid)
  }
}
