import Foundation

/// Makes images ready to be sent.
public protocol ImagePreparer: Sendable {
  /// As large as a screen can show, turned upright, without metadata. Throws `invalid` for what is
  /// no image and `tooLarge` when nothing makes it small enough.
  func prepare(_ original: Data) async throws -> PreparedImage
  /// A square of it, `side` pixels wide and high, turned upright, without metadata. Throws
  /// `invalid` for what is no image.
  func prepare(_ original: Data, crop: SquareCrop, side: Int) async throws -> PreparedImage
}
