import Foundation
import OSLog

/// What the app and its extensions have in common: the group's folder and defaults, and where the
/// Keychain's items are.
public struct DeviceGroup: Sendable {
  /// Key of Info.plist with the app group of the entitlement.
  public static let groupKey = "MessageAIAppGroup"
  /// Key of Info.plist with the Keychain's access group, team prefix included.
  public static let keychainGroupKey = "MessageAIKeychainGroup"
  /// Of the group's defaults; the app writes it.
  public static let serverKey = "server"

  /// `nil` without the entitlement, as in tests: then every process keeps to itself.
  public let keychainGroup: String?
  private let suite: String?

  /// As the bundle of this process says.
  public init(bundle: Bundle = .main) {
    keychainGroup = bundle.object(forInfoDictionaryKey: Self.keychainGroupKey) as? String
    suite = bundle.object(forInfoDictionaryKey: Self.groupKey) as? String
  }

  public init(keychainGroup: String?, suite: String?) {
    self.keychainGroup = keychainGroup
    self.suite = suite
  }

  /// The group's folder; `nil` without the entitlement.
  public var folder: URL? {
    suite.flatMap { FileManager.default.containerURL(forSecurityApplicationGroupIdentifier: $0) }
  }

  /// The group's defaults, else the process's own.
  public var defaults: UserDefaults {
    suite.flatMap { UserDefaults(suiteName: $0) } ?? .standard
  }

  /// Where the session of the signed-in user is kept.
  public var vault: KeychainSessionVault {
    KeychainSessionVault(accessGroup: keychainGroup)
  }

  /// The server that the app is signed in at: an extension cannot ask the app.
  public var server: URL? {
    defaults.string(forKey: Self.serverKey).flatMap { URL(string: $0) }
  }
}
