import Domain
import ServerCore
import WireProtocol

/// Who is in a group.
enum MemberRoutes {
  static func make(_ services: RestServices) -> [Route] {
    [add(services), role(services), remove(services)]
  }

  private static func add(_ services: RestServices) -> Route {
    .conversation(
      .addMember, .post, "/v1/conversations/{id}/members",
      .init("addMembers", "Add people to a group", body: .addMembersRequest, answers: .init(204))
    ) { request, asker, conversation in
      let form: AddMembersRequest = try request.body()
      guard !form.users.isEmpty else { throw Refusal(.invalid, "Name at least one person.") }
      _ = try await services.context.gateway.perform(
        .member(.add(asker: asker.user, conversation: conversation, users: form.users)))
      return .noContent
    }
  }

  private static func role(_ services: RestServices) -> Route {
    .conversation(
      .changeRole, .patch, "/v1/conversations/{id}/members/{user}",
      .init("setRole", "Change a member's role", body: .roleRequest, answers: .init(204))
    ) { request, asker, conversation in
      let form: RoleRequest = try request.body()
      let user: UserID = try request.id("user")
      _ = try await services.context.gateway.perform(
        .member(.setRole(asker: asker.user, conversation: conversation, user: user, role: form.role)))
      return .noContent
    }
  }

  /// Declared as leaving, which every member may; removing another is the store's to check.
  private static func remove(_ services: RestServices) -> Route {
    .conversation(
      .leave, .delete, "/v1/conversations/{id}/members/{user}",
      .init("removeMember", "Remove a member, or leave", answers: .init(204))
    ) { request, asker, conversation in
      let user: UserID = try request.id("user")
      _ = try await services.context.gateway.perform(
        .member(.remove(asker: asker.user, conversation: conversation, user: user)))
      return .noContent
    }
  }
}
