import Foundation

extension FileManager {
  /// Here nobody shares a folder: `nil`, as on a device without the entitlement.
  public func containerURL(forSecurityApplicationGroupIdentifier groupIdentifier: String) -> URL? { nil }
}
