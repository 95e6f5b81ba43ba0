import Domain
import HummingbirdCore
import NIOCore
import ServerCore
import WireProtocol

/// Accounts and one's own profile.
enum AccountRoutes {
  static func make(_ services: RestServices) -> [Route] {
    [
      signUp(services), me(services), patch(services), password(services), delete(services), export(services),
      requestReset(services), useReset(services), requestEmail(services), useEmail(services),
    ]
  }

  private static func signUp(_ services: RestServices) -> Route {
    .open(
      .post, "/v1/accounts",
      .init("signUp", "Make an account and sign in", body: .signUpRequest, answers: .init(201, .session))
    ) { request in
      let form: SignUpRequest = try request.body()
      let signedIn = try await services.accounts.signUp(form, address: request.address)
      return .json(SessionResponse(signedIn), status: 201)
    }
  }

  private static func me(_ services: RestServices) -> Route {
    .signedIn(.get, "/v1/me", .init("getMe", "My profile", answers: .init(200, .profile))) { _, asker in
      .json(try await services.reader.read { try $0.profile(asker.user) })
    }
  }

  private static func patch(_ services: RestServices) -> Route {
    .signedIn(
      .patch, "/v1/me",
      .init("updateMe", "Change some of my profile", body: .profilePatchRequest, answers: .init(200, .profile))
    ) { request, asker in
      let change: ProfileChange = try request.body()
      return .json(try await services.accounts.updateProfile(of: asker.user, change))
    }
  }

  private static func password(_ services: RestServices) -> Route {
    .signedIn(
      .put, "/v1/me/password",
      .init(
        "changePassword", "Change my password and end my other sessions", body: .passwordChangeRequest,
        answers: .init(204))
    ) { request, asker in
      let change: PasswordChangeRequest = try request.body()
      try await services.accounts.changePassword(
        for: asker, current: change.current, new: change.new, by: services.actor(asker, at: request.address))
      return .noContent
    }
  }

  private static func delete(_ services: RestServices) -> Route {
    .signedIn(
      .delete, "/v1/me",
      .init("deleteMe", "Delete my account", body: .deleteAccountRequest, answers: .init(204))
    ) { request, asker in
      let form: DeleteAccountRequest = try request.body()
      try await services.accounts.deleteAccount(
        of: asker, password: form.password, by: services.actor(asker, at: request.address))
      return .noContent
    }
  }

  private static func export(_ services: RestServices) -> Route {
    .signedIn(
      .post, "/v1/me/export",
      .init(
        "exportMe", "Everything that the server has of me and that I may read, as an archive (tar)",
        body: .accountExportRequest, answers: .init(200, text: "application/x-tar"))
    ) { request, asker in
      let form: AccountExportRequest = try request.body()
      let export = try await services.exports.begin(
        for: asker, password: form.password, by: services.actor(asker, at: request.address))
      var answer = RestResponse(contentType: "application/x-tar")
      answer.headers[.contentDisposition] = "attachment; filename=\"messageai-account.tar\""
      answer.headers[.cacheControl] = "no-store"
      answer.stream = ResponseBody { writer in
        // Who gets no end knows that something is missing.
        try await services.exports.run(export, to: ResponseSink(writer: writer))
        try await writer.finish(nil)
      }
      return answer
    }
  }

  private static func requestEmail(_ services: RestServices) -> Route {
    .signedIn(
      .post, "/v1/me/email",
      .init(
        "requestEmailChange", "Have a link sent that makes an address that of my account, or verifies it",
        body: .emailChangeRequest, answers: .init(204))
    ) { request, asker in
      let form: EmailChangeRequest = try request.body()
      try await services.accounts.requestEmail(
        form.email, for: asker, password: form.password, address: request.address,
        by: services.actor(asker, at: request.address))
      return .noContent
    }
  }

  private static func useEmail(_ services: RestServices) -> Route {
    .open(
      .post, "/v1/email-changes/use",
      .init(
        "useEmailChange", "Make an address that of an account, with the token of such a link", body: .emailChangeUse,
        answers: .init(200, .emailChanged))
    ) { request in
      let form: EmailChangeUse = try request.body()
      let email = try await services.accounts.useEmail(token: form.token, address: request.address)
      return .json(EmailChanged(email: email))
    }
  }

  private static func requestReset(_ services: RestServices) -> Route {
    .open(
      .post, "/v1/password-resets",
      .init(
        "requestPasswordReset", "Have a link for a new password sent to the address of an account",
        body: .passwordResetRequest, answers: .init(204))
    ) { request in
      let form: PasswordResetRequest = try request.body()
      try await services.accounts.requestPasswordReset(email: form.email, address: request.address)
      return .noContent
    }
  }

  private static func useReset(_ services: RestServices) -> Route {
    .open(
      .post, "/v1/password-resets/use",
      .init(
        "choosePassword", "Choose a new password with the token of such a link; all sessions end",
        body: .passwordResetUse, answers: .init(204))
    ) { request in
      let form: PasswordResetUse = try request.body()
      try await services.accounts.resetPassword(
        token: form.token, password: form.password, address: request.address)
      return .noContent
    }
  }
}

/// The body of an answer.
private struct ResponseSink: ExportSink {
  var writer: any ResponseBodyWriter

  mutating func write(_ bytes: [UInt8]) async throws { try await writer.write(ByteBuffer(bytes: bytes)) }
}

extension SessionResponse {
  init(_ signedIn: SignedIn) {
    self.init(
      user: signedIn.profile, session: signedIn.session, accessToken: signedIn.accessToken,
      accessExpiresAt: signedIn.accessExpiresAt, refreshToken: signedIn.refreshToken)
  }
}
