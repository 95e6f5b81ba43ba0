import NIOCore

/// What one HTTP connection may take up.
enum HTTPLimits {
  /// Bytes of a request's line and header fields.
  static let head = 32 << 10
  static let fields = 128
  /// Bytes a second: slower bodies and slower readers are closed.
  static let minimumRate = 512
  /// The content type of a request that brings bytes of a file, and may take as long as those need.
  static let uploadType = "application/partial-upload"
  /// Bytes that are given to the kernel before the peer has room for them.
  static let unsent = 128 << 10

  static func minimumProgress(in time: TimeAmount) -> Int {
    minimumRate * Int(time.nanoseconds / 1_000_000) / 1_000
  }
}
