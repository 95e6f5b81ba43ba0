import ArgumentParser
import Domain
import Foundation
import MessageAIKit
import ViewModels

/// Who talks to which server, and where this device keeps what it knows.
struct ClientOptions: ParsableArguments {
  @Option(
    help: """
      Address of the server. By default the profile's last one, else http://127.0.0.1:8080. A profile that is \
      signed in stays with its server.
      """)
  var server: String?

  @Option(
    help: """
      File of certificates (PEM) that the server's own is signed by, besides those that this system knows. Environment: \
      MESSAGEAI_SERVER_AUTHORITIES.
      """)
  var serverAuthorities = Environment.text("SERVER_AUTHORITIES")

  @Option(help: "E-mail address to sign in with. The password is asked for, or taken from MESSAGEAI_PASSWORD.")
  var email: String?

  @Option(help: "Sign in with an account elsewhere, by the id of its provider, such as google: in a browser.")
  var provider: String?

  @Option(help: "Keeps several accounts apart on one machine.")
  var profile = "default"

  @Flag(help: "Make the account first; needs --name.")
  var signUp = false

  @Option(help: "Name of a new account.")
  var name: String?

  @Option(help: "Link of an invitation, for a new account. It says which server is meant.")
  var invitation: String?

  func validate() throws {
    let allowed = profile.unicodeScalars.allSatisfy {
      $0.isASCII
        && ($0.properties.isAlphabetic || $0.properties.numericType != nil || "-_.".unicodeScalars.contains($0))
    }
    guard allowed, !profile.isEmpty, !profile.hasPrefix(".") else {
      throw ValidationError("--profile has letters, digits, dashes and dots only.")
    }
    if let invitation, InvitationLink(invitation) == nil {
      throw ValidationError("--invitation takes the whole link of an invitation.")
    }
    if invitation != nil, !signUp, provider == nil {
      throw ValidationError("--invitation is for a new account: add --sign-up.")
    }
    if provider != nil, email != nil || signUp {
      throw ValidationError("--provider takes neither --email nor --sign-up.")
    }
    if signUp, name == nil { throw ValidationError("--sign-up needs --name.") }
  }

  /// Runs `body` with the profile's client, which is closed whatever happens.
  func withClient<Value>(_ body: (MessageAIClient) async throws -> Value) async throws -> Value {
    let client = try open()
    do {
      let value = try await body(client)
      try await client.close()
      return value
    } catch {
      try await client.close()
      throw error
    }
  }

  /// The profile's data.
  func folder() -> URL { Self.home.appendingPathComponent(profile, isDirectory: true) }

  /// Opens the profile's data, made when missing and readable by its owner only.
  private func open() throws -> MessageAIClient {
    let folder = folder()
    try FileManager.default.createDirectory(
      at: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    let url = try address(in: folder)
    let device = "Terminal on \(ProcessInfo.processInfo.hostName)"
    return try MessageAIClient(
      configuration: ClientConfiguration(
        server: url, authorities: try authorities(), folder: folder, device: device,
        events: ClientEventSource(platform: .terminal, version: ProductVersion.current)))
  }

  /// The signed-in profile: the kept session, or one opened with the options given.
  func signedIn(_ client: MessageAIClient) async throws -> Profile {
    if !signUp, let profile = await client.auth.observeProfile().first(where: { _ in true }) ?? nil,
      email == nil || email?.lowercased() == profile.email
    {
      return profile
    }
    if let provider { return try await signedIn(client, with: provider) }
    guard let email else { throw CommandFailure("Nobody is signed in. Use --email, or --provider.") }
    let password = try Environment.text("PASSWORD") ?? PasswordPrompt.ask("Password of \(email): ")
    do {
      let credentials = try Credentials(
        email: email, password: password, name: signUp ? name ?? "" : nil, invitation: invitation ?? "")
      return try await credentials.authenticate(with: client.auth)
    } catch {
      let cause = (error as? Credentials.Problems)?.first ?? error
      throw CommandFailure(Problem(cause)?.sentence.english ?? "Signing in was interrupted.")
    }
  }

  private func signedIn(_ client: MessageAIClient, with provider: String) async throws -> Profile {
    do {
      let invitation = invitation.flatMap { InvitationLink($0)?.token }
      return try await ProviderSignIn(client: client, provider: provider, name: name, invitation: invitation).run()
    } catch let failure as CommandFailure {
      throw failure
    } catch {
      throw CommandFailure(Problem(error)?.sentence.english ?? "Signing in was interrupted.")
    }
  }

  private func authorities() throws -> URL? {
    guard let serverAuthorities else { return nil }
    let contents = FileManager.default.contents(atPath: serverAuthorities) ?? Data()
    guard String(decoding: contents, as: UTF8.self).contains("-----BEGIN CERTIFICATE-----") else {
      throw CommandFailure("\(serverAuthorities) holds no certificates in PEM format.")
    }
    return URL(fileURLWithPath: serverAuthorities)
  }

  private static var home: URL {
    if let home = Environment.text("HOME") { return URL(fileURLWithPath: home, isDirectory: true) }
    return FileManager.default.homeDirectoryForCurrentUser.appendingPathComponent(".messageai", isDirectory: true)
  }

  /// The address that is meant. Throws for another one than that of the server that the profile is
  /// signed in at: it would be sent tokens that are not its own.
  private func address(in folder: URL) throws -> URL {
    let file = folder.appendingPathComponent("server")
    let isKept = FileManager.default.fileExists(atPath: file.path)
    let last = isKept ? try String(contentsOf: file, encoding: .utf8) : "http://127.0.0.1:8080"
    var session = try FileSessionVault(folder: folder).load()
    // Earlier versions kept the address in that file alone.
    if session?.server == nil { session?.server = URL(string: last) }
    guard let named = server ?? invitation.flatMap({ InvitationLink($0)?.server }) else {
      return try session?.server ?? Self.url(last)
    }
    let url = try Self.url(named)
    if let session, !session.belongs(to: url) {
      let command = "messageai sign-out" + (profile == "default" ? "" : " --profile \(profile)")
      throw CommandFailure(
        """
        This profile is signed in at \(session.server?.absoluteString ?? last). Use another --profile for \(named), or \
        sign out first: \(command)
        """)
    }
    try Data(named.utf8).write(to: file, options: .atomic)
    return url
  }

  private static func url(_ address: String) throws -> URL {
    guard let url = URL(string: address), let scheme = url.scheme, ["http", "https"].contains(scheme), url.host != nil
    else { throw CommandFailure("\(address) is not the address of a server.") }
    return url
  }
}
