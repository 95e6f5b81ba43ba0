import Domain
import Foundation
import Intelligence
import OnBoxAI
import ServerHTTP
import TestSupport
import Testing
import WireProtocol

/// Nobody gets a byte of a conversation that is not theirs, over anything that the server offers: a
/// new route is crawled without being named here.
@Suite("Canaries")
struct CanaryTests {
  static let canaries = [
    "canaryname", "canarybytes", "canarytext", "canaryedit", "canaryformer", "canarytask", "canarymemory", "canarylate",
  ]

  /// What the crawler knows: every id there is, as a former member would.
  struct Prey: Sendable {
    let conversation: ConversationID
    let messages: [MessageID]
    let members: [UserID]
    let session: SessionID
    let file: AttachmentID
    let texts: [String]
    /// What the AI made of it: found and marked insights, Ada's private output, proposal and
    /// memory.
    var made: [String] = []
    var insights: [Insight] = []
  }

  /// A server whose intelligence needs no files of models.
  private static func run(_ body: (TestServer) async throws -> Void) async throws {
    try #require(IntelligenceFixture.textEngine.judges)
    let engine = OnBoxEngine(embedder: WordEmbedder(), text: IntelligenceFixture.textEngine)
    try await TestServer.run(engine: engine, configure: { $0.intelligence.requestsADay = 1_000_000 }, body)
  }

  @Test("an outsider who knows every id hears nothing of a conversation over any route or frame")
  func outsider() async throws {
    try await Self.run { server in
      let (ada, bob) = (try await server.user("ada"), try await server.user("bob"))
      let eve = try await server.user("eve")
      let socket = try await eve.socket()
      let prey = try await Self.plant(ada, bob)
      try await Self.act(ada, bob, prey)
      let heard = try await Self.crawl(eve, socket, prey)
      Self.expectSilence(heard, Self.canaries)
      #expect(!heard.contains("\"conversation\":\"\(prey.conversation)\""), "not even that it exists")
      try await Self.expectUnharmed(ada, prey)
    }
  }

  @Test("a former member hears nothing of a conversation any more over any route or frame")
  func formerMember() async throws {
    try await Self.run { server in
      let (ada, bob) = (try await server.user("ada"), try await server.user("bob"))
      let eve = try await server.user("eve")
      let prey = try await Self.plant(ada, bob)
      try await ada.add(eve, to: prey.conversation)
      let socket = try await eve.socket()
      #expect(String(decoding: socket.received, as: UTF8.self).contains("canarytext"), "once she could see it")
      _ = try await eve.ok("GET", "/v1/search?query=canarytext")
      let known = try await CanaryQuestions.askAll(eve, about: prey.conversation)
      #expect(known.contains("canarytask"), "and the AI told her")
      try await ada.remove(eve, from: prey.conversation)
      let gone = try await socket.first { if case .gone(let feed) = $0 { feed } else { nil } }
      #expect(gone == .conversation(prey.conversation))
      let before = socket.received.count
      try await Self.act(ada, bob, prey)
      let heard = try await Self.crawl(eve, socket, prey, from: before)
      Self.expectSilence(heard, Self.canaries)
      try await Self.expectUnharmed(ada, prey)
    }
  }

  @Test("would be found: a member's crawl hears them")
  func controlGroup() async throws {
    try await Self.run { server in
      let (ada, bob) = (try await server.user("ada"), try await server.user("bob"))
      let prey = try await Self.plant(ada, bob)
      let socket = try await bob.socket()
      try await Self.act(ada, bob, prey)
      let heard = try await Self.crawl(bob, socket, prey, onlyReads: true)
      for canary in Self.canaries where canary != "canarymemory" { #expect(heard.contains(canary), "\(canary)") }
      let told = try await CanaryQuestions.askAll(bob, about: prey.conversation)
      #expect(told.contains("canarytask") && told.contains("canaryname"))
      #expect(!told.contains("canarymemory"), "what Ada keeps for herself is not even a member's")
      #expect(try await ada.tell("GET", "/v1/ai/memory").count > 20)
    }
  }

  // MARK: - The conversation

  private static func plant(_ ada: TestUser, _ bob: TestUser) async throws -> Prey {
    let conversation = try await ada.group("canaryname", bob)
    let file = try await ada.upload(Array("canarybytes".utf8), name: "canaryname.txt")
    try await ada.post("canarytext with a file", files: [file.id], in: conversation)
    let plain = try await bob.post("canarytext one", in: conversation)
    let edited = try await ada.post("canaryformer two", in: conversation)
    try await ada.edit(edited.id, in: conversation, to: "canaryedit two")
    let task = "I'll send the canarytask report to Bob by Friday."
    let promise = try await ada.post(task, in: conversation)
    var prey = Prey(
      conversation: conversation, messages: [plain.id, edited.id, promise.id], members: [ada.id, bob.id],
      session: ada.session.session, file: file.id,
      texts: ["canarytext with a file", "canarytext one", "canaryedit two", task])
    try await makeUse(ada, bob, &prey)
    return prey
  }

  /// Has the AI make all that it can of the conversation, for Ada.
  private static func makeUse(_ ada: TestUser, _ bob: TestUser, _ prey: inout Prey) async throws {
    try await eventually("the pipeline is done") {
      try await ada.ask("GET", "/v1/ai/status", as: AIStatus.self).waitingMessages == 0
    }
    let mark = MarkInsightRequest(kind: .decision, message: prey.messages[0])
    _ = try await bob.ask("POST", "/v1/conversations/\(prey.conversation)/insights", mark, as: Insight.self)
    prey.insights = try await ada.window(prey.conversation).insights
    #expect(prey.insights.contains { $0.text.contains("canarytask") }, "an insight tells of it")
    _ = try await CanaryQuestions.askAll(ada, about: prey.conversation)
    let outputs = try await ada.ask("GET", "/v1/ai/outputs", as: OutputsResponse.self).outputs
    #expect(outputs.contains { $0.text.contains("canarytask") } && outputs.contains { !$0.slots.isEmpty })
    let fact = FunctionRequest(function: "rememberFact", arguments: #"{"text":"canarymemory is mine"}"#)
    let kept = try #require(
      try await ada.ask("POST", "/v1/ai/functions", fact, as: AssistantMessage.self).proposals.first)
    try await ada.tell("PUT", "/v1/ai/proposals/\(kept.id)", ProposalRequest(approve: true))
    let post = FunctionRequest(
      function: "sendMessage", arguments: #"{"text":"intruder"}"#, conversation: prey.conversation)
    let open = try #require(
      try await ada.ask("POST", "/v1/ai/functions", post, as: AssistantMessage.self).proposals.first)
    prey.made =
      prey.insights.map { "\($0.id)" } + outputs.prefix(2).map { "\($0.id)" } + ["\(kept.id)", "\(open.id)", "0"]
  }

  /// What goes on while the crawler listens.
  private static func act(_ ada: TestUser, _ bob: TestUser, _ prey: Prey) async throws {
    let socket = try await ada.socket()
    let other = try await bob.socket()
    try await socket.post("canarylate", in: prey.conversation)
    _ = try await other.delta(of: prey.conversation)
    try await other.send(.typing(conversation: prey.conversation, active: true))
    _ = try await socket.first { if case .typing = $0 { true } else { nil } }
    try await other.send(.read(conversation: prey.conversation, seq: 4, markUnread: false))
    _ = try await other.delta(of: prey.conversation)
  }

  private static func expectSilence(_ heard: String, _ canaries: [String]) {
    #expect(!heard.isEmpty)
    for canary in canaries {
      if let range = heard.range(of: canary) {
        Issue.record("heard \(canary): \(heard[range.lowerBound...].prefix(120))")
      }
    }
  }

  private static func expectUnharmed(_ ada: TestUser, _ prey: Prey) async throws {
    let window = try await ada.window(prey.conversation)
    #expect(window.conversation?.name == "canaryname")
    #expect(window.messages.map(\.text) == prey.texts + ["canarylate"])
    #expect(window.insights.filter { row in prey.insights.contains { $0.id == row.id } } == prey.insights)
    let outputs = try await ada.ask("GET", "/v1/ai/outputs", as: OutputsResponse.self).outputs
    #expect(!outputs.isEmpty && outputs.allSatisfy { $0.feedback == nil && $0.sharedAs == nil })
    let memory = try await ada.ask("GET", "/v1/ai/memory", as: MemoryResponse.self).entries
    #expect(memory.map(\.text) == ["canarymemory is mine"])
    let talk = try await ada.ask("GET", "/v1/ai/assistant", as: AssistantHistoryResponse.self).messages
    #expect(talk.last?.proposals.map(\.state) == [.waiting])
    #expect(Set(window.members.filter(\.isPresent).map(\.user)) == Set(prey.members))
  }

  // MARK: - The crawl

  /// Everything that the server answers: every route with every id in every place, and every frame.
  private static func crawl(
    _ user: TestUser, _ socket: TestSocket, _ prey: Prey, from start: Int = 0, onlyReads: Bool = false
  ) async throws -> String {
    var heard: [UInt8] = []
    for route in user.server.instance.routes.routes where !onlyReads || route.method.rawValue == "GET" {
      // These would end the crawler's own session.
      if ["deleteMe", "endSession", "changePassword"].contains(route.documentation.operationID) { continue }
      for path in paths(route, prey) {
        for body in bodies(route, prey, user) {
          let answer = try await user.server.http.send(route.method.rawValue, path, token: user.token, body: body)
          heard += answer.body
          for (_, value) in answer.headers { heard += Array(value.utf8) }
          #expect(answer.status < 500, "\(route.method.rawValue) \(path)")
        }
      }
      // A crawl takes its time: the socket's pings want their answers meanwhile.
      _ = try await socket.fence()
    }
    if !onlyReads { for frame in frames(prey) { try await socket.send(frame) } }
    // Pulls are answered by a gone, or with a delta: the last one in order of work is waited for.
    try await socket.send(.history(ref: 99, conversation: prey.conversation, before: 9, after: nil, limit: nil))
    _ = try await socket.first { frame in
      switch frame {
      case .error(99, _), .page(99, _): true
      default: Bool?.none
      }
    }
    _ = try await socket.fence()
    let fresh = try await user.connect(known: [.conversation(prey.conversation): 1]).socket
    _ = try await fresh.fence()
    heard += socket.received[start...] + fresh.received
    if !onlyReads { heard += Array(try await CanaryQuestions.askAll(user, about: prey.conversation).utf8) }
    return CanaryQuestions.withoutEchoes(String(decoding: heard, as: UTF8.self))
  }

  private static func paths(_ route: Route, _ prey: Prey) -> [String] {
    let ids =
      [prey.conversation.description, prey.session.description, prey.file.description]
      + prey.messages.map(\.description)
      + prey.members.map(\.description) + prey.made
    var paths = [route.path.filled { $0 == "id" ? prey.conversation.description : prey.messages[0].description }]
    if !route.path.variables.isEmpty {
      for id in ids { paths.append(route.path.filled { $0 == "id" ? prey.conversation.description : id }) }
      for id in ids { paths.append(route.path.filled { _ in id }) }
    }
    let texts = ["canary", "canarytext", "canaryedit", "canarylate", "in:canaryname", "from:ada", "from:bob+canary"]
    let queries: [String] =
      route.documentation.query.isEmpty
      ? [""]
      : texts.map { "?query=\($0)&limit=100" } + [
        "?fromRev=0", "?fromRev=2", "?before=99", "?after=0", "?query=canary&before=99",
      ]
    return paths.flatMap { path in queries.map { path + $0 } }
  }

  private static func bodies(_ route: Route, _ prey: Prey, _ user: TestUser) -> [[UInt8]?] {
    guard route.documentation.body != nil else { return [nil] }
    let path = route.path.description
    let isAsking = ["/ai/", "summary", "action-items", "decisions", "insights", "scheduling", "meeting", "priority"]
      .contains { path.contains($0) }
    return isAsking || path.hasSuffix("intelligence")
      ? CanaryQuestions.bodies(prey.conversation, prey.messages, prey.members) : bodies(prey, user)
  }

  /// Bodies that some route can read, with the prey's ids wherever an id can stand.
  private static func bodies(_ prey: Prey, _ user: TestUser) -> [[UInt8]?] {
    let message = TestUser.newID() as MessageID
    let conversation = prey.conversation
    let users = #"["\#(user.id)"]"#
    return [
      "{}",
      #"{"id":"\#(message)","editId":"\#(message)","text":"intruder","replyTo":"\#(prey.messages[0])"}"#,
      #"{"id":"\#(prey.messages[0])","editId":"\#(message)","text":"intruder"}"#,
      #"{"kind":"group","name":"Mine","members":[],"id":"\#(conversation)","users":\#(users),"role":"admin"}"#,
      #"{"kind":"direct","members":["\#(prey.members[0])"]}"#,
      #"{"name":"Renamed","photo":"x","seq":1,"muted":true,"pinned":true,"users":\#(users),"role":"member"}"#,
      #"{"seq":0,"markUnread":true}"#,
      #"{"id":"\#(message)","text":"intruder","attachments":[{"id":"\#(prey.file)"}],"photo":"\#(prey.file)"}"#,
      #"{"id":"\#(prey.file)","name":"x","bytes":5,"files":["\#(prey.file)"]}"#,
      #"{"email":"x\#(message)@example.org","password":"correct horse","name":"X"}"#,
    ].map { Array($0.utf8) }
  }

  private static func frames(_ prey: Prey) -> [ClientFrame] {
    let conversation = prey.conversation
    let id: MessageID = TestUser.newID()
    let edit: EditID = TestUser.newID()
    return [
      .pull(feed: .conversation(conversation), fromRev: 0), .pull(feed: .conversation(conversation), fromRev: 3),
      .pull(feed: .me, fromRev: 0),
      .send(ref: 1, conversation: conversation, id: id, text: "intruder", replyTo: prey.messages[0]),
      .send(ref: 2, conversation: conversation, id: prey.messages[0], text: "intruder", replyTo: nil),
      .edit(ref: 3, conversation: conversation, id: prey.messages[0], editID: edit, text: "intruder"),
      .delete(ref: 4, conversation: conversation, id: prey.messages[1]),
      .history(ref: 5, conversation: conversation, before: nil, after: 0, limit: 200),
      .read(conversation: conversation, seq: 1, markUnread: false),
      .delivered(conversation: conversation, seq: 1), .typing(conversation: conversation, active: true),
      .presence(.away),
    ]
  }
}
