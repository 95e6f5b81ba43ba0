package import ShimTree

extension View {
  public func padding(_ edges: Edge.Set = .all, _ length: CGFloat? = nil) -> some View {
    styled("padding", css: edges.css("padding", length ?? 16))
  }
  public func padding(_ length: CGFloat) -> some View { styled("padding", "\(length)", css: "padding:\(length)px") }
  public func padding(_ insets: EdgeInsets) -> some View {
    styled(
      "padding", css: "padding:\(insets.top)px \(insets.trailing)px \(insets.bottom)px \(insets.leading)px")
  }

  public func frame(width: CGFloat? = nil, height: CGFloat? = nil, alignment: Alignment = .center) -> some View {
    let sizes = [width.map { "width:\($0)px;flex:none" }, height.map { "height:\($0)px" }]
    return styled("frame", css: sizes.compactMap { $0 }.joined(separator: ";") + ";" + place(alignment))
  }

  public func frame(
    minWidth: CGFloat? = nil, idealWidth: CGFloat? = nil, maxWidth: CGFloat? = nil, minHeight: CGFloat? = nil,
    idealHeight: CGFloat? = nil, maxHeight: CGFloat? = nil, alignment: Alignment = .center
  ) -> some View {
    var css = [place(alignment)]
    if let minWidth { css.append("min-width:\(minWidth)px") }
    if let minHeight { css.append("min-height:\(minHeight)px") }
    if let maxWidth { css.append(maxWidth == .infinity ? "width:100%;flex:1" : "max-width:\(maxWidth)px") }
    if let maxHeight { css.append(maxHeight == .infinity ? "flex:1" : "max-height:\(maxHeight)px") }
    return styled("frame", css: css.joined(separator: ";"))
  }

  public func fixedSize(horizontal: Bool, vertical: Bool) -> some View { styled("fixedSize") }
  public func fixedSize() -> some View { styled("fixedSize", css: "flex:none") }
  public func layoutPriority(_ value: Double) -> some View { styled("layoutPriority", css: "flex-shrink:0") }
  public func offset(x: CGFloat = 0, y: CGFloat = 0) -> some View {
    styled("offset", css: "transform:translate(\(x)px,\(y)px)")
  }
  public func zIndex(_ value: Double) -> some View { styled("zIndex") }
  public func containerRelativeFrame(_ axes: Axis.Set, alignment: Alignment = .center) -> some View {
    styled("containerRelativeFrame")
  }
  public func aspectRatio(_ aspectRatio: CGFloat? = nil, contentMode: ContentMode) -> some View {
    styled("aspectRatio", css: aspectRatio.map { "aspect-ratio:\($0)" } ?? "")
  }
  public func scaledToFit() -> some View { styled("scaledToFit") }
  public func scaledToFill() -> some View { styled("scaledToFill") }
  public func scaleEffect(_ s: CGFloat, anchor: UnitPoint = .center) -> some View { styled("scaleEffect") }
  public func rotationEffect(_ angle: Angle, anchor: UnitPoint = .center) -> some View { styled("rotationEffect") }
  public func ignoresSafeArea(_ regions: SafeAreaRegions = .all, edges: Edge.Set = .all) -> some View {
    styled("ignoresSafeArea")
  }
  public func safeAreaPadding(_ edges: Edge.Set = .all, _ length: CGFloat? = nil) -> some View {
    styled("safeAreaPadding")
  }

  public func font(_ font: Font?) -> some View { styled("font", css: font?.css ?? "") }
  public func fontWeight(_ weight: Font.Weight?) -> some View { styled("fontWeight", css: weight?.css ?? "") }
  public func fontDesign(_ design: Font.Design?) -> some View { styled("fontDesign") }
  public func bold(_ isActive: Bool = true) -> some View { styled("bold", css: isActive ? "font-weight:700" : "") }
  public func italic(_ isActive: Bool = true) -> some View {
    styled("italic", css: isActive ? "font-style:italic" : "")
  }
  public func underline(_ isActive: Bool = true, color: Color? = nil) -> some View {
    styled("underline", css: isActive ? "text-decoration:underline" : "")
  }
  public func strikethrough(_ isActive: Bool = true, color: Color? = nil) -> some View {
    styled("strikethrough", css: isActive ? "text-decoration:line-through" : "")
  }
  public func monospaced(_ isActive: Bool = true) -> some View { styled("monospaced", css: "font-family:monospace") }
  public func monospacedDigit() -> some View { styled("monospacedDigit", css: "font-variant-numeric:tabular-nums") }
  public func textCase(_ textCase: Text.Case?) -> some View { styled("textCase") }
  public func lineLimit(_ number: Int?) -> some View {
    styled("lineLimit", number.map { "\($0)" } ?? "none", css: number.map { "--lines:\($0)" } ?? "")
  }
  public func lineLimit(_ limit: ClosedRange<Int>) -> some View { styled("lineLimit") }
  public func lineLimit(_ limit: PartialRangeFrom<Int>) -> some View { styled("lineLimit") }
  public func lineLimit(_ limit: PartialRangeThrough<Int>) -> some View { styled("lineLimit") }
  public func lineLimit(_ limit: Int, reservesSpace: Bool) -> some View { styled("lineLimit") }
  public func lineSpacing(_ lineSpacing: CGFloat) -> some View { styled("lineSpacing") }
  public func truncationMode(_ mode: Text.TruncationMode) -> some View { styled("truncationMode") }
  public func minimumScaleFactor(_ factor: CGFloat) -> some View { styled("minimumScaleFactor") }
  public func allowsTightening(_ flag: Bool) -> some View { styled("allowsTightening") }
  public func multilineTextAlignment(_ alignment: TextAlignment) -> some View {
    let css = alignment == .center ? "center" : alignment == .leading ? "left" : "right"
    return styled("multilineTextAlignment", css: "text-align:\(css)")
  }
  public func textSelection<S: TextSelectability>(_ selectability: S) -> some View { attribute("textSelection") }
  public func dynamicTypeSize(_ size: DynamicTypeSize) -> some View { environmentChanged { $0.dynamicTypeSize = size } }
  public func dynamicTypeSize<T: RangeExpression>(_ range: T) -> some View where T.Bound == DynamicTypeSize {
    attribute("dynamicTypeSize")
  }

  public func foregroundStyle<S: ShapeStyle>(_ style: S) -> some View {
    styled("foregroundStyle", cssColor(style), css: "color:\(cssColor(style))")
  }
  public func foregroundStyle<S1: ShapeStyle, S2: ShapeStyle>(_ primary: S1, _ secondary: S2) -> some View {
    styled("foregroundStyle", css: "color:\(cssColor(primary))")
  }
  public func foregroundColor(_ color: Color?) -> some View {
    styled("foregroundColor", css: "color:\(color?.css ?? "")")
  }
  public func tint<S: ShapeStyle>(_ tint: S?) -> some View {
    styled("tint", css: tint.map { "--tint:\(cssColor($0))" } ?? "")
  }
  public func tint(_ tint: Color?) -> some View { styled("tint", css: tint.map { "--tint:\($0.css)" } ?? "") }
  public func backgroundStyle<S: ShapeStyle>(_ style: S) -> some View { styled("backgroundStyle") }

  public func background<S: ShapeStyle>(_ style: S, ignoresSafeAreaEdges edges: Edge.Set = .all) -> some View {
    styled("background", css: "background:\(cssColor(style))")
  }
  public func background<S: ShapeStyle, T: InsettableShape>(
    _ style: S, in shape: T, fillStyle: FillStyle = FillStyle()
  ) -> some View { styled("background", css: "background:\(cssColor(style));" + radius(of: shape)) }
  public func background<T: InsettableShape>(in shape: T, fillStyle: FillStyle = FillStyle()) -> some View {
    styled("background", css: "background:var(--background);" + radius(of: shape))
  }
  public func background<V: View>(alignment: Alignment = .center, @ViewBuilder content: () -> V) -> some View {
    layered("background", content(), alignment, isFront: false)
  }
  public func overlay<V: View>(alignment: Alignment = .center, @ViewBuilder content: () -> V) -> some View {
    layered("overlay", content(), alignment, isFront: true)
  }
  public func overlay<S: ShapeStyle>(_ style: S, ignoresSafeAreaEdges edges: Edge.Set = .all) -> some View {
    styled("overlay")
  }
  public func overlay<S: ShapeStyle, T: Shape>(_ style: S, in shape: T, fillStyle: FillStyle = FillStyle()) -> some View
  {
    styled("overlay")
  }

  public func clipShape<S: Shape>(_ shape: S, style: FillStyle = FillStyle()) -> some View {
    styled("clipShape", css: "overflow:hidden;" + radius(of: shape))
  }
  public func clipped(antialiased: Bool = false) -> some View { styled("clipped", css: "overflow:hidden") }
  public func cornerRadius(_ radius: CGFloat, antialiased: Bool = true) -> some View {
    styled("cornerRadius", css: "overflow:hidden;border-radius:\(radius)px")
  }
  public func mask<M: View>(alignment: Alignment = .center, @ViewBuilder _ mask: () -> M) -> some View {
    styled("mask")
  }
  public func border<S: ShapeStyle>(_ content: S, width: CGFloat = 1) -> some View {
    styled("border", css: "border:\(width)px solid \(cssColor(content))")
  }
  public func shadow(
    color: Color = Color(.sRGBLinear, white: 0, opacity: 0.33), radius: CGFloat, x: CGFloat = 0, y: CGFloat = 0
  ) -> some View { styled("shadow", css: "box-shadow:\(x)px \(y)px \(radius)px rgb(0 0 0 / .2)") }
  public func opacity(_ opacity: Double) -> some View { styled("opacity", "\(opacity)", css: "opacity:\(opacity)") }
  public func blur(radius: CGFloat, opaque: Bool = false) -> some View { styled("blur") }
  public func hidden() -> some View {
    modified { context, content in
      let node = Node(.modifier, content(context))
      node.css = ["visibility:hidden"]
      node.everything.forEach { $0.isAccessibilityHidden = true }
      return [node]
    }
  }
  public func redacted(reason: RedactionReasons) -> some View { styled("redacted", css: "opacity:.4") }
  public func unredacted() -> some View { styled("unredacted") }
  public func privacySensitive(_ sensitive: Bool = true) -> some View { attribute("privacySensitive") }

  public func imageScale(_ scale: Image.Scale) -> some View { styled("imageScale") }
  public func symbolRenderingMode(_ mode: SymbolRenderingMode?) -> some View { styled("symbolRenderingMode") }
  public func symbolVariant(_ variant: SymbolVariants) -> some View { styled("symbolVariant") }
  public func symbolEffect<T: Equatable>(_ effect: SymbolEffects, value: T) -> some View { styled("symbolEffect") }
  public func symbolEffect(_ effect: SymbolEffects, isActive: Bool = true) -> some View { styled("symbolEffect") }

  public func animation<V: Equatable>(_ animation: Animation?, value: V) -> some View { styled("animation") }
  public func transition(_ t: AnyTransition) -> some View { styled("transition") }
  public func contentTransition(_ transition: ContentTransition) -> some View { styled("contentTransition") }
  public func transaction(_ transform: @escaping (inout Transaction) -> Void) -> some View { styled("transaction") }
  public func sensoryFeedback<T: Equatable>(
    _ feedback: SensoryFeedback, trigger: T, condition: @escaping (_ oldValue: T, _ newValue: T) -> Bool
  ) -> some View { attribute("sensoryFeedback") }

  public func preferredColorScheme(_ colorScheme: ColorScheme?) -> some View {
    environmentChanged { if let colorScheme { $0.colorScheme = colorScheme } }
  }

  package func layered(_ name: String, _ layer: any View, _ alignment: Alignment, isFront: Bool) -> ModifiedView {
    modified { context, content in
      let main = content(context)
      let node = Node(.modifier)
      node.attributes[name] = ""
      let extra = Node(.modifier, context.child(name).render(layer))
      extra.attributes["layer"] = name
      extra.css = [place(alignment)]
      node.children = isFront ? main + [extra] : [extra] + main
      node.css = ["position:relative"]
      return [node]
    }
  }
}

func place(_ alignment: Alignment) -> String {
  "display:flex;justify-content:\(alignment.horizontal.css);align-items:\(alignment.vertical.css)"
}

public struct Angle: Hashable, Sendable {
  public var degrees: Double
  public static func degrees(_ degrees: Double) -> Angle { Angle(degrees: degrees) }
  public static func radians(_ radians: Double) -> Angle { Angle(degrees: radians * 180 / .pi) }
}

public protocol TextSelectability {}
public struct EnabledTextSelectability: TextSelectability {}
public struct DisabledTextSelectability: TextSelectability {}
extension TextSelectability where Self == EnabledTextSelectability { public static var enabled: Self { Self() } }
extension TextSelectability where Self == DisabledTextSelectability { public static var disabled: Self { Self() } }

public struct SymbolVariants: Hashable, Sendable {
  public static let none = SymbolVariants()
  public static let fill = SymbolVariants()
  public static let circle = SymbolVariants()
  public static let slash = SymbolVariants()
}

/// Symbols' effects are several types at Apple's; the app names them only.
public struct SymbolEffects: Sendable {
}

public struct ContentTransition: Equatable, Sendable {
  public static let identity = ContentTransition()
  public static let opacity = ContentTransition()
}

public struct SensoryFeedback: Equatable, Sendable {
  public static let impact = SensoryFeedback()
}
