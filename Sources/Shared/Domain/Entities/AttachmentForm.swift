/// In which form a file is read.
public enum AttachmentForm: Hashable, Sendable, CaseIterable {
  /// As it was sent.
  case original
  /// An image at most 320 pixels wide and high.
  case small
  /// An image at most 1,280 pixels wide and high.
  case large
  /// The middle of an image as a square of 64 pixels: a face beside a name.
  case face
  /// The same of 256 pixels.
  case largeFace

  /// Pixels of the longer side; `nil` for the file itself.
  public var side: Int? {
    switch self {
    case .original: nil
    case .small: 320
    case .large: 1_280
    case .face: 64
    case .largeFace: 256
    }
  }
}
