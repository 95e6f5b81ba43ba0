import Foundation

/// Makes images ready to be sent.
public protocol ImagePreparer: Sendable {
  /// Smaller until it is within the limits, turned upright, without metadata. Throws `invalid` for
  /// what is no image and `tooLarge` when nothing helps.
  func prepare(_ original: Data, limits: AttachmentLimits) async throws -> PreparedImage
}
