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

  let format: PreparedImage.Format
  /// Pixels of the longer side: at first, and below which nothing is made smaller any more.
  let sides: ClosedRange<Int>
  /// Bytes of the file.
  let largestFile: Int

  /// JPEG is what every client can show.
  init(format: PreparedImage.Format = .jpeg, sides: ClosedRange<Int> = 512...4_096, largestFile: Int = 5_000_000) {
    self.format = format
    self.sides = sides
    self.largestFile = largestFile
  }

  func prepare(_ original: Data) async throws -> PreparedImage {
    guard let source = CGImageSourceCreateWithData(original as CFData, nil), CGImageSourceGetCount(source) > 0 else {
      throw Refusal(.invalid, String(localized: "That is not a picture."))
    }
    var side = sides.upperBound
    while side >= sides.lowerBound {
      try Task.checkCancellation()
      let picture = try draw(source, side)
      for quality in Self.qualities {
        let data = try encode(picture, quality)
        guard data.count <= largestFile else { continue }
        return PreparedImage(data: data, format: format, width: picture.width, height: picture.height)
      }
      side /= 2
    }
    throw Refusal(.tooLarge, String(localized: "The picture is too large, even when it is made smaller."))
  }

  func prepare(_ original: Data, crop: SquareCrop, side: Int) async throws -> PreparedImage {
    guard let source = CGImageSourceCreateWithData(original as CFData, nil), CGImageSourceGetCount(source) > 0 else {
      throw Refusal(.invalid, String(localized: "That is not a picture."))
    }
    let picture = try draw(source, sides.upperBound)
    let width = CGFloat(side) * crop.imageWidth
    let height = CGFloat(side) * crop.imageHeight
    // Its origin is at the bottom.
    let frame = CGRect(
      x: CGFloat(side) * (0.5 + crop.offsetX) - width / 2, y: CGFloat(side) * (0.5 - crop.offsetY) - height / 2,
      width: width, height: height)
    let square = try paint(picture, in: frame, width: side, height: side)
    let data = try encode(square, Self.qualities[0])
    return PreparedImage(data: data, format: format, width: side, height: side)
  }

  /// The picture as it is seen, on white where it is transparent, at most `side` pixels long.
  private func draw(_ source: CGImageSource, _ side: Int) throws -> CGImage {
    let options: [CFString: Any] = [
      kCGImageSourceCreateThumbnailFromImageAlways: true, kCGImageSourceCreateThumbnailWithTransform: true,
      kCGImageSourceThumbnailMaxPixelSize: side, kCGImageSourceShouldCacheImmediately: true,
    ]
    guard let picture = CGImageSourceCreateThumbnailAtIndex(source, 0, options as CFDictionary) else {
      throw Refusal(.invalid, String(localized: "The picture cannot be read."))
    }
    let frame = CGRect(x: 0, y: 0, width: picture.width, height: picture.height)
    return try paint(picture, in: frame, width: picture.width, height: picture.height)
  }

  /// The picture in its frame, on white of this size.
  private func paint(_ picture: CGImage, in frame: CGRect, width: Int, height: Int) throws -> CGImage {
    guard let space = CGColorSpace(name: CGColorSpace.sRGB),
      let context = CGContext(
        data: nil, width: width, height: height, bitsPerComponent: 8, bytesPerRow: 0, space: space,
        bitmapInfo: CGImageAlphaInfo.noneSkipLast.rawValue)
    else { throw Refusal(.invalid, String(localized: "The picture cannot be read.")) }
    context.setFillColor(red: 1, green: 1, blue: 1, alpha: 1)
    context.fill(CGRect(x: 0, y: 0, width: width, height: height))
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
