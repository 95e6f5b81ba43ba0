import Foundation
import MessageAIKit
import Security

/// A session in the Keychain: readable from the first unlock on, on this device only, by the app
/// and its extensions.
public struct KeychainSessionVault: SessionVault {
  static let service = "org.messageai.session"
  static let account = "current"

  private let accessGroup: String?

  /// `accessGroup` `nil` keeps it for this process's app alone.
  public init(accessGroup: String?) {
    self.accessGroup = accessGroup
  }

  public func load() throws -> StoredSession? {
    var query = item
    query[kSecReturnData] = true
    query[kSecMatchLimit] = kSecMatchLimitOne
    var found: CFTypeRef?
    let status = SecItemCopyMatching(query as CFDictionary, &found)
    if status == errSecItemNotFound { return nil }
    guard status == errSecSuccess else { throw KeychainError(status: status) }
    guard let data = found as? Data else { throw KeychainError(status: errSecDecode) }
    return try JSONDecoder().decode(StoredSession.self, from: data)
  }

  public func save(_ session: StoredSession?) throws {
    guard let session else { return try erase() }
    let data = try JSONEncoder().encode(session)
    let status = SecItemUpdate(item as CFDictionary, values(data) as CFDictionary)
    if status == errSecSuccess { return }
    guard status == errSecItemNotFound else { throw KeychainError(status: status) }
    let added = SecItemAdd(item.merging(values(data)) { $1 } as CFDictionary, nil)
    guard added == errSecSuccess else { throw KeychainError(status: added) }
  }

  private func erase() throws {
    let status = SecItemDelete(item as CFDictionary)
    guard status == errSecSuccess || status == errSecItemNotFound else { throw KeychainError(status: status) }
  }

  /// What finds the one item.
  private var item: [CFString: Any] {
    var query: [CFString: Any] = [
      kSecClass: kSecClassGenericPassword, kSecAttrService: Self.service, kSecAttrAccount: Self.account,
      kSecUseDataProtectionKeychain: true,
    ]
    if let accessGroup { query[kSecAttrAccessGroup] = accessGroup }
    return query
  }

  private func values(_ data: Data) -> [CFString: Any] {
    [kSecValueData: data, kSecAttrAccessible: kSecAttrAccessibleAfterFirstUnlockThisDeviceOnly]
  }
}

/// What the Keychain answers when it does not do as asked.
public struct KeychainError: Error, Hashable, Sendable {
  public let status: OSStatus

  public init(status: OSStatus) {
    self.status = status
  }

  /// The device has not been unlocked since it started: later it works.
  public var isLocked: Bool { status == errSecInteractionNotAllowed }
}

extension KeychainError: LocalizedError {
  public var errorDescription: String? {
    if isLocked { return String(localized: "Unlock the device once, then the app can sign in.") }
    let reason = SecCopyErrorMessageString(status, nil).map { $0 as String } ?? "\(status)"
    return String(localized: "The Keychain did not keep the session: \(reason)")
  }
}
