import Foundation

/// The pixels of a portable pixmap (P6, 8 bits): red, green and blue.
struct PortablePixels {
  let width: Int
  let height: Int
  let bytes: ArraySlice<UInt8>

  /// `nil` for anything else.
  init?(_ file: [UInt8]) {
    var rest = file[...]
    func field() -> String? {
      while let byte = rest.first, byte == 35 || byte == 32 || byte == 10 || byte == 13 || byte == 9 {
        // A comment lasts until the end of its line.
        if byte == 35 { rest = rest.drop { $0 != 10 } } else { rest = rest.dropFirst() }
      }
      let word = rest.prefix { $0 > 32 }
      rest = rest.dropFirst(word.count)
      return word.isEmpty ? nil : String(decoding: word, as: UTF8.self)
    }
    guard field() == "P6", let width = field().flatMap({ Int($0) }), let height = field().flatMap({ Int($0) }),
      field() == "255", (1...1_024).contains(width), (1...1_024).contains(height)
    else { return nil }
    self.width = width
    self.height = height
    bytes = rest.dropFirst()
    guard bytes.count >= width * height * 3 else { return nil }
  }
}

/// A few cosines that look like the image from far away (https://blurha.sh, version 1).
enum BlurHash {
  private static let (columns, rows) = (4, 3)
  private static let alphabet = Array(
    "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz#$%*+,-.:;=?@[]^_{|}~")

  private typealias Colour = (red: Double, green: Double, blue: Double)

  /// 28 characters.
  static func encode(_ pixels: PortablePixels) -> String {
    var factors: [Colour] = []
    for y in 0..<rows {
      for x in 0..<columns { factors.append(factor(x, y, of: pixels)) }
    }
    let largest = factors.dropFirst().reduce(0.0) { max($0, abs($1.red), abs($1.green), abs($1.blue)) }
    let quantised = max(0, min(82, Int((largest * 166 - 0.5).rounded(.down))))
    let scale = Double(quantised + 1) / 166
    var hash = digits(columns - 1 + (rows - 1) * 9, count: 1) + digits(quantised, count: 1)
    hash += digits(average(factors[0]), count: 4)
    for factor in factors.dropFirst() { hash += digits(detail(factor, scale: scale), count: 2) }
    return hash
  }

  private static func factor(_ x: Int, _ y: Int, of pixels: PortablePixels) -> Colour {
    var sum: Colour = (0, 0, 0)
    var index = pixels.bytes.startIndex
    for row in 0..<pixels.height {
      let vertical = cos(Double.pi * Double(y) * Double(row) / Double(pixels.height))
      for column in 0..<pixels.width {
        let basis = vertical * cos(Double.pi * Double(x) * Double(column) / Double(pixels.width))
        sum.red += basis * linear(pixels.bytes[index])
        sum.green += basis * linear(pixels.bytes[index + 1])
        sum.blue += basis * linear(pixels.bytes[index + 2])
        index += 3
      }
    }
    let weight = (x == 0 && y == 0 ? 1.0 : 2.0) / Double(pixels.width * pixels.height)
    return (sum.red * weight, sum.green * weight, sum.blue * weight)
  }

  private static func average(_ colour: Colour) -> Int {
    byte(colour.red) << 16 | byte(colour.green) << 8 | byte(colour.blue)
  }

  private static func detail(_ colour: Colour, scale: Double) -> Int {
    let red = step(colour.red / scale)
    let green = step(colour.green / scale)
    let blue = step(colour.blue / scale)
    return (red * 19 + green) * 19 + blue
  }

  private static func step(_ value: Double) -> Int {
    let root = value < 0 ? -(-value).squareRoot() : value.squareRoot()
    return max(0, min(18, Int((root * 9 + 9.5).rounded(.down))))
  }

  private static func linear(_ byte: UInt8) -> Double {
    let value = Double(byte) / 255
    return value <= 0.04045 ? value / 12.92 : pow((value + 0.055) / 1.055, 2.4)
  }

  private static func byte(_ linear: Double) -> Int {
    let value = max(0, min(1, linear))
    let curved = value <= 0.0031308 ? value * 12.92 : 1.055 * pow(value, 1 / 2.4) - 0.055
    return Int(curved * 255 + 0.5)
  }

  private static func digits(_ number: Int, count: Int) -> String {
    var rest = number
    var digits: [Character] = []
    for _ in 0..<count {
      digits.append(alphabet[rest % 83])
      rest /= 83
    }
    return String(digits.reversed())
  }
}
