import Domain
import TestSupport
import Testing
import WireProtocol

@Suite("Bad input over REST")
struct BadInputTests {
  struct Body: Sendable, CustomStringConvertible {
    let description: String
    let code: ErrorCode
    let bytes: @Sendable () -> [UInt8]
    var type: String? = "application/json"
  }

  /// Every key that any body has, with a value of a type that none of them takes.
  private static let wrongTypes = [
    "email", "password", "name", "device", "timeZone", "refreshToken", "photo", "current", "new", "kind", "members",
    "users", "role", "id", "editId", "text", "seq", "muted", "archived", "range", "status", "feedback", "topic",
    "conversation", "files", "bytes", "connection", "at", "isDone",
  ].map { #""\#($0)":{"a":[1.5]}"# }.joined(separator: ",")

  static let bodies = [
    Body(description: "nothing", code: .malformed, bytes: { [] }),
    Body(description: "broken JSON", code: .malformed, bytes: { json(#"{"name":"#) }),
    Body(description: "an array", code: .malformed, bytes: { json("[]") }),
    Body(description: "a word", code: .malformed, bytes: { json(#""name""#) }),
    Body(description: "two objects", code: .malformed, bytes: { json("{}{}") }),
    Body(description: "wrong types", code: .malformed, bytes: { json("{\(wrongTypes)}") }),
    Body(
      description: "invalid UTF-8", code: .malformed,
      bytes: { json(#"{"name":""#) + [0xFF, 0xC0] + json(#"","text":"x"}"#) }),
    Body(
      description: "deep nesting", code: .malformed,
      bytes: { json(#"{"x":"#) + [UInt8](repeating: UInt8(ascii: "["), count: 100_000) }),
    Body(description: "another type", code: .malformed, bytes: { json("{}") }, type: "text/plain"),
    Body(description: "no type", code: .malformed, bytes: { json("{}") }, type: nil),
    Body(
      description: "a byte over the limit", code: .tooLarge,
      bytes: { [UInt8](repeating: UInt8(ascii: " "), count: Limits.maximumBodyBytes + 1) }),
    Body(
      description: "10 MB of text", code: .tooLarge,
      bytes: { json(#"{"text":""#) + [UInt8](repeating: UInt8(ascii: "x"), count: 10 << 20) + json(#""}"#) }),
  ]

  @Test("is refused with its code by every route that takes a body", arguments: bodies)
  func everyRoute(_ body: Body) async throws {
    try await TestWorkspace.run { workspace in
      let bytes = body.bytes()
      for route in workspace.server.instance.routes.routes where route.documentation.body != nil {
        let path = route.path.filled { workspace.fill($0, of: route.path.description) }
        let answer = try await workspace.server.http.send(
          route.method.rawValue, path, token: workspace.ada.token, body: bytes, type: body.type)
        try expectProblem(answer, body.code, "\(route.method.rawValue) \(path)")
      }
      try await workspace.expectStillServing()
    }
  }

  struct Question: Sendable, CustomStringConvertible {
    let description: String
    let method: String
    let path: String
    var body: String?
    var code = ErrorCode.invalid
  }

  static let questions = [
    Question(description: "search", method: "GET", path: "/v1/search?query=a%00b", code: .malformed),
    Question(description: "smart search", method: "POST", path: "/v1/ai/search", body: #"{"query":"a\u0000b"}"#),
    Question(description: "a question", method: "POST", path: "/v1/ai/ask", body: #"{"question":"who\u0000 is Ada?"}"#),
    Question(description: "a quoted NUL", method: "POST", path: "/v1/ai/search", body: #"{"query":"\"a\u0000b\""}"#),
    Question(description: "everything", method: "POST", path: "/v1/search", body: #"{"query":"a\u0000b"}"#),
    Question(description: "the assistant", method: "POST", path: "/v1/ai/assistant", body: #"{"text":"a\u0000b"}"#),
  ]

  @Test("a control character in what is asked for is refused", arguments: questions)
  func controlCharacters(_ question: Question) async throws {
    try await TestWorkspace.run { workspace in
      let answer = try await workspace.server.http.send(
        question.method, question.path, token: workspace.ada.token, body: question.body.map { Array($0.utf8) })
      try expectProblem(answer, question.code)
    }
  }

  struct Rule: Sendable, CustomStringConvertible {
    let description: String
    let code: ErrorCode
    let method: String
    let path: @Sendable (TestWorkspace) -> String
    var body: @Sendable (TestWorkspace) -> String? = { _ in nil }

    init(
      _ description: String, _ code: ErrorCode, _ method: String,
      _ path: @autoclosure @escaping @Sendable () -> String,
      _ body: (@Sendable (TestWorkspace) -> String)? = nil
    ) {
      self.init(description, code, method, at: { _ in path() }, body)
    }

    init(
      _ description: String, _ code: ErrorCode, _ method: String,
      at path: @escaping @Sendable (TestWorkspace) -> String,
      _ body: (@Sendable (TestWorkspace) -> String)? = nil
    ) {
      self.description = description
      self.code = code
      self.method = method
      self.path = path
      if let body { self.body = body }
    }
  }

  private static func me(_ key: String, _ value: String) -> Rule {
    Rule("a \(key) \(value)", .invalid, "PATCH", "/v1/me") { _ in #"{"\#(key)":"\#(value)"}"# }
  }

  private static let ownRules: [Rule] =
    ["Seoul", "Nowhere/Land", "PST", "GMT+9", "Asia/Seoul/", "../../etc/passwd", "a\u{9B}b"]
    .map { me("timeZone", $0) }
    + ["xx yy zz", "en_GB"].map { me("locale", $0) } + ["German", "d\\u0000e"].map { me("language", $0) }

  /// 2^53, which browsers do not tell exactly; the first of the year 10000; one before 1970.
  private static let moments = ["9007199254740992", "253402300800000", "-1"]
  private static let momentRules: [Rule] = moments.flatMap { (moment: String) -> [Rule] in
    [
      Rule(
        "a due time of \(moment)", .invalid, "POST", at: { "/v1/conversations/\($0.group)/insights" },
        { _ in #"{"kind":"action_item","text":"x","dueAt":\#(moment)}"# }),
      Rule(
        "a mute until \(moment)", .invalid, "PUT", at: { "/v1/conversations/\($0.group)/settings" },
        { _ in #"{"muted":true,"mutedUntil":\#(moment)}"# }),
      Rule("a reminder at \(moment)", .invalid, "POST", "/v1/reminders", { _ in #"{"text":"x","at":\#(moment)}"# }),
      Rule("insights after \(moment)", .invalid, "GET", "/v1/ai/insights?after=\(moment)"),
    ]
  }

  private static func account(
    _ email: String, _ password: String, _ name: String
  ) -> @Sendable (TestWorkspace) -> String {
    { _ in #"{"email":"\#(email)","password":"\#(password)","name":"\#(name)"}"# }
  }

  private static let accountRules = [
    Rule("no address", .invalid, "POST", "/v1/accounts", account("nobody", "correct horse", "N")),
    Rule("a short password", .invalid, "POST", "/v1/accounts", account("n@example.org", "seven77", "N")),
    Rule("a common password", .invalid, "POST", "/v1/accounts", account("n@example.org", "Password1", "N")),
    Rule(
      "a password over 128", .invalid, "POST", "/v1/accounts",
      account("n@example.org", String(repeating: "x", count: 129), "N")),
    Rule("an empty name", .invalid, "POST", "/v1/accounts", account("n@example.org", "correct horse", " ")),
    Rule("an address in use", .conflict, "POST", "/v1/accounts", account("BOB@example.org", "correct horse", "B")),
    Rule("a wrong password", .invalidCredentials, "POST", "/v1/sessions") { _ in
      #"{"email":"bob@example.org","password":"wrong"}"#
    },
    Rule("an unknown address", .invalidCredentials, "POST", "/v1/sessions") { _ in
      #"{"email":"nobody@example.org","password":"wrong"}"#
    },
    Rule("no refresh token", .unauthenticated, "POST", "/v1/sessions/refresh") { _ in #"{"refreshToken":"x"}"# },
    Rule("an unknown refresh token", .unauthenticated, "POST", "/v1/sessions/refresh") { _ in
      #"{"refreshToken":"\#(String(repeating: "A", count: 43))"}"#
    },
    Rule("another's session", .notFound, "DELETE", at: { "/v1/sessions/\($0.bob.session.session)" }),
    Rule("a wrong current password", .invalidCredentials, "PUT", "/v1/me/password") { _ in
      #"{"current":"wrong","new":"a new long password"}"#
    },
    Rule("a common new password", .invalid, "PUT", "/v1/me/password") { _ in
      #"{"current":"correct horse ada","new":"password1"}"#
    },
    Rule("a wrong password to export", .invalidCredentials, "POST", "/v1/me/export") { _ in #"{"password":"wrong"}"# },
    Rule("a wrong password to delete", .invalidCredentials, "DELETE", "/v1/me") { _ in #"{"password":"wrong"}"# },
    Rule("a name of 81", .invalid, "PATCH", "/v1/me") { _ in #"{"name":"\#(String(repeating: "x", count: 81))"}"# },
    Rule("a long photo", .invalid, "PATCH", "/v1/me") { _ in #"{"photo":"\#(String(repeating: "x", count: 2049))"}"# },
    Rule("an unknown person", .notFound, "GET", at: { "/v1/users/\($0.group)" }),
    Rule("a long query", .invalid, "GET", "/v1/users?query=\(String(repeating: "x", count: 201))"),
    Rule("a limit of 0", .invalid, "GET", "/v1/users?query=a&limit=0"),
    Rule("a limit that is no number", .invalid, "GET", "/v1/users?query=a&limit=many"),
    Rule("an empty search", .invalid, "GET", "/v1/search?query="),
    Rule("a search for punctuation", .invalid, "GET", "/v1/search?query=%2B%2B"),
    Rule("a wrong date", .invalid, "GET", "/v1/search?query=before:2026-02-30"),
    Rule("a foreign cursor", .invalid, "GET", "/v1/search?query=hello&before=nonsense"),
  ]

  private static let conversationRules = [
    Rule("a group without a name", .invalid, "POST", "/v1/conversations") { _ in #"{"kind":"group","members":[]}"# },
    Rule("a group with an unknown person", .invalid, "POST", "/v1/conversations") {
      #"{"kind":"group","name":"G","members":["\#($0.group)"]}"#
    },
    Rule("a direct conversation with two others", .invalid, "POST", "/v1/conversations") {
      #"{"kind":"direct","members":["\#($0.bob.id)","\#($0.eve.id)"]}"#
    },
    Rule("a direct conversation with nobody", .invalid, "POST", "/v1/conversations") {
      #"{"kind":"direct","members":["\#($0.ada.id)"]}"#
    },
    Rule("no fromRev", .invalid, "GET", at: { "/v1/conversations/\($0.group)/delta" }),
    Rule("a negative fromRev", .invalid, "GET", at: { "/v1/conversations/\($0.group)/delta?fromRev=-1" }),
    Rule("neither before nor after", .invalid, "GET", at: { "/v1/conversations/\($0.group)/messages" }),
    Rule(
      "both before and around", .invalid, "GET",
      at: { "/v1/conversations/\($0.group)/messages?before=1&around=\($0.message.id)" }),
    Rule("both before and after", .invalid, "GET", at: { "/v1/conversations/\($0.group)/messages?before=1&after=1" }),
    Rule("an empty name", .invalid, "PATCH", at: { "/v1/conversations/\($0.group)" }, { _ in #"{"name":""}"# }),
    Rule("nobody to add", .invalid, "POST", at: { "/v1/conversations/\($0.group)/members" }, { _ in #"{"users":[]}"# }),
    Rule(
      "an unknown person to add", .invalid, "POST", at: { "/v1/conversations/\($0.group)/members" },
      { #"{"users":["\#($0.group)"]}"# }),
    Rule(
      "a role for nobody", .notFound, "PATCH", at: { "/v1/conversations/\($0.group)/members/\($0.eve.id)" },
      { _ in #"{"role":"admin"}"# }),
    Rule("nobody to remove", .notFound, "DELETE", at: { "/v1/conversations/\($0.group)/members/\($0.eve.id)" }),
    Rule("the last admin", .conflict, "DELETE", at: { "/v1/conversations/\($0.group)/members/\($0.ada.id)" }),
    Rule(
      "the last admin's role", .conflict, "PATCH", at: { "/v1/conversations/\($0.group)/members/\($0.ada.id)" },
      { _ in #"{"role":"member"}"# }),
    Rule("a negative seq", .invalid, "PUT", at: { "/v1/conversations/\($0.group)/read" }, { _ in #"{"seq":-1}"# }),
  ]

  private static let messageRules = [
    Rule("an empty text", .invalid, "POST", at: messages, text(" \\n ")),
    Rule("a control character", .invalid, "POST", at: messages, text("a\\u0007")),
    Rule("a text of 8,001", .tooLarge, "POST", at: messages, text(String(repeating: "x", count: 8_001))),
    Rule("another's message id", .conflict, "POST", at: messages) { #"{"id":"\#($0.message.id)","text":"mine"}"# },
    Rule("a reply to nothing", .invalid, "POST", at: messages) {
      #"{"id":"\#(TestUser.newID() as MessageID)","text":"x","replyTo":"\#($0.group)"}"#
    },
    Rule("an edit of another's message", .forbidden, "PATCH", at: { "\(messages($0))/\($0.message.id)" }, edit("mine")),
    Rule("an edit of nothing", .notFound, "PATCH", at: { "\(messages($0))/\($0.group)" }, edit("x")),
    Rule("an empty edit", .invalid, "PATCH", at: { "\(messages($0))/\($0.message.id)" }, edit("")),
    Rule("a deletion of nothing", .notFound, "DELETE", at: { "\(messages($0))/\($0.group)" }),
  ]

  @Sendable private static func messages(_ workspace: TestWorkspace) -> String {
    "/v1/conversations/\(workspace.group)/messages"
  }

  private static func text(_ text: String) -> @Sendable (TestWorkspace) -> String {
    { _ in #"{"id":"\#(TestUser.newID() as MessageID)","text":"\#(text)"}"# }
  }

  private static func edit(_ text: String) -> @Sendable (TestWorkspace) -> String {
    { _ in #"{"editId":"\#(TestUser.newID() as EditID)","text":"\#(text)"}"# }
  }

  @Test("that breaks a rule is refused with its code")
  func rules() async throws {
    try await TestWorkspace.run { workspace in
      for rule in Self.accountRules + Self.ownRules + Self.momentRules + Self.conversationRules + Self.messageRules {
        let answer = try await workspace.server.http.send(
          rule.method, rule.path(workspace), token: workspace.ada.token, body: rule.body(workspace).map(json))
        try expectProblem(answer, rule.code, rule.description)
      }
      #expect(try await workspace.ada.window(workspace.group).messages == [workspace.message], "nothing has changed")
      try await workspace.expectStillServing()
    }
  }

  @Test("does not let anyone into a conversation for two")
  func direct() async throws {
    try await TestWorkspace.run { workspace in
      let direct = try await workspace.ada.direct(workspace.bob)
      let path = "/v1/conversations/\(direct)"
      try expectProblem(
        await workspace.ada.send("POST", "\(path)/members", AddMembersRequest(users: [workspace.eve.id])), .forbidden)
      try expectProblem(await workspace.ada.send("DELETE", "\(path)/members/\(workspace.ada.id)"), .forbidden)
      try expectProblem(await workspace.ada.send("DELETE", "\(path)/members/\(workspace.bob.id)"), .forbidden)
      try expectProblem(await workspace.ada.send("PATCH", path, ConversationPatchRequest(name: "Us")), .forbidden)
    }
  }

  @Test("lets a group grow to its limit and no further")
  func groupSize() async throws {
    try await TestWorkspace.run(configure: { $0.limits.groupSize = 250 }) { workspace in
      let unknown = (0..<250).map { _ in TestUser.newID() as UserID }
      let form = CreateConversationRequest(kind: .group, members: unknown, name: "Crowd")
      try expectProblem(await workspace.ada.send("POST", "/v1/conversations", form), .invalid)
    }
  }
}
