import Domain
import Foundation

/// A provider as the operator names it.
package struct ProviderSettings: Sendable {
  /// What is wrong with a file of providers, as a sentence.
  package struct Problem: Error, Equatable, CustomStringConvertible {
    package let description: String
  }

  private static let most = 10
  private static let google = "https://accounts.google.com"
  private static let apple = "https://appleid.apple.com"

  package let id: String
  package let name: String
  package let client: OpenIDProvider.Settings
  let scope: String
  let isAnsweredByForm: Bool

  /// Whether the person has the address now. Google verifies an address once, when somebody makes a
  /// personal account for it, and says so for ever, also when whoever runs the domain has taken the
  /// address away: it knows only of its own addresses and of those of its organisations
  /// (developers.google.com/identity/gsi/web/guides/verify-google-id-token).
  package func isVerified(_ token: IDToken) -> Bool {
    guard token.isAddressVerified, client.issuer == Self.google else { return token.isAddressVerified }
    return token.hostedDomain != nil || token.address?.lowercased().hasSuffix("@gmail.com") ?? false
  }

  /// Those of a file, in its order. Files that it names are beside it unless they begin with a
  /// slash.
  ///
  /// - Parameter read: The text of a file; `nil` when it cannot be read.
  /// - Throws: `Problem`.
  package static func all(
    in path: String, read: (String) -> String?
  ) throws(Problem) -> [ProviderSettings] {
    guard let text = read(path) else { throw problem(path, "cannot be read") }
    guard let entries = try? JSONDecoder().decode([Entry].self, from: Data(text.utf8)) else {
      throw problem(path, "is no list of providers in JSON: see docs/operations.md")
    }
    guard (1...most).contains(entries.count) else { throw problem(path, "names 1 to \(most) providers") }
    var all: [ProviderSettings] = []
    for (index, entry) in entries.enumerated() {
      let provider = try ProviderSettings(entry, in: path, number: index + 1, read: read)
      guard !all.contains(where: { $0.id == provider.id || $0.client.issuer == provider.client.issuer }) else {
        throw problem(path, "names provider \(index + 1) twice: id and issuer are one provider's")
      }
      all.append(provider)
    }
    return all
  }

  private init(_ entry: Entry, in path: String, number: Int, read: (String) -> String?) throws(Problem) {
    func fail(_ reason: String) -> Problem { Self.problem(path, "names provider \(number), but \(reason)") }
    func file(_ name: String) throws(Problem) -> String {
      let folder = (path as NSString).deletingLastPathComponent
      let whole = name.hasPrefix("/") ? name : (folder as NSString).appendingPathComponent(name)
      guard let text = read(whole) else { throw fail("the file \(whole) cannot be read") }
      return text.trimmingWhitespace
    }
    if let unknown = entry.unknown { throw fail("\(unknown) is no setting of one") }
    guard let preset = Preset(entry.preset) else { throw fail("there is no preset of that name: google or apple") }
    guard let issuer = entry.issuer ?? preset.issuer else { throw fail("it has no issuer") }
    if let problem = Self.refused(issuer: issuer) { throw fail(problem) }
    guard let id = entry.id ?? preset.id, Self.isIdentifier(id) else {
      throw fail("its id is not one of 1 to 40 lowercase letters, digits and hyphens")
    }
    guard let name = entry.name ?? preset.name, (1...40).contains(name.count) else {
      throw fail("its name is not one of 1 to 40 characters")
    }
    guard let clientID = entry.clientID, !clientID.isEmpty else { throw fail("it has no clientID") }
    let isApple = preset == .apple
    let apple = [entry.team, entry.keyID, entry.keyFile]
    guard isApple ? apple.allSatisfy({ $0 != nil }) : apple.allSatisfy({ $0 == nil }) else {
      throw fail("team, keyID and keyFile belong together, and to the preset apple")
    }
    guard entry.clientSecret == nil || entry.clientSecretFile == nil else {
      throw fail("it has both clientSecret and clientSecretFile")
    }
    var secret = entry.clientSecret.map { OpenIDProvider.ClientSecret.text($0) }
    if let name = entry.clientSecretFile { secret = .text(try file(name)) }
    if let team = entry.team, let keyID = entry.keyID, let keyFile = entry.keyFile {
      guard let key = try? AppleClientKey(pem: try file(keyFile), keyID: keyID, teamID: team) else {
        throw fail("keyFile is no key of Apple's (AuthKey_….p8)")
      }
      secret = .apple(key)
    }
    if case .text("") = secret { throw fail("its secret is empty") }
    self.id = id
    self.name = name
    client = OpenIDProvider.Settings(issuer: issuer, clientID: clientID, clientSecret: secret)
    scope = isApple ? "openid email name" : "openid email profile"
    isAnsweredByForm = isApple
  }

  private static func refused(issuer: String) -> String? {
    do {
      _ = try ProviderMetadata.address(ofIssuer: issuer)
      return nil
    } catch {
      return "its issuer is no https address"
    }
  }

  private static func isIdentifier(_ id: String) -> Bool {
    (1...40).contains(id.utf8.count)
      && id.utf8.allSatisfy { (0x61...0x7A).contains($0) || (0x30...0x39).contains($0) || $0 == 0x2D }
  }

  private static func problem(_ path: String, _ reason: String) -> Problem {
    Problem(description: "The file \(path) \(reason).")
  }

  private enum Preset: Equatable {
    case none, google, apple

    init?(_ name: String?) {
      switch name {
      case nil: self = .none
      case "google": self = .google
      case "apple": self = .apple
      default: return nil
      }
    }

    var issuer: String? {
      switch self {
      case .none: nil
      case .google: ProviderSettings.google
      case .apple: ProviderSettings.apple
      }
    }

    var id: String? {
      switch self {
      case .none: nil
      case .google: "google"
      case .apple: "apple"
      }
    }

    var name: String? {
      switch self {
      case .none: nil
      case .google: "Google"
      case .apple: "Apple"
      }
    }
  }

  private struct Entry: Decodable {
    let preset: String?
    let id: String?
    let name: String?
    let issuer: String?
    let clientID: String?
    let clientSecret: String?
    let clientSecretFile: String?
    let team: String?
    let keyID: String?
    let keyFile: String?
    /// A name that means nothing here: a slip of the pen.
    let unknown: String?

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      func text(_ key: CodingKeys) throws -> String? { try container.decodeIfPresent(String.self, forKey: key) }
      preset = try text(.preset)
      id = try text(.id)
      name = try text(.name)
      issuer = try text(.issuer)
      clientID = try text(.clientID)
      clientSecret = try text(.clientSecret)
      clientSecretFile = try text(.clientSecretFile)
      team = try text(.team)
      keyID = try text(.keyID)
      keyFile = try text(.keyFile)
      let names = try decoder.container(keyedBy: AnyKey.self).allKeys.map(\.stringValue)
      unknown = names.sorted().first { CodingKeys(rawValue: $0) == nil }
    }

    private enum CodingKeys: String, CodingKey {
      case preset, id, name, issuer, clientID, clientSecret, clientSecretFile, team, keyID, keyFile
    }

    private struct AnyKey: CodingKey {
      let stringValue: String
      var intValue: Int? { nil }

      init(stringValue: String) { self.stringValue = stringValue }
      init?(intValue: Int) { nil }
    }
  }
}
