/// How large an image may be.
public struct AttachmentLimits: Hashable, Sendable {
  /// Bytes of the file as it is sent.
  public let maximumBytes: Int
  /// Pixels of the longer side.
  public let maximumSide: Int
  /// Images of one message.
  public let maximumCount: Int

  public init(maximumBytes: Int, maximumSide: Int, maximumCount: Int) {
    self.maximumBytes = maximumBytes
    self.maximumSide = maximumSide
    self.maximumCount = maximumCount
  }

  /// What an app keeps to unless its server says otherwise.
  public static let standard = AttachmentLimits(maximumBytes: 1_000_000, maximumSide: 2_048, maximumCount: 4)

  /// Throws `tooLarge` for an image that must not be sent, and `invalid` for an empty one.
  public func check(_ image: PreparedImage) throws(Refusal) {
    guard image.size > 0, image.width > 0, image.height > 0 else {
      throw Refusal(.invalid, "The image is empty.")
    }
    guard max(image.width, image.height) <= maximumSide, image.size <= maximumBytes else {
      throw Refusal(.tooLarge, "The image is too large, even when it is made smaller.")
    }
  }
}
