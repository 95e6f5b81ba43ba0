package import ShimTree

/// A container that draws its children in one way or another.
struct ContainerView: View, PrimitiveView {
  let kind: Node.Kind
  let content: any View
  var css = ""
  var attributes: [String: String] = [:]
  var body: Never { primitive() }

  func render(_ context: ViewContext) -> [Node] {
    let node = Node(kind, context.child(kind).render(content))
    if !css.isEmpty { node.css = [css] }
    node.attributes = attributes
    return [node]
  }
}

private func gap(_ spacing: CGFloat?) -> String { "gap:\(spacing ?? 8)px" }

public struct HStack<Content: View>: View {
  let alignment: VerticalAlignment
  let spacing: CGFloat?
  let content: Content
  public init(alignment: VerticalAlignment = .center, spacing: CGFloat? = nil, @ViewBuilder content: () -> Content) {
    self.alignment = alignment
    self.spacing = spacing
    self.content = content()
  }
  public var body: some View {
    ContainerView(kind: .hStack, content: content, css: "align-items:\(alignment.css);" + gap(spacing))
  }
}

public struct VStack<Content: View>: View {
  let alignment: HorizontalAlignment
  let spacing: CGFloat?
  let content: Content
  public init(alignment: HorizontalAlignment = .center, spacing: CGFloat? = nil, @ViewBuilder content: () -> Content) {
    self.alignment = alignment
    self.spacing = spacing
    self.content = content()
  }
  public var body: some View {
    ContainerView(kind: .vStack, content: content, css: "align-items:\(alignment.css);" + gap(spacing))
  }
}

public struct PinnedScrollableViews: OptionSet, Sendable {
  public let rawValue: UInt32
  public init(rawValue: UInt32) { self.rawValue = rawValue }
}

public struct LazyVStack<Content: View>: View {
  let stack: VStack<Content>
  public init(
    alignment: HorizontalAlignment = .center, spacing: CGFloat? = nil, pinnedViews: PinnedScrollableViews = .init(),
    @ViewBuilder content: () -> Content
  ) { stack = VStack(alignment: alignment, spacing: spacing, content: content) }
  public var body: some View { stack }
}

public struct ZStack<Content: View>: View {
  let alignment: Alignment
  let content: Content
  public init(alignment: Alignment = .center, @ViewBuilder content: () -> Content) {
    self.alignment = alignment
    self.content = content()
  }
  public var body: some View {
    ContainerView(
      kind: .zStack, content: content,
      css: "align-items:\(alignment.vertical.css);justify-items:\(alignment.horizontal.css)")
  }
}

public struct ScrollView<Content: View>: View {
  let axes: Axis.Set
  let content: Content
  public init(_ axes: Axis.Set = .vertical, @ViewBuilder content: () -> Content) {
    self.axes = axes
    self.content = content()
  }
  public var body: some View {
    ContainerView(
      kind: .scroll, content: content, attributes: ["axes": axes == .horizontal ? "horizontal" : "vertical"]
    ).scrollHost()
  }
}

public struct ScrollViewProxy {
  let graph: Graph
  @MainActor public func scrollTo<ID: Hashable>(_ id: ID, anchor: UnitPoint? = nil) { graph.scroll(to: id) }
}

public struct ScrollViewReader<Content: View>: View, PrimitiveView {
  let content: (ScrollViewProxy) -> Content
  public init(@ViewBuilder content: @escaping (ScrollViewProxy) -> Content) { self.content = content }
  public var body: Never { primitive() }
  package func render(_ context: ViewContext) -> [Node] {
    context.render(content(ScrollViewProxy(graph: context.graph)))
  }
}

public struct Spacer: View, PrimitiveView {
  nonisolated public init(minLength: CGFloat? = nil) {}
  public var body: Never { primitive() }
  package func render(_ context: ViewContext) -> [Node] { [Node(.spacer)] }
}

public struct Divider: View, PrimitiveView {
  nonisolated public init() {}
  public var body: Never { primitive() }
  package func render(_ context: ViewContext) -> [Node] { [Node(.divider)] }
}

public struct GroupBox<Label: View, Content: View>: View {
  let label: Label
  let content: Content
  public init(@ViewBuilder content: () -> Content, @ViewBuilder label: () -> Label) {
    self.content = content()
    self.label = label()
  }
  public var body: some View {
    ContainerView(
      kind: .vStack, content: TupleView<(Label, Content)>(parts: [label, content]),
      css: "background:var(--grouped);border-radius:12px;padding:12px;gap:8px;align-items:stretch")
  }
}

extension GroupBox where Label == EmptyView {
  public init(@ViewBuilder content: () -> Content) { self.init(content: content) { EmptyView() } }
}

extension GroupBox where Label == Text {
  public init(_ titleKey: LocalizedStringKey, @ViewBuilder content: () -> Content) {
    self.init(content: content) { Text(titleKey) }
  }
}
