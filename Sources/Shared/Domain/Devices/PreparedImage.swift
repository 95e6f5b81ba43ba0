import Foundation

/// An image made ready to be sent: small enough, and without what a camera writes into it (place,
/// time, device).
public struct PreparedImage: Hashable, Sendable {
  public enum Format: String, Sendable, Codable, CaseIterable {
    case jpeg = "image/jpeg"
    case heic = "image/heic"
  }

  public let data: Data
  public let format: Format
  /// In pixels, as it is seen.
  public let width: Int
  public let height: Int

  public init(data: Data, format: Format, width: Int, height: Int) {
    self.data = data
    self.format = format
    self.width = width
    self.height = height
  }

  /// In bytes.
  public var size: Int { data.count }
}
