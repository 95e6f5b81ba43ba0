import Domain
import Foundation
import ServerHTTP
import TestSupport
import Testing
import WireProtocol

@Suite("Access over REST")
struct AccessTests {
  /// How a real user stands to the group and to the message in question.
  enum Role: String, CaseIterable, Sendable {
    case outsider, formerMember, member, author, admin

    /// What the role may do; default is no.
    var allowed: Set<ConversationAction> {
      let everyMember: Set<ConversationAction> = [
        .read, .search, .post, .advanceWatermark, .type, .changeSettings, .leave, .askIntelligence, .changeInsight,
      ]
      switch self {
      case .outsider, .formerMember: return []
      case .member: return everyMember
      case .author: return everyMember.union([.editMessage, .deleteMessage])
      case .admin:
        return everyMember.union([
          .deleteMessage, .rename, .addMember, .removeMember, .changeRole, .switchIntelligence,
        ])
      }
    }
  }

  @Test("answers every role and action as the policy says", arguments: Role.allCases)
  func matrix(_ role: Role) async throws {
    try await TestServer.run { server in
      for action in ConversationAction.allCases {
        let scene = try await Scene(server, suffix: "\(role.rawValue)\(action.rawValue)".lowercased())
        let user = scene.user(role)
        let status = try await scene.perform(action, as: user)
        let isHidden = role == .outsider || role == .formerMember
        if role.allowed.contains(action) {
          #expect((200..<300).contains(status), "\(role) \(action): \(status)")
        } else if isHidden, action == .search {
          #expect(status == 404, "\(role) found it")
        } else {
          #expect(status == (isHidden ? 404 : 403), "\(role) \(action): \(status)")
        }
      }
    }
  }

  /// A fresh group with one user of each role and a message of the author.
  struct Scene {
    let admin: TestUser
    let author: TestUser
    let member: TestUser
    let former: TestUser
    let outsider: TestUser
    let group: ConversationID
    let message: MessageID
    let word: String

    init(_ server: TestServer, suffix: String) async throws {
      admin = try await server.user("admin-\(suffix)")
      author = try await server.user("author-\(suffix)")
      member = try await server.user("member-\(suffix)")
      former = try await server.user("former-\(suffix)")
      outsider = try await server.user("outsider-\(suffix)")
      word = "word\(suffix)"
      group = try await admin.group("Scene", author, member, former)
      message = try await author.post(word, in: group).id
      try await admin.remove(former, from: group)
    }

    func user(_ role: Role) -> TestUser {
      switch role {
      case .outsider: outsider
      case .formerMember: former
      case .member: member
      case .author: author
      case .admin: admin
      }
    }

    /// The status of the answer; a search without results and typing without effect count as 404.
    func perform(_ action: ConversationAction, as user: TestUser) async throws -> Int {
      let path = "/v1/conversations/\(group)"
      switch action {
      case .read: return try await user.send("GET", path).status
      case .search:
        let answer = try await user.send("GET", "/v1/search?query=\(word)")
        return try SearchResponse(json: answer.body).results.isEmpty ? 404 : answer.status
      case .post:
        let form = PostMessageRequest(id: TestUser.newID(), text: "hi")
        return try await user.send("POST", "\(path)/messages", form).status
      case .editMessage:
        let form = EditMessageRequest(editID: TestUser.newID(), text: "changed")
        return try await user.send("PATCH", "\(path)/messages/\(message)", form).status
      case .deleteMessage: return try await user.send("DELETE", "\(path)/messages/\(message)").status
      case .advanceWatermark: return try await user.send("PUT", "\(path)/read", ReadRequest(seq: 1)).status
      case .type: return try await type(as: user)
      case .changeSettings:
        let form = ConversationSettingsChange(muted: true)
        return try await user.send("PUT", "\(path)/settings", form).status
      case .rename: return try await user.send("PATCH", path, ConversationPatchRequest(name: "New")).status
      case .addMember:
        return try await user.send("POST", "\(path)/members", AddMembersRequest(users: [outsider.id])).status
      case .removeMember: return try await user.send("DELETE", "\(path)/members/\(other(than: user).id)").status
      case .changeRole:
        return try await user.send("PATCH", "\(path)/members/\(other(than: user).id)", RoleRequest(role: .admin)).status
      case .askIntelligence:
        return try await user.send("POST", "\(path)/messages/\(message)/category").status
      case .changeInsight:
        return try await status(
          "POST", "\(path)/insights", MarkInsightRequest(kind: .decision, message: message), as: user)
      case .switchIntelligence:
        return try await status("PUT", "\(path)/intelligence", SwitchRequest(isOn: false), as: user)
      case .leave:
        // The last admin may not go, which is no question of access.
        if user.id == admin.id {
          try await admin.ok("PATCH", "\(path)/members/\(member.id)", RoleRequest(role: .admin))
        }
        return try await user.send("DELETE", "\(path)/members/\(user.id)").status
      }
    }

    private func status(
      _ method: String, _ path: String, _ form: some WireBody, as user: TestUser
    ) async throws -> Int {
      try await user.server.http.send(method, path, token: user.token, body: form.json()).status
    }

    private func other(than user: TestUser) -> TestUser { user.id == member.id ? author : member }

    private func type(as user: TestUser) async throws -> Int {
      let listener = try await (user.id == admin.id ? author : admin).socket()
      let socket = try await user.socket()
      try await socket.send(.typing(conversation: group, active: true))
      if user.id == outsider.id || user.id == former.id {
        let refusal = try await socket.error().refusal
        let heard = try await listener.fence().contains { if case .typing = $0 { true } else { false } }
        return heard ? 200 : refusal.code.httpStatus
      }
      return try await listener.first { if case .typing = $0 { 200 } else { nil } }
    }
  }
}
