import Domain
import Foundation
import UIKit
import ViewModels

/// Decoded pictures of messages and faces that are shown again and again, within a bound of memory.
@MainActor
final class Pictures {
  private enum Key: Hashable {
    case file(String)
    case face(AttachmentID, AttachmentForm)
  }

  /// Bytes of pixels that are kept.
  nonisolated static let bound = 48 << 20
  private static let bytesOfPixel = 4
  private var kept: BoundedCache<Key, UIImage>

  init(bound: Int = Pictures.bound) {
    kept = BoundedCache(bound: bound)
  }

  /// Bytes of what is kept.
  var bytes: Int { kept.cost }

  /// The picture in a file, which never changes; `nil` for what is no picture.
  func picture(at url: URL) -> UIImage? {
    picture(.file(url.path), at: url)
  }

  /// A face as it was read before, or from its file.
  func face(_ photo: AttachmentID, _ form: AttachmentForm, at url: URL?) -> UIImage? {
    picture(.face(photo, form), at: url)
  }

  /// Somebody has signed out.
  func removeAll() {
    kept.removeAll()
  }

  private func picture(_ key: Key, at url: URL?) -> UIImage? {
    if let picture = kept.value(key) { return picture }
    guard let url, let picture = UIImage(contentsOfFile: url.path) else { return nil }
    let pixels = picture.size.width * picture.scale * picture.size.height * picture.scale
    kept.keep(picture, cost: max(1, Int(pixels)) * Self.bytesOfPixel, for: key)
    return picture
  }
}
