import Domain
import ServerCore
import Testing

@Suite("Rules of accounts elsewhere")
struct IdentityRulesTests {
  typealias It = RuleFixture
  typealias Rule = Rules.Identities

  private let acme = Identity(issuer: "https://acme", subject: "7")
  private let other = Identity(issuer: "https://other", subject: "7")

  private func account(_ user: UserID, password: String? = "hash") -> AccountRecord {
    AccountRecord(
      id: user, email: "ada@x.org", name: "Ada", passwordHash: password, workspaceRole: .member, isDisabled: false,
      createdAt: It.now)
  }

  private func decide(
    email: String? = "ada@x.org", holder: UserID? = nil, addressee: AccountRecord? = nil, asker: UserID? = nil
  ) throws(Refusal) -> String {
    let person = VouchedPerson(identity: acme, email: email, name: "Ada")
    switch try Rule.decide(on: person, holder: holder, addressee: addressee, asker: asker) {
    case .signIn(let user): return "signIn \(user.low)"
    case .link(let user): return "link \(user.low)"
    case .askPassword(let account): return "password \(account.id.low)"
    case .makeAccount(let email): return "account \(email)"
    }
  }

  @Test("whoever is linked is signed in, whatever address the provider names, even one of somebody else")
  func known() throws {
    #expect(try decide(email: nil, holder: It.ben) == "signIn 2")
    #expect(try decide(holder: It.ben, addressee: account(It.ada)) == "signIn 2")
  }

  @Test("an account with the verified address is linked only with its password: its owner's consent")
  func consent() throws {
    #expect(try decide(addressee: account(It.ada)) == "password 1")
    #expect(refusal { try decide(addressee: account(It.ada, password: nil)) } == .conflict)
  }

  @Test("a new account needs an address that the provider has verified")
  func new() throws {
    #expect(try decide() == "account ada@x.org")
    #expect(refusal { try decide(email: nil) } == .forbidden)
  }

  @Test("who is signed in links it with their own account, unless another has it")
  func asker() throws {
    #expect(try decide(email: nil, addressee: account(It.ada), asker: It.ben) == "link 2")
    #expect(try decide(holder: It.ben, asker: It.ben) == "link 2")
    #expect(refusal { try decide(holder: It.ada, asker: It.ben) } == .conflict)
  }

  @Test("an identity is one account's, and an account has one of each issuer")
  func link() throws {
    #expect(try Rule.link(acme, to: 1, holder: nil, linked: []))
    #expect(try Rule.link(acme, to: 1, holder: nil, linked: [other]))
    #expect(try !Rule.link(acme, to: 1, holder: 1, linked: [acme]))
    #expect(refusal { try Rule.link(acme, to: 1, holder: 2, linked: []) } == .conflict)
    let second = Identity(issuer: acme.issuer, subject: "8")
    #expect(refusal { try Rule.link(second, to: 1, holder: nil, linked: [acme]) } == .conflict)
  }

  @Test("nobody loses the last way in")
  func unlink() throws {
    func check(_ linked: [Identity], usable: [String], hasPassword: Bool) throws(Refusal) {
      try Rule.unlink(issuer: acme.issuer, of: linked, usable: usable, hasPassword: hasPassword)
    }
    let both = [acme.issuer, other.issuer]
    try check([acme], usable: both, hasPassword: true)
    try check([acme, other], usable: both, hasPassword: false)
    #expect(refusal { try check([acme], usable: both, hasPassword: false) } == .conflict)
    #expect(refusal { try check([acme, other], usable: [acme.issuer], hasPassword: false) } == .conflict)
    #expect(refusal { try check([other], usable: both, hasPassword: true) } == .notFound)
  }
}
