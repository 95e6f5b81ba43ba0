// Apple's names.
// swift-format-ignore-file: AlwaysUseLowerCamelCase

import CoreGraphics
import Foundation

public let kCGImageSourceCreateThumbnailFromImageAlways: CFString = "kCGImageSourceCreateThumbnailFromImageAlways"
public let kCGImageSourceCreateThumbnailWithTransform: CFString = "kCGImageSourceCreateThumbnailWithTransform"
public let kCGImageSourceThumbnailMaxPixelSize: CFString = "kCGImageSourceThumbnailMaxPixelSize"
public let kCGImageSourceShouldCacheImmediately: CFString = "kCGImageSourceShouldCacheImmediately"
public let kCGImageDestinationLossyCompressionQuality: CFString = "kCGImageDestinationLossyCompressionQuality"

/// Reads no format: a "picture" is the text `picture <width> <height> <bytes of a pixel>`, for
/// tests.
public final class CGImageSource {
  let width: Int
  let height: Int
  let bytesOfPixel: Double

  init?(_ data: Data) {
    let words = String(decoding: data, as: UTF8.self).split(separator: " ")
    guard words.count == 4, words[0] == "picture", let width = Int(words[1]), let height = Int(words[2]),
      let bytes = Double(words[3])
    else { return nil }
    (self.width, self.height, bytesOfPixel) = (width, height, bytes)
  }
}

public func CGImageSourceCreateWithData(_ data: CFData, _ options: CFDictionary?) -> CGImageSource? {
  CGImageSource(data)
}

public func CGImageSourceGetCount(_ isrc: CGImageSource) -> Int { 1 }

public func CGImageSourceCreateThumbnailAtIndex(
  _ isrc: CGImageSource, _ index: Int, _ options: CFDictionary?
) -> CGImage? {
  let side = options?[kCGImageSourceThumbnailMaxPixelSize] as? Int ?? Int.max
  let scale = min(1, Double(side) / Double(max(isrc.width, isrc.height)))
  return CGImage(
    shimWidth: max(1, Int(Double(isrc.width) * scale)), height: max(1, Int(Double(isrc.height) * scale)),
    bytesOfPixel: isrc.bytesOfPixel)
}

/// Writes as many bytes as the picture's pixels, its test's bytes of a pixel and the quality make.
public final class CGImageDestination {
  let data: CFMutableData
  var size = 0
  init(_ data: CFMutableData) { self.data = data }
}

public func CGImageDestinationCreateWithData(
  _ data: CFMutableData, _ type: CFString, _ count: Int, _ options: CFDictionary?
) -> CGImageDestination? {
  CGImageDestination(data)
}

public func CGImageDestinationAddImage(_ idst: CGImageDestination, _ image: CGImage, _ properties: CFDictionary?) {
  let quality = properties?[kCGImageDestinationLossyCompressionQuality] as? Double ?? 1
  idst.size = max(1, Int(Double(image.width * image.height) * image.bytesOfPixel * quality))
}

public func CGImageDestinationFinalize(_ idst: CGImageDestination) -> Bool {
  idst.data.length = idst.size
  return idst.size > 0
}
