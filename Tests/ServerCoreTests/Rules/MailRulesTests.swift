import Domain
import ServerCore
import Testing

@Suite("Rules of mail")
struct MailRulesTests {
  typealias It = RuleFixture

  private static let id = MailID(high: 1, low: 1)

  @Test("what failed is tried again after a growing while, and given up in the end")
  func retries() {
    func end(_ reply: MailReply, failures: Int = 0) -> MailSettlement {
      Rules.Mails.settle(Self.id, reply, failures: failures, at: It.now)
    }
    #expect(end(.accepted) == MailSettlement(id: Self.id, end: .finished(.accepted)))
    #expect(end(.rejected("550")) == MailSettlement(id: Self.id, end: .finished(.rejected), detail: "550"))
    for (failures, delay) in [10, 60, 300, 1_800, 7_200, 21_600].enumerated() {
      #expect(end(.failed("451"), failures: failures).end == .postponed(until: It.now.adding(seconds: Int64(delay))))
    }
    #expect(end(.failed("451"), failures: 6) == MailSettlement(id: Self.id, end: .finished(.exhausted), detail: "451"))
  }

  @Test("a link for a new password is good for its time and for an account that is not disabled")
  func resets() throws {
    func use(_ reset: PasswordReset?, after seconds: Int64 = 0) throws(Refusal) -> Int64 {
      try Rules.Accounts.use(reset, at: It.now.adding(seconds: seconds)).account
    }
    let good = PasswordReset(account: 7, user: It.ada, expiresAt: It.now.adding(seconds: 60), isDisabled: false)
    #expect(try use(good, after: 59) == 7)
    #expect(refusal { try use(good, after: 60) } == .forbidden)
    #expect(refusal { try use(nil) } == .forbidden)
    let disabled = PasswordReset(account: 7, user: It.ada, expiresAt: It.now.adding(seconds: 60), isDisabled: true)
    #expect(refusal { try use(disabled) } == .forbidden)
  }
}
