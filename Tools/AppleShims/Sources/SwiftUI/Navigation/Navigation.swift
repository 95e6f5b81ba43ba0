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

/// Shows all of its columns where there is room, else the one that is preferred, with a way back to
/// the first.
public struct NavigationSplitView<Sidebar: View, Content: View, Detail: View>: View, PrimitiveView {
  let columns: [any View]
  var compact: Binding<NavigationSplitViewColumn>?
  public var body: Never { primitive() }

  package func render(_ context: ViewContext) -> [Node] {
    guard context.environment.horizontalSizeClass != .regular, let compact else {
      return [Node(.split, columns.indices.map { Node(.column, column($0, context)) })]
    }
    let graph = context.graph
    let start = graph.lifecycleCount
    let first = Node(.column, column(0, context))
    guard compact.wrappedValue == .detail else { return [Node(.split, [first])] }
    graph.cover(from: start, to: graph.lifecycleCount)
    let back: @MainActor () -> Void = { compact.wrappedValue = .sidebar }
    let inner = context.with { $0.dismiss = MainActor.assumeIsolated { DismissAction(run: back) } }
    let screen = Node(.screen, column(columns.count - 1, inner))
    screen.dismiss = back
    return [Node(.split, [Node(.column, [screen])])]
  }

  private func column(_ index: Int, _ context: ViewContext) -> [Node] {
    context.child(index).with { $0.navigation = nil }.render(columns[index])
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
  ) {
    columns = [sidebar(), detail()]
    compact = preferredCompactColumn
  }
}

public protocol NavigationSplitViewStyle {}
public struct BalancedNavigationSplitViewStyle: NavigationSplitViewStyle {}
public struct ProminentDetailNavigationSplitViewStyle: NavigationSplitViewStyle {}
extension NavigationSplitViewStyle where Self == BalancedNavigationSplitViewStyle {
}
extension NavigationSplitViewStyle where Self == ProminentDetailNavigationSplitViewStyle {
}
