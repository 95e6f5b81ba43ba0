import Foundation

/// Draws the small, blurred picture that stands for an image until it is loaded.
public struct BlurHash: Hashable, Sendable {
  /// Parts across and down.
  private let columns: Int
  private let rows: Int
  /// Linear red, green and blue of each part, row by row.
  private let parts: [SIMD3<Float>]

  private static let digits = letters(
    of: "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz#$%*+,-.:;=?@[]^_{|}~")

  private static func letters(of text: String) -> [UInt8] { Array(text.utf8) }

  /// `nil` for what is no BlurHash.
  public init?(_ text: String) {
    let values = text.utf8.map { Self.digits.firstIndex(of: $0) ?? -1 }
    guard values.count >= 6, !values.contains(-1) else { return nil }
    let size = values[0]
    columns = size % 9 + 1
    rows = size / 9 + 1
    guard values.count == 4 + 2 * columns * rows else { return nil }
    let strength = Float(values[1] + 1) / 166
    var parts = [Self.average(Self.number(values[2..<6]))]
    for index in 1..<max(1, columns * rows) {
      let start = 4 + index * 2
      parts.append(Self.detail(Self.number(values[start..<start + 2]), strength))
    }
    self.parts = parts
  }

  /// Red, green, blue and an opaque alpha of each pixel, row by row.
  public func pixels(width: Int, height: Int) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(width * height * 4)
    let across = (0..<width).map { waves(at: $0, of: width, count: columns) }
    for y in 0..<height {
      let down = waves(at: y, of: height, count: rows)
      for x in 0..<width {
        let color = color(across[x], down)
        bytes += [Self.byte(color.x), Self.byte(color.y), Self.byte(color.z), 255]
      }
    }
    return bytes
  }

  private func waves(at place: Int, of length: Int, count: Int) -> [Float] {
    let angle = Float.pi * Float(place) / Float(max(1, length))
    return (0..<count).map { cos(angle * Float($0)) }
  }

  private func color(_ across: [Float], _ down: [Float]) -> SIMD3<Float> {
    var color = SIMD3<Float>(repeating: 0)
    for row in 0..<rows {
      for column in 0..<columns {
        let weight: Float = across[column] * down[row]
        color += parts[row * columns + column] * weight
      }
    }
    return color
  }

  private static func number(_ digits: ArraySlice<Int>) -> Int {
    digits.reduce(0) { $0 * 83 + $1 }
  }

  private static func average(_ value: Int) -> SIMD3<Float> {
    SIMD3(linear(value >> 16 & 255), linear(value >> 8 & 255), linear(value & 255))
  }

  private static func detail(_ value: Int, _ strength: Float) -> SIMD3<Float> {
    let parts = [value / 361, value / 19 % 19, value % 19].map { part -> Float in
      let scaled = (Float(part) - 9) / 9
      return scaled * abs(scaled) * strength
    }
    return SIMD3(parts[0], parts[1], parts[2])
  }

  private static func linear(_ byte: Int) -> Float {
    let value = Float(byte) / 255
    return value <= 0.04045 ? value / 12.92 : pow((value + 0.055) / 1.055, 2.4)
  }

  private static func byte(_ linear: Float) -> UInt8 {
    let value = min(max(linear, 0), 1)
    let curved = value <= 0.0031308 ? value * 12.92 : 1.055 * pow(value, 1 / 2.4) - 0.055
    return UInt8(min(max(curved * 255 + 0.5, 0), 255))
  }
}
