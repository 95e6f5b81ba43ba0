package import ShimTree

public struct Text: Equatable, Sendable {
  package let string: String
  var styles: [String] = []

  public init(
    _ key: LocalizedStringKey, tableName: String? = nil, bundle: Bundle? = nil, comment: StaticString? = nil
  ) { string = key.filled }
  @_disfavoredOverload
  public init<S: StringProtocol>(_ content: S) { string = String(content) }
  public init(verbatim content: String) { string = content }
  @_disfavoredOverload
  public init(_ resource: LocalizedStringResource) { string = String(localized: resource) }
  // A literal is a key of the catalog before it is anything else.
  @_disfavoredOverload
  public init(_ attributedContent: AttributedString) { string = String(attributedContent.characters) }
  public init(_ date: Date, style: DateStyle) { string = date.formatted() }
  public init<F: FormatStyle>(_ input: F.FormatInput, format: F)
  where F.FormatInput: Equatable, F.FormatOutput == String { string = format.format(input) }
  public init(_ image: Image) { string = "" }

  private init(string: String) { self.string = string }

  public struct DateStyle: Equatable, Sendable {
    let name: String
    public static let time = DateStyle(name: "time")
    public static let date = DateStyle(name: "date")
    public static let relative = DateStyle(name: "relative")
    public static let offset = DateStyle(name: "offset")
    public static let timer = DateStyle(name: "timer")
  }

  public enum TruncationMode: Sendable { case head, tail, middle }
  public enum Case: Sendable { case uppercase, lowercase }

  public static func + (lhs: Text, rhs: Text) -> Text { Text(string: lhs.string + rhs.string) }

  private func with(_ css: String) -> Text {
    var text = self
    text.styles.append(css)
    return text
  }

  public func font(_ font: Font?) -> Text { with(font?.css ?? "") }
  public func fontWeight(_ weight: Font.Weight?) -> Text { with(weight?.css ?? "") }
  public func bold() -> Text { with("font-weight:700") }
  public func bold(_ isActive: Bool) -> Text { isActive ? bold() : self }
  public func italic() -> Text { with("font-style:italic") }
  public func italic(_ isActive: Bool) -> Text { isActive ? italic() : self }
  public func monospaced(_ isActive: Bool = true) -> Text { with("font-family:monospace") }
  public func monospacedDigit() -> Text { with("font-variant-numeric:tabular-nums") }
  public func strikethrough(_ isActive: Bool = true, color: Color? = nil) -> Text {
    isActive ? with("text-decoration:line-through") : self
  }
  public func underline(_ isActive: Bool = true, color: Color? = nil) -> Text {
    isActive ? with("text-decoration:underline") : self
  }
  public func foregroundStyle<S: ShapeStyle>(_ style: S) -> Text { with("color:\(cssColor(style))") }
  public func foregroundColor(_ color: Color?) -> Text { with("color:\(color?.css ?? "inherit")") }
}

extension Text: View, PrimitiveView {
  public var body: Never { primitive() }

  package func render(_ context: ViewContext) -> [Node] {
    let node = Node(.text)
    node.text = string
    node.css = styles
    return [node]
  }
}

public struct Image: Equatable, Sendable {
  public enum Scale: Hashable, Sendable { case small, medium, large }
  public enum TemplateRenderingMode: Sendable { case template, original }
  public enum Interpolation: Sendable { case none, low, medium, high }
  public enum ResizingMode: Sendable { case tile, stretch }

  let name: String
  let isSymbol: Bool
  var label: String?
  var isDecorative = false
  var isResizable = false

  public init(systemName: String) {
    name = systemName
    isSymbol = true
  }

  public init(_ name: String, bundle: Bundle? = nil) {
    self.name = name
    isSymbol = false
    label = name
  }

  public init(_ name: String, bundle: Bundle? = nil, label: Text) {
    self.name = name
    isSymbol = false
    self.label = label.string
  }

  public init(decorative name: String, bundle: Bundle? = nil) {
    self.name = name
    isSymbol = false
    isDecorative = true
  }

  public init(uiImage: UIImage) {
    name = "image"
    isSymbol = false
  }

  public func resizable(capInsets: EdgeInsets = EdgeInsets(), resizingMode: ResizingMode = .stretch) -> Image {
    var image = self
    image.isResizable = true
    return image
  }

  public func renderingMode(_ renderingMode: TemplateRenderingMode?) -> Image { self }
  public func interpolation(_ interpolation: Interpolation) -> Image { self }
  public func symbolRenderingMode(_ mode: SymbolRenderingMode?) -> Image { self }
}

public struct SymbolRenderingMode: Sendable {
}

extension Image: View, PrimitiveView {
  public var body: Never { primitive() }

  package func render(_ context: ViewContext) -> [Node] {
    let node = Node(.image)
    node.text = name
    node.attributes["kind"] = isSymbol ? "symbol" : "picture"
    if isResizable { node.attributes["resizable"] = "" }
    node.explicitLabel = label
    node.isAccessibilityHidden = isDecorative
    return [node]
  }
}

public struct Label<Title: View, Icon: View>: View, PrimitiveView {
  let title: Title
  let icon: Icon

  public init(@ViewBuilder title: () -> Title, @ViewBuilder icon: () -> Icon) {
    self.title = title()
    self.icon = icon()
  }

  public var body: Never { primitive() }

  package func render(_ context: ViewContext) -> [Node] {
    let node = Node(.label)
    let title = context.child("title").render(title)
    let icon = context.child("icon").render(icon)
    let style = context.environment.labelStyleName
    node.explicitLabel = title.map(\.label).filter { !$0.isEmpty }.joined(separator: ", ")
    node.attributes["style"] = style
    switch style {
    case "iconOnly": node.children = icon
    case "titleOnly": node.children = title
    default: node.children = icon + title
    }
    return [node]
  }
}

extension Label where Title == Text, Icon == Image {
  public init(_ titleKey: LocalizedStringKey, systemImage name: String) {
    self.init {
      Text(titleKey)
    } icon: {
      Image(systemName: name)
    }
  }

  @_disfavoredOverload
  public init<S: StringProtocol>(_ title: S, systemImage name: String) {
    self.init {
      Text(title)
    } icon: {
      Image(systemName: name)
    }
  }

  public init(_ titleKey: LocalizedStringKey, image name: String) {
    self.init {
      Text(titleKey)
    } icon: {
      Image(name)
    }
  }
}

public protocol LabelStyle {}
public struct DefaultLabelStyle: LabelStyle { public init() {} }
public struct TitleOnlyLabelStyle: LabelStyle { public init() {} }
public struct IconOnlyLabelStyle: LabelStyle { public init() {} }
public struct TitleAndIconLabelStyle: LabelStyle { public init() {} }
extension LabelStyle where Self == DefaultLabelStyle { public static var automatic: Self { Self() } }
extension LabelStyle where Self == TitleOnlyLabelStyle { public static var titleOnly: Self { Self() } }
extension LabelStyle where Self == IconOnlyLabelStyle { public static var iconOnly: Self { Self() } }
extension LabelStyle where Self == TitleAndIconLabelStyle { public static var titleAndIcon: Self { Self() } }

private struct LabelStyleKey: EnvironmentKey {
  static var defaultValue: String { "automatic" }
}

extension EnvironmentValues {
  var labelStyleName: String {
    get { self[LabelStyleKey.self] }
    set { self[LabelStyleKey.self] = newValue }
  }
}

extension View {
  public func labelStyle<S: LabelStyle>(_ style: S) -> some View {
    let name =
      switch style {
      case is TitleOnlyLabelStyle: "titleOnly"
      case is IconOnlyLabelStyle: "iconOnly"
      default: "automatic"
      }
    return environmentChanged { $0.labelStyleName = name }
  }
}
