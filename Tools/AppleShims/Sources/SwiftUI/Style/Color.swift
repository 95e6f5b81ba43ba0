public import CoreGraphics

public protocol ShapeStyle: Sendable {}

/// What a style is in the pages of the gallery.
package func cssColor<S: ShapeStyle>(_ style: S) -> String { (style as? any CSSStyle)?.css ?? "inherit" }

package protocol CSSStyle {
  var css: String { get }
}

public struct Color: ShapeStyle, Hashable, Sendable, CustomStringConvertible {
  public enum RGBColorSpace: Sendable { case sRGB, sRGBLinear, displayP3 }

  package let css: String
  public var description: String { css }

  package init(css: String) { self.css = css }
  public init(_ name: String, bundle: Bundle? = nil) {
    css = "var(--\(name == "AccentColor" ? "tint" : name.lowercased()))"
  }
  public init(_ color: UIColor) { css = color.css }
  public init(uiColor: UIColor) { css = uiColor.css }
  public init(_ colorSpace: RGBColorSpace = .sRGB, red: Double, green: Double, blue: Double, opacity: Double = 1) {
    css = "rgb(\(Int(red * 255)) \(Int(green * 255)) \(Int(blue * 255)) / \(opacity))"
  }
  public init(_ colorSpace: RGBColorSpace = .sRGB, white: Double, opacity: Double = 1) {
    css = "rgb(\(Int(white * 255)) \(Int(white * 255)) \(Int(white * 255)) / \(opacity))"
  }
  public init(hue: Double, saturation: Double, brightness: Double, opacity: Double = 1) {
    let lightness = brightness * (1 - saturation / 2)
    css = "hsl(\(hue * 360) \(saturation * 100)% \(lightness * 100)% / \(opacity))"
  }

  public func opacity(_ opacity: Double) -> Color {
    Color(css: "color-mix(in srgb, \(css) \(Int(opacity * 100))%, transparent)")
  }

  public static let primary = Color(css: "var(--label)")
  public static let secondary = Color(css: "var(--secondary)")
  public static let accentColor = Color(css: "var(--tint)")
  public static let clear = Color(css: "transparent")
  public static let black = Color(css: "#000")
  public static let white = Color(css: "#fff")
  public static let gray = Color(css: "var(--gray)")
  public static let red = Color(css: "var(--red)")
  public static let orange = Color(css: "var(--orange)")
  public static let yellow = Color(css: "var(--yellow)")
  public static let green = Color(css: "var(--green)")
  public static let mint = Color(css: "var(--mint)")
  public static let teal = Color(css: "var(--teal)")
  public static let cyan = Color(css: "var(--cyan)")
  public static let blue = Color(css: "var(--blue)")
  public static let indigo = Color(css: "var(--indigo)")
  public static let purple = Color(css: "var(--purple)")
  public static let pink = Color(css: "var(--pink)")
  public static let brown = Color(css: "var(--brown)")
  public var gradient: AnyGradient { AnyGradient(css: css) }
}

extension Color: CSSStyle {}

extension ShapeStyle where Self == Color {
  public static var clear: Color { .clear }
  public static var black: Color { .black }
  public static var white: Color { .white }
  public static var gray: Color { .gray }
  public static var red: Color { .red }
  public static var orange: Color { .orange }
  public static var yellow: Color { .yellow }
  public static var green: Color { .green }
  public static var mint: Color { .mint }
  public static var teal: Color { .teal }
  public static var cyan: Color { .cyan }
  public static var blue: Color { .blue }
  public static var indigo: Color { .indigo }
  public static var purple: Color { .purple }
  public static var pink: Color { .pink }
  public static var brown: Color { .brown }
}

public struct HierarchicalShapeStyle: ShapeStyle, CSSStyle {
  package let css: String
  public static let primary = HierarchicalShapeStyle(css: "var(--label)")
  public static let secondary = HierarchicalShapeStyle(css: "var(--secondary)")
  public static let tertiary = HierarchicalShapeStyle(css: "var(--tertiary)")
  public static let quaternary = HierarchicalShapeStyle(css: "var(--quaternary)")
}

extension ShapeStyle where Self == HierarchicalShapeStyle {
  public static var primary: HierarchicalShapeStyle { .primary }
  public static var secondary: HierarchicalShapeStyle { .secondary }
  public static var tertiary: HierarchicalShapeStyle { .tertiary }
  public static var quaternary: HierarchicalShapeStyle { .quaternary }
}

public struct Material: ShapeStyle, CSSStyle {
  package let css = "var(--material)"
  public static let ultraThinMaterial = Material()
  public static let thinMaterial = Material()
  public static let regularMaterial = Material()
  public static let thickMaterial = Material()
  public static let ultraThickMaterial = Material()
  public static let bar = Material()
  public static let regular = Material()
}

extension ShapeStyle where Self == Material {
  public static var ultraThinMaterial: Material { .ultraThinMaterial }
  public static var thinMaterial: Material { .thinMaterial }
  public static var regularMaterial: Material { .regularMaterial }
  public static var thickMaterial: Material { .thickMaterial }
  public static var ultraThickMaterial: Material { .ultraThickMaterial }
  public static var bar: Material { .bar }
}

public struct TintShapeStyle: ShapeStyle, CSSStyle {
  package let css = "var(--tint)"
  public init() {}
}

public struct BackgroundStyle: ShapeStyle, CSSStyle {
  package let css = "var(--background)"
  public init() {}
}

public struct ForegroundStyle: ShapeStyle, CSSStyle {
  package let css = "currentColor"
  public init() {}
}

public struct SeparatorShapeStyle: ShapeStyle, CSSStyle {
  package let css = "var(--separator)"
  public init() {}
}

public struct FillShapeStyle: ShapeStyle, CSSStyle {
  package let css = "var(--fill)"
  public init() {}
}

extension ShapeStyle where Self == TintShapeStyle { public static var tint: TintShapeStyle { TintShapeStyle() } }
extension ShapeStyle where Self == BackgroundStyle {
  public static var background: BackgroundStyle { BackgroundStyle() }
}
extension ShapeStyle where Self == ForegroundStyle {
}
extension ShapeStyle where Self == SeparatorShapeStyle {
  public static var separator: SeparatorShapeStyle { SeparatorShapeStyle() }
}
extension ShapeStyle where Self == FillShapeStyle { public static var fill: FillShapeStyle { FillShapeStyle() } }

public struct AnyShapeStyle: ShapeStyle, CSSStyle {
  package let css: String
  public init<S: ShapeStyle>(_ style: S) { css = cssColor(style) }
}

public struct AnyGradient: ShapeStyle, CSSStyle { package let css: String }

public struct Gradient: Equatable, Sendable {
  let colors: [Color]
  public init(colors: [Color]) { self.colors = colors }
}

public struct LinearGradient: ShapeStyle, CSSStyle {
  package let css: String

  public init(gradient: Gradient, startPoint: UnitPoint, endPoint: UnitPoint) {
    css = gradient.colors.first?.css ?? "transparent"
  }

  public init(colors: [Color], startPoint: UnitPoint, endPoint: UnitPoint) {
    css = colors.first?.css ?? "transparent"
  }
}

extension ShapeStyle {
  public var secondary: some ShapeStyle { opacity(0.8) }
  public var tertiary: some ShapeStyle { opacity(0.6) }
  public var quaternary: some ShapeStyle { opacity(0.4) }

  public func opacity(_ opacity: Double) -> some ShapeStyle {
    Color(css: "color-mix(in srgb, \(cssColor(self)) \(Int(opacity * 100))%, transparent)")
  }
}

public struct UnitPoint: Hashable, Sendable {
  public var x: CGFloat
  public var y: CGFloat
  public init(x: CGFloat, y: CGFloat) {
    self.x = x
    self.y = y
  }
  public static let zero = UnitPoint(x: 0, y: 0)
  public static let center = UnitPoint(x: 0.5, y: 0.5)
  public static let leading = UnitPoint(x: 0, y: 0.5)
  public static let trailing = UnitPoint(x: 1, y: 0.5)
  public static let top = UnitPoint(x: 0.5, y: 0)
  public static let bottom = UnitPoint(x: 0.5, y: 1)
  public static let bottomTrailing = UnitPoint(x: 1, y: 1)
}

/// `import SwiftUI` brings UIKit with it, as on iOS: the part of it that the app uses is declared
/// here.
public final class UIColor: NSObject, @unchecked Sendable {
  let css: String
  init(css: String) { self.css = css }
  public static var label: UIColor { UIColor(css: "var(--label)") }
  public static var separator: UIColor { UIColor(css: "var(--separator)") }
}

public final class UIImage: NSObject, @unchecked Sendable {
  let data: Data
  public init?(data: Data) {
    guard !data.isEmpty else { return nil }
    self.data = data
  }

  public convenience init?(contentsOfFile path: String) {
    guard let data = FileManager.default.contents(atPath: path) else { return nil }
    self.init(data: data)
  }

  public init(cgImage: CGImage) { data = Data() }

  /// Here the file that it was made from.
  public func jpegData(compressionQuality: CGFloat) -> Data? { data.isEmpty ? nil : data }

  /// For tests: one pixel for each byte of its file.
  public var size: CGSize { CGSize(width: Double(data.count), height: 1) }
  public var scale: CGFloat { 1 }
}
