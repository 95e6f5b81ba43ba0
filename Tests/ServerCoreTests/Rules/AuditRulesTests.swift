import Domain
import ServerCore
import Testing

@Suite("Rules of the audit log")
struct AuditRulesTests {
  typealias It = RuleFixture

  private static let session = SessionID(high: 9, low: 1)

  private func acts(_ body: WriteCommand.Body, by identity: AuditActor.Identity = .server) -> [AuditAct] {
    Rules.Audit.acts(of: body, by: AuditActor(identity), answer: .done)
  }

  private func refused(_ body: WriteCommand.Body, by identity: AuditActor.Identity) -> [AuditAct] {
    Rules.Audit.refusedActs(of: body, by: AuditActor(identity), Refusal(.conflict, "no"))
  }

  @Test("commands about accounts, sessions, the workspace and keys are told of")
  func told() {
    #expect(acts(.account(.setWorkspaceRole(user: It.ben, .admin))) == [.roleChanged(It.ben, .admin)])
    #expect(acts(.account(.setDisabled(user: It.ben, true))) == [.accountDisabled(It.ben)])
    #expect(acts(.account(.setDisabled(user: It.ben, false))) == [.accountEnabled(It.ben)])
    #expect(acts(.account(.delete(user: It.ben))) == [.accountDeleted(It.ben)])
    #expect(acts(.session(.end(user: It.ben, session: Self.session))) == [.signedOut(It.ben, Self.session)])
    #expect(acts(.session(.endAll(user: It.ben))) == [.sessionsEnded(It.ben)])
    let model = StoredModelConnection(
      kind: .ollama, address: "http://127.0.0.1:11434/v1", model: "small", setBy: It.ada, setAt: It.now)
    #expect(acts(.model(.connect(model, percentage: 5))) == [.modelConnected(.ollama, percentage: 5)])
    #expect(acts(.model(.disconnect(asker: It.ada))) == [.modelDisconnected])
    #expect(acts(.system(.replaceSecrets([.signingKey: [1]]))) == [.keysRotated])
    #expect(acts(.intelligence(.pipeline(.reviveDead))) == [.pipelineRetried])
    #expect(
      acts(.intelligence(.insight(.setIntelligence(asker: It.ada, conversation: It.team, isOn: false)))) == [
        .intelligenceSwitched(It.team, isOn: false)
      ])
    #expect(acts(.audit(.append(.backedUp))) == [.backedUp])
  }

  @Test("a password that somebody else sets is told from one's own")
  func passwords() {
    let body = WriteCommand.Body.account(.setPassword(user: It.ben, hash: "hash", keepSession: nil))
    #expect(acts(body, by: .account(It.ben)) == [.passwordChanged(It.ben)])
    #expect(acts(body, by: .account(It.ada)) == [.passwordReset(It.ben)])
    #expect(acts(body, by: .commandLine) == [.passwordReset(It.ben)])
  }

  @Test("whom a token was for is told where the answer says it")
  func subjects() {
    var answer = CommandAnswer.done
    let reset = WriteCommand.Body.account(.resetPassword(token: [1], hash: "hash"))
    let rotation = WriteCommand.Body.session(.rotateRefresh(presented: [1], successor: [2]))
    let nobody = AuditActor(.nobody)
    #expect(Rules.Audit.acts(of: rotation, by: nobody, answer: answer).isEmpty, "what every device does")
    answer.subject = It.ben
    #expect(Rules.Audit.acts(of: reset, by: nobody, answer: answer) == [.resetUsed(It.ben)])
    #expect(Rules.Audit.acts(of: rotation, by: nobody, answer: answer) == [.sessionRevoked(It.ben)])
  }

  @Test("what people write is not told of, nor what the server keeps for itself")
  func silent() {
    #expect(acts(.message(.delete(asker: It.ada, conversation: It.team, id: MessageID(high: 1, low: 1)))).isEmpty)
    #expect(acts(.account(.updateProfile(user: It.ada, ProfileChange(name: "Ada")))).isEmpty)
    #expect(acts(.account(.rehashPassword(user: It.ada, hash: "hash"))).isEmpty)
    #expect(acts(.account(.touchLastSeen([:]))).isEmpty)
    #expect(acts(.system(.putSecret(name: "key", [1]))).isEmpty)
    #expect(acts(.intelligence(.pipeline(.start([])))).isEmpty)
  }

  @Test("of what is refused, only what admins and the command line want is told of")
  func refusals() {
    let role = WriteCommand.Body.account(.setWorkspaceRole(user: It.ben, .member))
    #expect(refused(role, by: .account(It.ada)) == [.roleChanged(It.ben, .member)])
    #expect(refused(role, by: .account(It.ben)) == [.roleChanged(It.ben, .member)], "the last admin")
    #expect(refused(role, by: .commandLine) == [.roleChanged(It.ben, .member)])
    #expect(refused(role, by: .nobody).isEmpty)
    #expect(refused(role, by: .server).isEmpty)
    let password = WriteCommand.Body.account(.setPassword(user: It.ben, hash: "hash", keepSession: nil))
    #expect(refused(password, by: .account(It.ben)).isEmpty)
    #expect(refused(password, by: .account(It.ada)) == [.passwordReset(It.ben)])
    #expect(refused(.session(.end(user: It.ben, session: Self.session)), by: .account(It.ben)).isEmpty)
    let withdrawal = WriteCommand.Body.workspace(.withdraw(asker: It.ada, InvitationID(high: 1, low: 7)))
    #expect(refused(withdrawal, by: .account(It.ada)).count == 1)
  }

  @Test("who does it is whom the command names, or the group's admin who switches its AI, or the server")
  func actors() {
    func actor(_ body: WriteCommand.Body, by actor: AuditActor? = nil) -> AuditActor {
      Rules.Audit.actor(of: WriteCommand(body, at: It.now, by: actor))
    }
    let body = WriteCommand.Body.intelligence(
      .insight(.setIntelligence(asker: It.ada, conversation: It.team, isOn: true)))
    #expect(actor(body) == AuditActor(.account(It.ada)))
    #expect(actor(body, by: .commandLine) == .commandLine)
    #expect(actor(.account(.delete(user: It.ben))) == AuditActor(.server))
  }
}
