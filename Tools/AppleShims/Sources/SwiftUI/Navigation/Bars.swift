package import ShimTree

public struct NavigationBarItem: Sendable {
  public enum TitleDisplayMode: Sendable { case automatic, inline, large }
}

extension View {
  public func navigationSplitViewColumnWidth(min: CGFloat? = nil, ideal: CGFloat, max: CGFloat? = nil) -> some View {
    styled("columnWidth")
  }
  public func navigationTitle(_ titleKey: LocalizedStringKey) -> some View { bar("navigationTitle", titleKey.filled) }
  public func navigationTitle(_ title: Text) -> some View { bar("navigationTitle", title.string) }
  @_disfavoredOverload
  public func navigationTitle<S: StringProtocol>(_ title: S) -> some View { bar("navigationTitle", String(title)) }
  public func navigationBarTitleDisplayMode(_ displayMode: NavigationBarItem.TitleDisplayMode) -> some View {
    bar("navigationBarTitleDisplayMode", "\(displayMode)")
  }
  public func navigationBarBackButtonHidden(_ hidesBackButton: Bool = true) -> some View {
    bar("navigationBarBackButtonHidden", "\(hidesBackButton)")
  }

  private func bar(_ name: String, _ value: String) -> ModifiedView {
    modified { context, content in
      let node = Node(.modifier, content(context))
      node.attributes[name] = value
      return [node]
    }
  }

  public func toolbar<Content: View>(@ViewBuilder content: () -> Content) -> some View {
    toolbar(items: ToolbarItem { content() })
  }
  public func toolbar<Content: ToolbarContent>(@ToolbarContentBuilder content: () -> Content) -> some View {
    toolbar(items: content())
  }
  private func toolbar(items: any ToolbarContent) -> ModifiedView {
    modified { context, content in
      let main = content(context)
      let bar = Node(.toolbar, renderToolbar(items, context.child("toolbar")))
      return [Node(.modifier, main + [bar])]
    }
  }
  public func toolbar(_ visibility: Visibility, for bars: ToolbarPlacement...) -> some View {
    attribute("toolbarVisibility", "\(visibility)")
  }
  public func toolbarBackground<S: ShapeStyle>(_ style: S, for bars: ToolbarPlacement...) -> some View {
    attribute("toolbarBackground")
  }
  public func toolbarBackground(_ visibility: Visibility, for bars: ToolbarPlacement...) -> some View {
    attribute("toolbarBackground")
  }
  public func toolbarTitleDisplayMode(_ mode: ToolbarTitleDisplayMode) -> some View {
    attribute("toolbarTitleDisplayMode")
  }
  public func toolbarTitleMenu<C: View>(@ViewBuilder content: () -> C) -> some View { attribute("toolbarTitleMenu") }
}

public struct ToolbarPlacement: Sendable {
  public static var automatic: ToolbarPlacement { Self() }
  public static var tabBar: ToolbarPlacement { Self() }
}

public struct ToolbarTitleDisplayMode: Sendable {
  public static var automatic: ToolbarTitleDisplayMode { Self() }
  public static var inline: ToolbarTitleDisplayMode { Self() }
  public static var large: ToolbarTitleDisplayMode { Self() }
}

public struct ToolbarItemPlacement: Sendable {
  let name: String
  public static let automatic = Self(name: "automatic")
  public static let principal = Self(name: "principal")
  public static let navigation = Self(name: "leading")
  public static let primaryAction = Self(name: "trailing")
  public static let status = Self(name: "bottom")
  public static let confirmationAction = Self(name: "trailing")
  public static let cancellationAction = Self(name: "leading")
  public static let topBarLeading = Self(name: "leading")
  public static let keyboard = Self(name: "keyboard")
}

@MainActor @preconcurrency
public protocol ToolbarContent {
  associatedtype Body: ToolbarContent
  @ToolbarContentBuilder var body: Body { get }
}

extension Never: ToolbarContent {}

@MainActor
protocol PrimitiveToolbar {
  func render(_ context: ViewContext) -> [Node]
}

@MainActor
private func renderToolbar(_ content: any ToolbarContent, _ context: ViewContext) -> [Node] {
  if let primitive = content as? any PrimitiveToolbar { return primitive.render(context) }
  func body<C: ToolbarContent>(_ content: C) -> [Node] {
    let own = context.child(ObjectIdentifier(C.self))
    own.link(content)
    return renderToolbar(content.body, own)
  }
  return body(content)
}

public struct ToolbarItem<ID, Content: View>: ToolbarContent, PrimitiveToolbar {
  let placement: ToolbarItemPlacement
  let content: Content
  public var body: Never { primitive() }

  func render(_ context: ViewContext) -> [Node] {
    let node = Node(.toolbarItem, context.render(content))
    node.attributes["placement"] = placement.name
    return [node]
  }
}

extension ToolbarItem where ID == () {
  public init(placement: ToolbarItemPlacement = .automatic, @ViewBuilder content: () -> Content) {
    self.init(placement: placement, content: content())
  }
}

struct ToolbarList: ToolbarContent, PrimitiveToolbar {
  let parts: [(component: Int, content: any ToolbarContent)]
  var body: Never { primitive() }
  func render(_ context: ViewContext) -> [Node] {
    parts.flatMap { renderToolbar($0.content, context.child($0.component)) }
  }
}

@resultBuilder @MainActor
public struct ToolbarContentBuilder {
  public static func buildExpression<Content: ToolbarContent>(_ content: Content) -> Content { content }
  public static func buildBlock<Content: ToolbarContent>(_ content: Content) -> Content { content }
  public static func buildBlock<each Content: ToolbarContent>(_ content: repeat each Content) -> some ToolbarContent {
    var parts: [(Int, any ToolbarContent)] = []
    for part in repeat each content { parts.append((parts.count, part)) }
    return ToolbarList(parts: parts)
  }
  public static func buildIf<Content: ToolbarContent>(_ content: Content?) -> some ToolbarContent {
    ToolbarList(parts: content.map { [(0, $0)] } ?? [])
  }
  public static func buildEither<Content: ToolbarContent>(first: Content) -> some ToolbarContent {
    ToolbarList(parts: [(0, first)])
  }
  public static func buildEither<Content: ToolbarContent>(second: Content) -> some ToolbarContent {
    ToolbarList(parts: [(1, second)])
  }
}
