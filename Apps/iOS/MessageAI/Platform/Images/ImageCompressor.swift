import CoreGraphics
import Domain
import Foundation
import ImageIO
import UniformTypeIdentifiers

/// Makes a picture small enough to be sent, upright, and without what a camera writes into it: its
/// pixels are drawn anew.
struct ImageCompressor: ImagePreparer {
  /// Tried one after the other until the file is small enough.
  static let qualities = [0.85, 0.7, 0.55, 0.4]
  /// Pixels of the longer side below which nothing is made smaller any more.
  static let smallestSide = 512

  let format: PreparedImage.Format

  /// JPEG is what every client can show.
  init(format: PreparedImage.Format = .jpeg) {
    self.format = format
  }

  func prepare(_ original: Data, limits: AttachmentLimits) async throws -> PreparedImage {
    guard let source = CGImageSourceCreateWithData(original as CFData, nil), CGImageSourceGetCount(source) > 0 else {
      throw Refusal(.invalid, String(localized: "That is not a picture."))
    }
    var side = limits.maximumSide
    while side >= min(Self.smallestSide, limits.maximumSide) {
      try Task.checkCancellation()
      let picture = try draw(source, side)
      for quality in Self.qualities {
        let data = try encode(picture, quality)
        guard data.count <= limits.maximumBytes else { continue }
        return PreparedImage(data: data, format: format, width: picture.width, height: picture.height)
      }
      side /= 2
    }
    throw Refusal(.tooLarge, String(localized: "The picture is too large, even when it is made smaller."))
  }

  /// The picture as it is seen, on white where it is transparent, at most `side` pixels long.
  private func draw(_ source: CGImageSource, _ side: Int) throws -> CGImage {
    let options: [CFString: Any] = [
      kCGImageSourceCreateThumbnailFromImageAlways: true, kCGImageSourceCreateThumbnailWithTransform: true,
      kCGImageSourceThumbnailMaxPixelSize: side, kCGImageSourceShouldCacheImmediately: true,
    ]
    guard let picture = CGImageSourceCreateThumbnailAtIndex(source, 0, options as CFDictionary),
      let space = CGColorSpace(name: CGColorSpace.sRGB),
      let context = CGContext(
        data: nil, width: picture.width, height: picture.height, bitsPerComponent: 8, bytesPerRow: 0, space: space,
        bitmapInfo: CGImageAlphaInfo.noneSkipLast.rawValue)
    else { throw Refusal(.invalid, String(localized: "The picture cannot be read.")) }
    let frame = CGRect(x: 0, y: 0, width: picture.width, height: picture.height)
    context.setFillColor(red: 1, green: 1, blue: 1, alpha: 1)
    context.fill(frame)
    context.draw(picture, in: frame)
    guard let drawn = context.makeImage() else {
      throw Refusal(.invalid, String(localized: "The picture cannot be read."))
    }
    return drawn
  }

  private func encode(_ picture: CGImage, _ quality: Double) throws -> Data {
    let data = NSMutableData()
    let type = format == .heic ? UTType.heic : UTType.jpeg
    guard
      let destination = CGImageDestinationCreateWithData(data as CFMutableData, type.identifier as CFString, 1, nil)
    else { throw Refusal(.invalid, String(localized: "The picture cannot be read.")) }
    let options: [CFString: Any] = [kCGImageDestinationLossyCompressionQuality: quality]
    CGImageDestinationAddImage(destination, picture, options as CFDictionary)
    guard CGImageDestinationFinalize(destination) else {
      throw Refusal(.invalid, String(localized: "The picture cannot be read."))
    }
    return data as Data
  }
}
