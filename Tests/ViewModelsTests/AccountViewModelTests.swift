import Domain
import Foundation
import MessageAIKit
import TestSupport
import Testing
import ViewModels

@Suite("Accounts against a real server", .timeLimit(.minutes(5)))
@MainActor
struct AccountViewModelTests {
  private func client(_ server: TestServer) throws -> MessageAIClient {
    let url = try #require(URL(string: "http://127.0.0.1:\(server.instance.port)"))
    return try MessageAIClient(configuration: ClientConfiguration(server: url))
  }

  @Test("wrong fields are told one by one before anything is sent; then sign-up, profile, password, sign-out work")
  func account() async throws {
    let server = try await TestServer.start()
    let client = try client(server)
    let auth = AuthViewModel(repository: client.auth, identities: client.identities)
    auth.mode = .signUp
    (auth.email, auth.password, auth.name, auth.invitation) = ("nobody", "short", " ", "no link")
    await auth.submit()
    #expect(Set(auth.fieldProblems.keys) == Set(AuthViewModel.Field.allCases))
    (auth.email, auth.password, auth.name, auth.invitation) = ("ada@example.org", "correct horse 42", "Ada", "")
    await auth.submit()
    #expect(auth.problem == nil)
    #expect(auth.password.isEmpty)
    #expect(auth.mode == .signIn, "who signs out again is asked to sign up")
    guard case .signedIn(let profile) = auth.state else {
      Issue.record("not signed in")
      return
    }
    #expect(profile.name == "Ada")
    #expect(auth.needsProfile)
    #expect(auth.me == profile.id)
    auth.finishProfile()
    #expect(!auth.needsProfile)
    try await changeEverything(client, auth)
    try await client.close()
    try await server.instance.stop()
  }

  @Test("after signing out, ending the provider's own session is offered, where the session came from one that can")
  func elsewhere() async throws {
    let server = try await TestServer.start()
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("messageai-\(UUID())")
    defer { #expect(throws: Never.self) { try FileManager.default.removeItem(at: folder) } }
    let url = try #require(URL(string: "http://127.0.0.1:\(server.instance.port)"))
    var client = try MessageAIClient(configuration: ClientConfiguration(server: url, folder: folder))
    func signIn(at id: String) async throws -> AuthViewModel {
      let auth = AuthViewModel(repository: client.auth, identities: client.identities)
      let model = ProviderSignInViewModel(repository: client.identities)
      await model.load()
      let provider = try #require(model.providers.first { $0.id == id })
      let issuer = id == "acme" ? ScriptedIdentityGateway.issuer : "https://id.other.example"
      await model.signIn(with: provider, invitation: "") { page in
        let items = URLComponents(url: page, resolvingAgainstBaseURL: false)?.queryItems ?? []
        let state = items.first { $0.name == "state" }?.value ?? ""
        let code = server.identities.vouch(for: id, email: "\(id)@example.org", issuer: issuer, state: state)
        return URL(string: "messageai:/openid?code=\(code)&state=\(state)")
      }
      if case .name = model.step {
        model.name = "Ada"
        await model.goOn()
      }
      #expect(model.problem == nil && model.step == .choice)
      return auth
    }
    var auth = try await signIn(at: "acme")
    // Another start of the app knows it still.
    try await client.close()
    client = try MessageAIClient(configuration: ClientConfiguration(server: url, folder: folder))
    auth = AuthViewModel(repository: client.auth, identities: client.identities)
    #expect(auth.elsewhere == nil)
    await auth.signOut()
    #expect(auth.state == .signedOut && auth.elsewhere?.provider.name == "Acme")
    #expect(auth.elsewhere?.page.absoluteString.hasPrefix("https://id.acme.example/end?") == true)
    let offering = auth
    try await running(offering.run) {
      _ = try await signIn(at: "acme")
      await eventually("who comes back is offered nothing") { offering.elsewhere == nil }
    }
    await offering.signOut()
    auth = try await signIn(at: "other")
    await auth.signOut()
    #expect(auth.state == .signedOut && auth.elsewhere == nil, "it ends no session")
    try await client.close()
    try await server.instance.stop()
  }

  private func changeEverything(_ client: MessageAIClient, _ auth: AuthViewModel) async throws {
    let form = ProfileViewModel(repository: client.auth)
    try await running(form.run) {
      await eventually("the profile is loaded") { form.state.content != nil }
      form.suggest()
      #expect(form.timeZone == TimeZone.current.identifier)
      form.revert()
      #expect(!form.hasChanges)
      form.name = "Ada L"
      #expect(form.hasChanges)
      await form.save()
      #expect(form.problem == nil)
      #expect(form.state.content?.name == "Ada L")
      #expect(!form.hasChanges)
      form.name = "Ada Lo"
      await form.setSendsEvents(false)
      #expect(form.problem == nil && !form.sendsEvents)
      #expect(form.name == "Ada Lo" && form.hasChanges, "what is being changed is left alone")
      form.revert()
    }
    let settings = SettingsViewModel(repository: client.auth)
    await settings.loadSessions()
    #expect(settings.sessions.content?.map(\.current) == [true])
    (settings.currentPassword, settings.newPassword, settings.repeatedPassword) = (
      "correct horse 42", "battery staple 7", "battery staple 8"
    )
    await settings.changePassword()
    #expect(settings.problem?.sentence == "The two new passwords are not the same.")
    settings.repeatedPassword = "battery staple 7"
    await settings.changePassword()
    #expect(settings.outcome == .passwordChanged)
    await auth.signOut()
    #expect(auth.state == .signedOut)
    auth.mode = .signIn
    (auth.email, auth.password) = ("ada@example.org", "correct horse 42")
    await auth.submit()
    #expect(auth.problem?.sentence == "The e-mail address or the password is wrong.")
    #expect(auth.password == "correct horse 42")
  }
}
