/// How far a file is on its way to the server.
public struct UploadProgress: Hashable, Sendable {
  /// Bytes that the server has.
  public let sent: Int64
  /// Bytes in all.
  public let bytes: Int64

  public init(sent: Int64, bytes: Int64) {
    self.sent = sent
    self.bytes = bytes
  }

  /// From 0 to 1.
  public var fraction: Double {
    bytes > 0 ? min(max(Double(sent) / Double(bytes), 0), 1) : 0
  }
}
