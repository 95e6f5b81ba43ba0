import Domain
import Foundation
import NIOCore
import NIOSSL

/// Where the mail server is, who signs in there, and whom letters are from.
package struct SMTPSettings: Sendable {
  /// What is wrong with settings, as a sentence for people. Says no password.
  package enum Problem: Error, Hashable, CustomStringConvertible {
    case notURL
    case scheme(String)
    case noHost
    case passwordInURL
    case userWithoutPassword
    case passwordWithoutUser
    case unusableSignIn
    case badFrom(String)
    case noAuthorities(path: String)
    case authoritiesNotPEM(path: String)
    case tls(String)

    package var description: String {
      switch self {
      case .notURL: "The mail server must be like smtp://user@host:587 or smtps://user@host:465."
      case .scheme(let scheme): "The mail server begins with \(scheme)://; it must be smtp:// or smtps://."
      case .noHost: "The mail server names no host: smtp://user@host is meant."
      case .passwordInURL: "The password does not belong into the mail server's URL, which everyone may read."
      case .userWithoutPassword: "The mail server's URL names a user, but there is no password."
      case .passwordWithoutUser: "There is a mail password, but the mail server's URL names no user."
      case .unusableSignIn: "The mail server's user and password may hold no control characters."
      case .badFrom(let from): "\"\(from)\" is no sender of mail: \"Name <address>\" or an address is meant."
      case .noAuthorities(let path): "The file of certificates \(path) cannot be read."
      case .authoritiesNotPEM(let path): "The file \(path) has no certificates in PEM form."
      case .tls(let reason): "TLS cannot be set up: \(reason)"
      }
    }
  }

  /// What protects a connection.
  package enum Security: Hashable, Sendable {
    /// TLS before the first word: `smtps://`.
    case fromTheBeginning
    /// Plain until STARTTLS, and no further without it.
    case startTLS
    /// None: a server on this machine that nobody signs in to.
    case none
  }

  struct SignIn: Sendable {
    let user: String
    let password: String
  }

  package let host: String
  package let port: Int
  package let from: Mailbox
  package let security: Security
  let signIn: SignIn?
  private let context: NIOSSLContext

  /// How the server is named in texts for the operator.
  package var place: String { host.contains(":") ? "[\(host)]:\(port)" : "\(host):\(port)" }

  /// `url` is `smtp://[user@]host[:port]`, by default with port 587, or `smtps://…` with 465. A
  /// user may be an address, its `@` written as it is or as `%40`. `authorities` is the path of a
  /// PEM file: who has signed the server's certificate, instead of those that this machine trusts.
  ///
  /// A server on this machine is spoken to without TLS unless there is a user or `authorities`: its
  /// certificate is rarely one that anybody has signed. A password never goes without TLS.
  package init(
    _ url: String, password: String? = nil, from: String, authorities: String? = nil
  ) throws(Problem) {
    let place = try Place(url)
    switch (place.user, password.flatMap { $0.isEmpty ? nil : $0 }) {
    case (nil, nil): signIn = nil
    case (_?, nil): throw .userWithoutPassword
    case (nil, _?): throw .passwordWithoutUser
    case (let user?, let password?):
      guard !user.hasControlCharacter, !password.hasControlCharacter else { throw .unusableSignIn }
      signIn = SignIn(user: user, password: password)
    }
    guard let mailbox = Mailbox(from) else { throw .badFrom(from) }
    host = place.host
    port = place.port
    self.from = mailbox
    if place.isTLSFromTheBeginning {
      security = .fromTheBeginning
    } else {
      security = place.isThisMachine && signIn == nil && authorities == nil ? .none : .startTLS
    }
    context = try Self.context(authorities: authorities)
  }

  private static func context(authorities path: String?) throws(Problem) -> NIOSSLContext {
    var configuration = TLSConfiguration.makeClientConfiguration()
    configuration.minimumTLSVersion = .tlsv12
    // How long a server may take to say goodbye before the connection is cut.
    configuration.shutdownTimeout = .milliseconds(500)
    if let path {
      guard FileManager.default.isReadableFile(atPath: path) else { throw .noAuthorities(path: path) }
      do {
        let certificates = try NIOSSLCertificate.fromPEMFile(path)
        guard !certificates.isEmpty else { throw Problem.authoritiesNotPEM(path: path) }
        configuration.trustRoots = .certificates(certificates)
      } catch {
        throw .authoritiesNotPEM(path: path)
      }
    }
    do { return try NIOSSLContext(configuration: configuration) } catch { throw .tls("\(error)") }
  }

  /// Checks the server's certificate against its name, or its address where that is all it has.
  func tlsHandler() throws -> NIOSSLClientHandler {
    try NIOSSLClientHandler(context: context, serverHostname: Place.isIPAddress(host) ? nil : host)
  }
}

extension SMTPSettings {
  /// What the URL says.
  private struct Place {
    let user: String?
    let host: String
    let port: Int
    let isTLSFromTheBeginning: Bool

    init(_ url: String) throws(Problem) {
      guard let colon = url.firstRange(of: "://") else { throw .notURL }
      let scheme = url[..<colon.lowerBound].lowercased()
      guard ["smtp", "smtps"].contains(scheme) else { throw .scheme(scheme) }
      // A user is often an address, and written as such.
      var rest = url[colon.upperBound...]
      if let at = rest.lastIndex(of: "@") {
        guard !rest[..<at].contains(":") else { throw .passwordInURL }
        guard let name = String(rest[..<at]).removingPercentEncoding, !name.isEmpty else { throw .notURL }
        user = name
        rest = rest[rest.index(after: at)...]
      } else {
        user = nil
      }
      if rest.isEmpty || rest.hasPrefix(":") || rest.hasPrefix("/") { throw .noHost }
      guard let parts = URLComponents(string: "\(scheme)://\(rest)"), let host = parts.host,
        ["", "/"].contains(parts.path), parts.query == nil, parts.fragment == nil
      else { throw .notURL }
      let port = parts.port ?? (scheme == "smtps" ? 465 : 587)
      let bare = host.hasPrefix("[") && host.hasSuffix("]") ? String(host.dropFirst().dropLast()) : host
      guard (1...65_535).contains(port), Self.isIPAddress(bare) || MailAddress.isHostName(bare) else { throw .notURL }
      self.host = bare
      self.port = port
      isTLSFromTheBeginning = scheme == "smtps"
    }

    var isThisMachine: Bool {
      if Self.isIPAddress(host) { return host == "::1" || host.hasPrefix("127.") }
      return host.lowercased() == "localhost"
    }

    static func isIPAddress(_ host: String) -> Bool { (try? SocketAddress(ipAddress: host, port: 0)) != nil }
  }
}
