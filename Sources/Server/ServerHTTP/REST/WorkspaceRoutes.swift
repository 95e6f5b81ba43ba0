import Domain
import ServerCore
import WireProtocol

/// The workspace, and the ways into it.
enum WorkspaceRoutes {
  static func make(_ services: RestServices) -> [Route] {
    [
      get(services), patch(services), invite(services), invitations(services), withdraw(services), lookup(services),
      wish(services), mail(services),
    ]
  }

  private static func get(_ services: RestServices) -> Route {
    .open(
      .get, "/v1/workspace",
      .init("getWorkspace", "What the workspace is called, and who may register", answers: .init(200, .workspace))
    ) { _ in
      .json(try await services.workspaces.workspace())
    }
  }

  private static func patch(_ services: RestServices) -> Route {
    .admin(
      reads: nil, .patch, "/v1/workspace",
      .init(
        "updateWorkspace", "Change what the workspace is called, or who may register; for its admins",
        body: .workspacePatchRequest, answers: .init(200, .workspace))
    ) { request, asker in
      let change: WorkspaceChange = try request.body()
      let actor = services.actor(asker, at: request.address)
      return .json(try await services.workspaces.change(change, by: asker.user, as: actor))
    }
  }

  private static func invite(_ services: RestServices) -> Route {
    .admin(
      reads: nil, .post, "/v1/invitations",
      .init(
        "createInvitation", "Make an invitation; for admins of the workspace", body: .createInvitationRequest,
        answers: .init(201, .createdInvitation))
    ) { request, asker in
      let form: CreateInvitationRequest = try request.body()
      let actor = services.actor(asker, at: request.address)
      return .json(try await services.workspaces.invite(form, by: asker.user, as: actor), status: 201)
    }
  }

  private static func invitations(_ services: RestServices) -> Route {
    .admin(
      reads: .invitations, .get, "/v1/invitations",
      .init(
        "listInvitations", "All invitations, newest first; for admins of the workspace",
        answers: .init(200, .invitations))
    ) { _, asker in
      .json(InvitationsResponse(invitations: try await services.workspaces.invitations(for: asker.user)))
    }
  }

  private static func withdraw(_ services: RestServices) -> Route {
    .admin(
      reads: nil, .delete, "/v1/invitations/{id}",
      .init("withdrawInvitation", "Withdraw an invitation; for admins of the workspace", answers: .init(204))
    ) { request, asker in
      try await services.workspaces.withdraw(
        try request.id("id"), by: asker.user, as: services.actor(asker, at: request.address))
      return .noContent
    }
  }

  /// The token is in the body, so that no log of addresses has it.
  private static func lookup(_ services: RestServices) -> Route {
    .open(
      .post, "/v1/invitations/lookup",
      .init(
        "lookUpInvitation", "What an invitation says to who was given it", body: .invitationLookupRequest,
        answers: .init(200, .invitationPreview))
    ) { request in
      let form: InvitationLookupRequest = try request.body()
      return .json(try await services.workspaces.preview(form.token, address: request.address))
    }
  }

  private static func wish(_ services: RestServices) -> Route {
    .open(
      .post, "/v1/invitations/request",
      .init(
        "requestInvitation", "Have an invitation sent to an address at one of the workspace's domains",
        body: .invitationWishRequest, answers: .init(204))
    ) { request in
      let form: InvitationWishRequest = try request.body()
      try await services.workspaces.requestInvitation(email: form.email, address: request.address)
      return .noContent
    }
  }

  private static func mail(_ services: RestServices) -> Route {
    .admin(
      reads: .mailOutcomes, .get, "/v1/mail/outcomes",
      .init(
        "listMailOutcomes", "What became of the letters of the last seven days; for admins of the workspace",
        answers: .init(200, .mailOutcomes))
    ) { _, _ in
      .json(try await services.mailSender.outcomes())
    }
  }
}
