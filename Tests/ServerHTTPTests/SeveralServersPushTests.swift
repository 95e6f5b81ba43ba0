import Dispatch
import Domain
import Synchronization
import TestSupport
import Testing
import WireProtocol

@testable import ServerCore

/// Another server, as far as the bus shows it: it beats when the server under test does, and says
/// which sessions are in use there when it is asked.
private final class FarServer: ServerBus {
  private struct State {
    weak var listener: (any BusListener)?
    var isAlive = true
    var online: [UserSessions] = []
  }

  private let state = Mutex(State())
  private let queue = DispatchQueue(label: "bus")

  var peers: ClusterPeers { ClusterPeers(bus: self, node: 1) }

  let isConnected = true
  func start(_ listener: any BusListener) { state.withLock { $0.listener = listener } }
  func subscribe(_ subject: BusSubject) {}
  func unsubscribe(_ subject: BusSubject) {}
  func close() {}

  func publish(_ bytes: [UInt8], to subject: BusSubject) {
    switch BusMessage(bytes)?.event {
    case .beat: say(.beat)
    case .sessionsWanted: say(.sessions(state.withLock(\.online)))
    default: break
    }
  }

  func use(_ user: TestUser) {
    let sessions = [UserSessions(user: user.id, sessions: [user.session.session])]
    state.withLock { $0.online = sessions }
    say(.sessions(sessions))
  }

  func die() { state.withLock { $0.isAlive = false } }

  private func say(_ event: BusEvent) {
    queue.async { [self] in
      let listener = state.withLock { $0.isAlive ? $0.listener : nil }
      listener?.hear(BusMessage(node: 2, event: event).encode())
    }
  }
}

@Suite("Notifications of people who are at another server")
struct SeveralServersPushTests {
  private func online(_ user: TestUser) -> Set<SessionID> {
    user.server.instance.context.online.sessions(of: user.id)
  }

  private func waiting(_ workspace: TestWorkspace) async throws -> Int64 {
    let found = try await workspace.server.instance.notifier.outcomes(ofSeconds: 86_400)
    return found.outcomes.reduce(0) { $1.outcome == "waiting" ? $0 + $1.count : $0 }
  }

  @Test("a device that is in use there is not told of a message until that server is gone; another one a while later")
  func messages() async throws {
    let (clock, far) = (SettableClock(), FarServer())
    try await TestWorkspace.run(clock: clock, peers: far.peers) { workspace in
      let (bob, pushes) = (workspace.bob, workspace.server.pushes)
      let phone = try await bob.anotherDevice("phone")
      try await bob.subscribe("laptop")
      try await phone.subscribe("phone")
      far.use(bob)
      try await eventually("Bob is there") { online(bob) == [bob.session.session] }
      try await workspace.ada.post("seen", in: workspace.group)
      try await eventually("it waits for the phone") { try await waiting(workspace) == 1 }
      #expect(pushes.pushes().isEmpty)
      clock.advance(seconds: Rules.Push.courtesy)
      try await eventually("the phone is told") { pushes.pushes(to: "phone").count == 1 }
      #expect(pushes.pushes(to: "laptop").isEmpty, "it shows the message")
      far.die()
      try await eventually("the server is gone") { online(bob).isEmpty }
      try await workspace.ada.post("unseen", in: workspace.group)
      try await eventually("both are told") { pushes.pushes().count == 3 }
      #expect(pushes.pushes(to: "laptop").count == 1)
    }
  }

  @Test("what waits for a device that comes into use there is not sent any more")
  func sender() async throws {
    let (clock, far) = (SettableClock(), FarServer())
    try await TestWorkspace.run(clock: clock, peers: far.peers) { workspace in
      let (bob, pushes) = (workspace.bob, workspace.server.pushes)
      let phone = try await bob.anotherDevice("phone")
      try await phone.subscribe("phone")
      far.use(bob)
      try await eventually("Bob is there") { online(bob) == [bob.session.session] }
      try await workspace.ada.post("hello", in: workspace.group)
      try await eventually("it waits for the phone") { try await waiting(workspace) == 1 }
      far.use(phone)
      try await eventually("the phone is in use") { online(bob) == [phone.session.session] }
      clock.advance(seconds: Rules.Push.courtesy)
      try await eventually("it is over") { try await waiting(workspace) == 0 }
      #expect(pushes.pushes().isEmpty)
    }
  }

  @Test("a device that is in use there shows reminders, and is not told of them")
  func reminders() async throws {
    let (clock, far) = (SettableClock(), FarServer())
    try await TestWorkspace.run(clock: clock, peers: far.peers) { workspace in
      let (bob, server) = (workspace.bob, workspace.server)
      try await bob.subscribe("laptop")
      let due = clock.now.adding(seconds: 60)
      try await bob.tell("POST", "/v1/reminders", ReminderRequest(id: TestUser.newID(), at: due, text: "Call the bank"))
      far.use(bob)
      try await eventually("Bob is there") { online(bob) == [bob.session.session] }
      clock.advance(seconds: 60)
      try await eventually("it is due") {
        await server.instance.reminderKeeper.runBatch()
        return try server.instance.context.store.delta(of: .me, for: bob.id, fromRev: 0).reminders.map(\.state)
          == [.due]
      }
      #expect(try await waiting(workspace) == 0 && server.pushes.pushes().isEmpty)
    }
  }

  @Test("a digest is not told of on a device that is in use there")
  func digests() async throws {
    let (clock, far) = (SettableClock(), FarServer())
    try await TestWorkspace.run(clock: clock, peers: far.peers) { workspace in
      let (ada, server) = (workspace.ada, workspace.server)
      try await ada.subscribe("laptop")
      var preferences: AIPreferences = try await ada.ask("GET", "/v1/ai/preferences")
      preferences.digest = AIPreferences.DigestTimes(days: [5], time: 9 * 60, inApp: true, byMail: false)
      try await ada.tell("PUT", "/v1/ai/preferences", preferences)
      far.use(ada)
      try await eventually("Ada is there") { online(ada) == [ada.session.session] }
      try await workspace.bob.post("We agreed to ship the second version on Monday.", in: workspace.group)
      clock.advance(seconds: 3_600)
      try await eventually("it is made") {
        // On a busy machine that server's beats come late: it is taken for gone until it is heard.
        guard online(ada) == [ada.session.session] else { return false }
        while await server.instance.digestKeeper.runBatch() > 0 {}
        return try server.instance.context.store.delta(of: .me, for: ada.id, fromRev: 0).reminders.map(\.kind)
          == [.digest]
      }
      #expect(try await waiting(workspace) == 0 && server.pushes.pushes().isEmpty)
    }
  }
}
