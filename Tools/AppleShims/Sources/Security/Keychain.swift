// Apple's names.
// swift-format-ignore-file: AlwaysUseLowerCamelCase

import Foundation

public typealias OSStatus = Int32

public let errSecSuccess: OSStatus = 0
public let errSecItemNotFound: OSStatus = -25300
public let errSecDuplicateItem: OSStatus = -25299
public let errSecInteractionNotAllowed: OSStatus = -25308
public let errSecDecode: OSStatus = -26275

public let kSecClass: CFString = "class"
public let kSecClassGenericPassword: CFString = "genp"
public let kSecAttrService: CFString = "svce"
public let kSecAttrAccount: CFString = "acct"
public let kSecAttrAccessGroup: CFString = "agrp"
public let kSecAttrAccessible: CFString = "pdmn"
public let kSecAttrAccessibleAfterFirstUnlockThisDeviceOnly: CFString = "cku"
public let kSecUseDataProtectionKeychain: CFString = "nleg"
public let kSecValueData: CFString = "v_Data"
public let kSecReturnData: CFString = "r_Data"
public let kSecMatchLimit: CFString = "m_Limit"
public let kSecMatchLimitOne: CFString = "m_LimitOne"

public func SecItemCopyMatching(_ query: CFDictionary, _ result: UnsafeMutablePointer<CFTypeRef?>?) -> OSStatus {
  ShimKeychain.answer { items in
    guard let item = items.first(where: { ShimKeychain.matches($0, query) }) else { return errSecItemNotFound }
    if let data = item[kSecValueData] as? Data { result?.pointee = data as NSData }
    return errSecSuccess
  }
}

public func SecItemAdd(_ attributes: CFDictionary, _ result: UnsafeMutablePointer<CFTypeRef?>?) -> OSStatus {
  ShimKeychain.answer { items in
    var identity = attributes
    for value in [kSecValueData, kSecAttrAccessible] { identity[value] = nil }
    guard !items.contains(where: { ShimKeychain.matches($0, identity) }) else { return errSecDuplicateItem }
    items.append(attributes)
    return errSecSuccess
  }
}

public func SecItemUpdate(_ query: CFDictionary, _ attributesToUpdate: CFDictionary) -> OSStatus {
  ShimKeychain.answer { items in
    guard let index = items.firstIndex(where: { ShimKeychain.matches($0, query) }) else { return errSecItemNotFound }
    items[index].merge(attributesToUpdate) { $1 }
    return errSecSuccess
  }
}

public func SecItemDelete(_ query: CFDictionary) -> OSStatus {
  ShimKeychain.answer { items in
    let left = items.filter { !ShimKeychain.matches($0, query) }
    defer { items = left }
    return left.count == items.count ? errSecItemNotFound : errSecSuccess
  }
}

public func SecCopyErrorMessageString(_ status: OSStatus, _ reserved: UnsafeMutableRawPointer?) -> CFString? {
  "OSStatus \(status)"
}

/// The items of this process, for tests. It keeps and finds items by their attributes; protection
/// and access groups are only kept, not enforced.
public enum ShimKeychain {
  private static let lock = NSLock()
  nonisolated(unsafe) private static var kept: [CFDictionary] = []
  nonisolated(unsafe) private static var failure: OSStatus?

  /// All items as they are kept.
  public static var items: [[String: Any]] { lock.withLock { kept } }

  /// Forgets everything; from now on each call answers `failure`, where given.
  public static func reset(failure: OSStatus? = nil) {
    lock.withLock {
      kept = []
      self.failure = failure
    }
  }

  static func answer(_ body: (inout [CFDictionary]) -> OSStatus) -> OSStatus {
    lock.withLock { failure ?? body(&kept) }
  }

  static func matches(_ item: CFDictionary, _ query: CFDictionary) -> Bool {
    [kSecClass, kSecAttrService, kSecAttrAccount, kSecAttrAccessGroup].allSatisfy { key in
      guard let wanted = query[key] as? String else { return true }
      return item[key] as? String == wanted
    }
  }
}
