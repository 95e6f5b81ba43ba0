package import ShimTree

public struct NavigationPath: Equatable {
  var elements: [AnyHashable] = []
  public init() {}
  public init<S: Sequence>(_ elements: S) where S.Element: Hashable { self.elements = elements.map(AnyHashable.init) }
  public var count: Int { elements.count }
  public var isEmpty: Bool { elements.isEmpty }
  public mutating func append<V: Hashable>(_ value: V) { elements.append(value) }
  public mutating func removeLast(_ k: Int = 1) { elements.removeLast(k) }
}

/// What a stack knows of its screens while it is evaluated.
@MainActor
final class NavigationRegistry {
  struct Pushed {
    let view: any View
    let pop: @MainActor () -> Void
  }

  var destinations: [ObjectIdentifier: (Any) -> (any View)?] = [:]
  var presented: [Pushed] = []
  let push: @MainActor (AnyHashable) -> Void

  init(push: @escaping @MainActor (AnyHashable) -> Void) { self.push = push }
}

private struct RegistryKey: EnvironmentKey {
  static var defaultValue: NavigationRegistry? { nil }
}

extension EnvironmentValues {
  var navigation: NavigationRegistry? {
    get { self[RegistryKey.self] }
    set { self[RegistryKey.self] = newValue }
  }
}

public struct NavigationStack<Data, Root: View>: View, PrimitiveView {
  final class OwnPath {
    var elements: [AnyHashable] = []
  }

  let root: Root
  let read: (() -> [AnyHashable])?
  let write: (([AnyHashable]) -> Void)?
  public var body: Never { primitive() }

  package func render(_ context: ViewContext) -> [Node] {
    let own = context.graph.object(context.path.child("path")) { OwnPath() }
    let graph = context.graph
    let path = read?() ?? own.elements
    let write =
      self.write
      ?? { elements in
        own.elements = elements
        graph.invalidate()
      }
    let registry = NavigationRegistry { write((read?() ?? own.elements) + [$0]) }
    let start = graph.lifecycleCount
    var screens = [screen(context.child("root"), registry, root, pop: nil)]
    var covered = start
    for (index, element) in path.enumerated() {
      guard let view = registry.destinations[ObjectIdentifier(type(of: element.base))]?(element.base) else { continue }
      covered = graph.lifecycleCount
      screens.append(
        screen(context.child(index).child(element), registry, view) { write(Array(path.prefix(index))) })
    }
    var shown = 0
    while shown < registry.presented.count {
      let pushed = registry.presented[shown]
      covered = graph.lifecycleCount
      screens.append(screen(context.child("presented").child(shown), registry, pushed.view, pop: pushed.pop))
      shown += 1
    }
    if screens.count > 1 { graph.cover(from: start, to: covered) }
    let node = Node(.navigation, Array(screens.suffix(1)))
    node.attributes["depth"] = "\(screens.count)"
    return [node]
  }

  private func screen(
    _ context: ViewContext, _ registry: NavigationRegistry, _ view: any View, pop: (@MainActor () -> Void)?
  ) -> Node {
    let inner = context.with { values in
      values.navigation = registry
      if let pop { values.dismiss = MainActor.assumeIsolated { DismissAction(run: pop) } }
    }
    let node = Node(.screen, inner.render(view))
    node.dismiss = pop
    return node
  }
}

extension NavigationStack {
  public init(@ViewBuilder root: () -> Root) where Data == NavigationPath {
    self.root = root()
    read = nil
    write = nil
  }

  public init(path: Binding<NavigationPath>, @ViewBuilder root: () -> Root) where Data == NavigationPath {
    self.root = root()
    read = { path.wrappedValue.elements }
    write = { path.wrappedValue.elements = $0 }
  }

  public init(path: Binding<Data>, @ViewBuilder root: () -> Root)
  where Data: MutableCollection & RandomAccessCollection & RangeReplaceableCollection, Data.Element: Hashable {
    self.root = root()
    read = { path.wrappedValue.map(AnyHashable.init) }
    write = { path.wrappedValue = Data($0.compactMap { $0.base as? Data.Element }) }
  }
}

extension View {
  public func navigationDestination<D: Hashable, C: View>(
    for data: D.Type, @ViewBuilder destination: @escaping (D) -> C
  ) -> some View {
    modified { context, content in
      context.environment.navigation?.destinations[ObjectIdentifier(data)] = { ($0 as? D).map(destination) }
      return content(context)
    }
  }

  public func navigationDestination<V: View>(
    isPresented: Binding<Bool>, @ViewBuilder destination: () -> V
  ) -> some View {
    let view = destination()
    return modified { context, content in
      if isPresented.wrappedValue {
        context.environment.navigation?.presented.append(.init(view: view) { isPresented.wrappedValue = false })
      }
      return content(context)
    }
  }

  public func navigationDestination<D: Hashable, C: View>(
    item: Binding<D?>, @ViewBuilder destination: @escaping (D) -> C
  ) -> some View {
    modified { context, content in
      if let value = item.wrappedValue {
        context.environment.navigation?.presented.append(.init(view: destination(value)) { item.wrappedValue = nil })
      }
      return content(context)
    }
  }
}

public struct NavigationLink<Label: View, Destination: View>: View, PrimitiveView {
  final class Active {
    var isActive = false
  }

  let label: Label
  let value: AnyHashable?
  let destination: Destination?
  public var body: Never { primitive() }

  package func render(_ context: ViewContext) -> [Node] {
    let node = Node(.button, context.child("label").render(label))
    let navigation = context.environment.navigation
    let graph = context.graph
    node.attributes["style"] = "navigation"
    node.traits.insert("isButton")
    node.isEnabled = context.environment.isEnabled
    if let destination {
      let active = graph.object(context.path.child("active")) { Active() }
      let set: @MainActor (Bool) -> Void = {
        active.isActive = $0
        graph.invalidate()
      }
      if active.isActive { navigation?.presented.append(.init(view: destination) { set(false) }) }
      node.tap = { set(true) }
    } else if let value {
      node.tap = { navigation?.push(value) }
    }
    return [node]
  }
}

extension NavigationLink {
  public init(@ViewBuilder destination: () -> Destination, @ViewBuilder label: () -> Label) {
    self.init(label: label(), value: nil, destination: destination())
  }
}

extension NavigationLink where Destination == Never {
  public init<P: Hashable>(value: P?, @ViewBuilder label: () -> Label) {
    self.init(label: label(), value: value.map(AnyHashable.init), destination: nil)
  }
  public init<P: Hashable>(_ titleKey: LocalizedStringKey, value: P?) where Label == Text {
    self.init(value: value) { Text(titleKey) }
  }
  @_disfavoredOverload
  public init<S: StringProtocol, P: Hashable>(_ title: S, value: P?) where Label == Text {
    self.init(value: value) { Text(title) }
  }
}

extension NavigationLink where Label == Text {
  public init(_ titleKey: LocalizedStringKey, @ViewBuilder destination: () -> Destination) {
    self.init(destination: destination) { Text(titleKey) }
  }
  @_disfavoredOverload
  public init<S: StringProtocol>(_ title: S, @ViewBuilder destination: () -> Destination) {
    self.init(destination: destination) { Text(title) }
  }
}

public struct NavigationSplitViewVisibility: Equatable, Sendable {
  let name: String
  public static var automatic: Self { Self(name: "automatic") }
  public static var all: Self { Self(name: "all") }
  public static var doubleColumn: Self { Self(name: "doubleColumn") }
  public static var detailOnly: Self { Self(name: "detailOnly") }
}

public struct NavigationSplitViewColumn: Hashable, Sendable {
  let name: String
  public static let sidebar = NavigationSplitViewColumn(name: "sidebar")
  public static let content = NavigationSplitViewColumn(name: "content")
  public static let detail = NavigationSplitViewColumn(name: "detail")
}

/// Shows all of its columns: it is for wide screens in this app.
public struct NavigationSplitView<Sidebar: View, Content: View, Detail: View>: View, PrimitiveView {
  let columns: [any View]
  public var body: Never { primitive() }

  package func render(_ context: ViewContext) -> [Node] {
    let nodes = columns.enumerated().map { index, column in
      let node = Node(.column, context.child(index).with { $0.navigation = nil }.render(column))
      return node
    }
    return [Node(.split, nodes)]
  }
}

extension NavigationSplitView {
  public init(
    @ViewBuilder sidebar: () -> Sidebar, @ViewBuilder content: () -> Content, @ViewBuilder detail: () -> Detail
  ) { columns = [sidebar(), content(), detail()] }
}

extension NavigationSplitView where Content == EmptyView {
  public init(@ViewBuilder sidebar: () -> Sidebar, @ViewBuilder detail: () -> Detail) {
    columns = [sidebar(), detail()]
  }
  public init(
    columnVisibility: Binding<NavigationSplitViewVisibility>, @ViewBuilder sidebar: () -> Sidebar,
    @ViewBuilder detail: () -> Detail
  ) { columns = [sidebar(), detail()] }
  public init(
    preferredCompactColumn: Binding<NavigationSplitViewColumn>, @ViewBuilder sidebar: () -> Sidebar,
    @ViewBuilder detail: () -> Detail
  ) { columns = [sidebar(), detail()] }
}

public protocol NavigationSplitViewStyle {}
public struct BalancedNavigationSplitViewStyle: NavigationSplitViewStyle {}
public struct ProminentDetailNavigationSplitViewStyle: NavigationSplitViewStyle {}
extension NavigationSplitViewStyle where Self == BalancedNavigationSplitViewStyle {
  public static var balanced: Self { Self() }
}
extension NavigationSplitViewStyle where Self == ProminentDetailNavigationSplitViewStyle {
  public static var prominentDetail: Self { Self() }
}

// MARK: - Bars

public struct NavigationBarItem: Sendable {
  public enum TitleDisplayMode: Sendable { case automatic, inline, large }
}

extension View {
  public func navigationSplitViewStyle<S: NavigationSplitViewStyle>(_ style: S) -> some View { styled("splitStyle") }
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
  public func toolbarBackground<S: ShapeStyle>(_ style: S, for bars: ToolbarPlacement...) -> some View { attribute("toolbarBackground") }
  public func toolbarBackground(_ visibility: Visibility, for bars: ToolbarPlacement...) -> some View { attribute("toolbarBackground") }
  public func toolbarTitleDisplayMode(_ mode: ToolbarTitleDisplayMode) -> some View { attribute("toolbarTitleDisplayMode") }
  public func toolbarTitleMenu<C: View>(@ViewBuilder content: () -> C) -> some View { attribute("toolbarTitleMenu") }
}

public struct ToolbarPlacement: Sendable {
  public static var automatic: ToolbarPlacement { Self() }
  public static var navigationBar: ToolbarPlacement { Self() }
  public static var tabBar: ToolbarPlacement { Self() }
  public static var bottomBar: ToolbarPlacement { Self() }
}

public struct ToolbarTitleDisplayMode: Sendable {
  public static var automatic: ToolbarTitleDisplayMode { Self() }
  public static var inline: ToolbarTitleDisplayMode { Self() }
  public static var large: ToolbarTitleDisplayMode { Self() }
  public static var inlineLarge: ToolbarTitleDisplayMode { Self() }
}

public struct ToolbarItemPlacement: Sendable {
  let name: String
  public static let automatic = Self(name: "automatic")
  public static let principal = Self(name: "principal")
  public static let navigation = Self(name: "leading")
  public static let primaryAction = Self(name: "trailing")
  public static let secondaryAction = Self(name: "trailing")
  public static let status = Self(name: "bottom")
  public static let confirmationAction = Self(name: "trailing")
  public static let cancellationAction = Self(name: "leading")
  public static let destructiveAction = Self(name: "trailing")
  public static let topBarLeading = Self(name: "leading")
  public static let topBarTrailing = Self(name: "trailing")
  public static let bottomBar = Self(name: "bottom")
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

public struct ToolbarItemGroup<Content: View>: ToolbarContent, PrimitiveToolbar {
  let item: ToolbarItem<(), Content>
  public init(placement: ToolbarItemPlacement = .automatic, @ViewBuilder content: () -> Content) {
    item = ToolbarItem(placement: placement, content: content)
  }
  public var body: Never { primitive() }
  func render(_ context: ViewContext) -> [Node] { item.render(context) }
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

// MARK: - Tabs

public struct TabView<SelectionValue: Hashable, Content: View>: View, PrimitiveView {
  final class Own {
    var selected: AnyHashable?
    var visited: Set<AnyHashable> = []
  }

  let selection: Binding<SelectionValue>?
  let content: Content
  public init(selection: Binding<SelectionValue>?, @ViewBuilder content: () -> Content) {
    self.selection = selection
    self.content = content()
  }
  public var body: Never { primitive() }

  package func render(_ context: ViewContext) -> [Node] {
    let own = context.graph.object(context.path.child("own")) { Own() }
    let graph = context.graph
    let parts = parts(of: content)
    var tabs: [Node] = []
    for (index, part) in parts.enumerated() {
      let start = graph.lifecycleCount
      let presented = graph.presentations.count
      let nodes = context.child(index).with { $0.navigation = nil }.render(part)
      let tab = Node(.tab, nodes)
      tab.tag = nodes.flatMap(\.elements).compactMap(\.tag).first ?? AnyHashable(index)
      let item = nodes.flatMap(\.elements).first { $0.attributes["tabItem"] != nil }
      tab.title = item?.attributes["tabItem"]
      tab.text = item?.attributes["tabImage"]
      tab.identifier = item?.attributes["tabIdentifier"]
      tab.attributes["badge"] = item?.attributes["badge"]
      let current = selection.map { AnyHashable($0.wrappedValue) } ?? own.selected ?? tabs.first?.tag ?? tab.tag
      if current != tab.tag {
        graph.cover(from: start, to: graph.lifecycleCount)
        graph.presentations.removeSubrange(presented...)
      }
      tabs.append(tab)
    }
    let current = selection.map { AnyHashable($0.wrappedValue) } ?? own.selected ?? tabs.first?.tag
    let node = Node(.tabs, tabs.filter { $0.tag == current })
    node.items = []
    node.options = tabs.map { tab in
      Node.Option(label: tab.title ?? "", isSelected: tab.tag == current) {
        if let selection, let value = tab.tag?.base as? SelectionValue {
          selection.wrappedValue = value
        } else {
          own.selected = tab.tag
          graph.invalidate()
        }
      }
    }
    node.attributes["icons"] = tabs.map { $0.text ?? "" }.joined(separator: "\n")
    node.attributes["badges"] = tabs.map { $0.attributes["badge"] ?? "" }.joined(separator: "\n")
    return [node]
  }

  private func parts(of content: any View) -> [any View] {
    (content as? any PartedView)?.viewParts ?? [content]
  }
}

extension TabView where SelectionValue == Int {
  public init(@ViewBuilder content: () -> Content) {
    selection = nil
    self.content = content()
  }
}

@MainActor
protocol PartedView {
  var viewParts: [any View] { get }
}

extension TupleView: PartedView {
  var viewParts: [any View] { parts }
}

extension View {
  public func tabItem<V: View>(@ViewBuilder _ label: () -> V) -> some View {
    let label = label()
    return modified { context, content in
      let nodes = content(context)
      let item = context.child("tabItem").render(label)
      for node in nodes.flatMap(\.elements) {
        node.attributes["tabItem"] = item.map(\.label).filter { !$0.isEmpty }.joined(separator: " ")
        node.attributes["tabImage"] = item.flatMap(\.visible).first { $0.kind == .image }?.text
      }
      return nodes
    }
  }
}
