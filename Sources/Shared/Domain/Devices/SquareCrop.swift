/// The square of an image that becomes a photo, in shares of the image: its middle at first, moved
/// and made smaller within the image.
public struct SquareCrop: Hashable, Sendable {
  public static let zooms = 1.0...4.0

  /// Width by height of the image.
  public let aspectRatio: Double
  /// How many times the square would fit into the image's shorter side.
  public private(set) var zoom = 1.0
  /// Where its middle is, from the left and from the top, from 0 to 1.
  public private(set) var x = 0.5
  public private(set) var y = 0.5

  public init(width: Int, height: Int) {
    aspectRatio = width > 0 && height > 0 ? Double(width) / Double(height) : 1
  }

  /// How wide and high the image is, in sides of the square.
  public var imageWidth: Double { max(1, aspectRatio) * zoom }
  public var imageHeight: Double { max(1, 1 / aspectRatio) * zoom }

  /// How far the image's middle is from the square's, to the right and down, in sides of the
  /// square.
  public var offsetX: Double { (0.5 - x) * imageWidth }
  public var offsetY: Double { (0.5 - y) * imageHeight }

  /// Within `zooms`; what is in the middle stays there as far as it can.
  public mutating func setZoom(_ zoom: Double) {
    self.zoom = min(max(zoom, Self.zooms.lowerBound), Self.zooms.upperBound)
    bound()
  }

  /// Moves the image under the square, to the right and down, in sides of the square.
  public mutating func drag(right: Double, down: Double) {
    x -= right / imageWidth
    y -= down / imageHeight
    bound()
  }

  private mutating func bound() {
    x = min(max(x, 0.5 / imageWidth), 1 - 0.5 / imageWidth)
    y = min(max(y, 0.5 / imageHeight), 1 - 0.5 / imageHeight)
  }
}
