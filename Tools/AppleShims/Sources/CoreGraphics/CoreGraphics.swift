import Foundation

/// A picture of some size and no content: nothing is drawn here.
public final class CGImage: @unchecked Sendable {
  public let width: Int
  public let height: Int
  /// For tests: bytes that each of its pixels makes in a file.
  public let bytesOfPixel: Double

  /// For tests.
  public init(shimWidth width: Int, height: Int, bytesOfPixel: Double = 1) {
    self.width = width
    self.height = height
    self.bytesOfPixel = bytesOfPixel
  }
}

public final class CGColorSpace: @unchecked Sendable {
  public static let sRGB: CFString = "kCGColorSpaceSRGB"
  public init?(name: CFString) {}
}

public enum CGImageAlphaInfo: UInt32, Sendable {
  case none = 0
  case premultipliedLast = 1
  case noneSkipLast = 5
}

public final class CGContext {
  private let width: Int
  private let height: Int
  private var bytesOfPixel = 1.0

  public init?(
    data: UnsafeMutableRawPointer?, width: Int, height: Int, bitsPerComponent: Int, bytesPerRow: Int,
    space: CGColorSpace, bitmapInfo: UInt32
  ) {
    guard width > 0, height > 0 else { return nil }
    self.width = width
    self.height = height
  }

  public func setFillColor(red: CGFloat, green: CGFloat, blue: CGFloat, alpha: CGFloat) {}
  public func fill(_ rect: CGRect) {}
  public func draw(_ image: CGImage, in rect: CGRect, byTiling: Bool = false) {
    bytesOfPixel = image.bytesOfPixel
  }
  public func makeImage() -> CGImage? { CGImage(shimWidth: width, height: height, bytesOfPixel: bytesOfPixel) }
}
