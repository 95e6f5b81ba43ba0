package import ShimTree

public struct Path: Equatable, Sendable {
  public init() {}
  public init(_ callback: (inout Path) -> Void) { callback(&self) }
  public init(roundedRect rect: CGRect, cornerRadius: CGFloat) {}
  public init(ellipseIn rect: CGRect) {}
  public init(_ rect: CGRect) {}
}

public protocol Shape: Sendable, View {
  nonisolated func path(in rect: CGRect) -> Path
}

public protocol InsettableShape: Shape {}

extension Shape {
  public nonisolated func path(in rect: CGRect) -> Path { Path(rect) }
  public var body: some View { ShapeView(shape: self, css: "background:currentColor;" + radius(of: self)) }

  public func fill<S: ShapeStyle>(_ content: S, style: FillStyle = FillStyle()) -> some View {
    ShapeView(shape: self, css: "background:\(cssColor(content));" + radius(of: self))
  }

  public func stroke<S: ShapeStyle>(_ content: S, lineWidth: CGFloat = 1) -> some View {
    ShapeView(shape: self, css: "border:\(lineWidth)px solid \(cssColor(content));" + radius(of: self))
  }

  public func stroke<S: ShapeStyle>(_ content: S, style: StrokeStyle) -> some View {
    stroke(content, lineWidth: style.lineWidth)
  }
}

extension InsettableShape {
  public func strokeBorder<S: ShapeStyle>(
    _ content: S, lineWidth: CGFloat = 1, antialiased: Bool = true
  ) -> some View { stroke(content, lineWidth: lineWidth) }
}

public struct FillStyle: Equatable, Sendable {
  public init(eoFill: Bool = false, antialiased: Bool = true) {}
}

public struct StrokeStyle: Equatable, Sendable {
  public var lineWidth: CGFloat
  public init(lineWidth: CGFloat = 1, dash: [CGFloat] = [], dashPhase: CGFloat = 0) { self.lineWidth = lineWidth }
}

struct ShapeView: View, PrimitiveView {
  let shape: Any
  let css: String
  var body: Never { primitive() }

  func render(_ context: ViewContext) -> [Node] {
    let node = Node(.shape)
    node.css = [css]
    return [node]
  }
}

@MainActor
func radius(of shape: some Shape) -> String {
  switch shape {
  case is Circle, is Ellipse: "border-radius:50%"
  case is Capsule: "border-radius:999px"
  case let shape as RoundedRectangle: "border-radius:\(shape.cornerSize.width)px"
  case let shape as UnevenRoundedRectangle: "border-radius:\(shape.largest)px"
  case let shape as AnyShape: shape.css
  default: ""
  }
}

public enum RoundedCornerStyle: Sendable { case circular, continuous }

public struct Rectangle: InsettableShape { nonisolated public init() {} }
public struct Circle: InsettableShape { nonisolated public init() {} }
public struct Ellipse: InsettableShape { nonisolated public init() {} }

public struct Capsule: InsettableShape {
  nonisolated public init(style: RoundedCornerStyle = .continuous) {}
}

public struct RoundedRectangle: InsettableShape {
  public let cornerSize: CGSize
  nonisolated public init(cornerRadius: CGFloat, style: RoundedCornerStyle = .continuous) {
    cornerSize = CGSize(width: cornerRadius, height: cornerRadius)
  }
}

public struct UnevenRoundedRectangle: InsettableShape {
  let largest: CGFloat
  nonisolated public init(
    topLeadingRadius: CGFloat = 0, bottomLeadingRadius: CGFloat = 0, bottomTrailingRadius: CGFloat = 0,
    topTrailingRadius: CGFloat = 0, style: RoundedCornerStyle = .continuous
  ) { largest = max(topLeadingRadius, bottomLeadingRadius, bottomTrailingRadius, topTrailingRadius) }
}

public struct AnyShape: Shape {
  let css: String
  public init<S: Shape>(_ shape: S) { css = radius(of: shape) }
}

extension Shape where Self == Rectangle { public static var rect: Rectangle { Rectangle() } }
extension Shape where Self == Circle { public static var circle: Circle { Circle() } }
extension Shape where Self == Capsule {
}
extension Shape where Self == RoundedRectangle {
  public static func rect(cornerRadius: CGFloat, style: RoundedCornerStyle = .continuous) -> RoundedRectangle {
    RoundedRectangle(cornerRadius: cornerRadius, style: style)
  }
}

extension Color: View, PrimitiveView {
  public var body: Never { primitive() }
  package func render(_ context: ViewContext) -> [Node] {
    ShapeView(shape: self, css: "background:\(css);flex:1").render(context)
  }
}

extension LinearGradient: View {
  public var body: some View { ShapeView(shape: self, css: "background:\(css);flex:1") }
}
