package import ShimTree

public struct ForEach<Data: RandomAccessCollection, ID: Hashable, Content> {
  public var data: Data
  public var content: (Data.Element) -> Content
  let id: (Data.Element) -> ID
}

extension ForEach: View where Content: View {
  public var body: Never { primitive() }
}

extension ForEach: PrimitiveView where Content: View {
  package func render(_ context: ViewContext) -> [Node] {
    data.flatMap { element in
      let id = id(element)
      let nodes = context.child(id).render(content(element))
      for node in nodes.flatMap(\.elements) where node.tag == nil { node.tag = id }
      for node in nodes where node.id == nil { node.id = id }
      return nodes
    }
  }
}

extension ForEach where Content: View, ID == Data.Element.ID, Data.Element: Identifiable {
  public init(_ data: Data, @ViewBuilder content: @escaping (Data.Element) -> Content) {
    self.init(data: data, content: content, id: { $0.id })
  }
}

extension ForEach where Content: View {
  public init(_ data: Data, id: KeyPath<Data.Element, ID>, @ViewBuilder content: @escaping (Data.Element) -> Content) {
    self.init(data: data, content: content, id: { $0[keyPath: id] })
  }
}

extension ForEach where Data == Range<Int>, ID == Int, Content: View {
  public init(_ data: Range<Int>, @ViewBuilder content: @escaping (Int) -> Content) {
    self.init(data: data, content: content, id: { $0 })
  }
}

public protocol DynamicViewContent: View {}
extension ForEach: DynamicViewContent where Content: View {}

extension DynamicViewContent {
}

struct DeletableContent: DynamicViewContent, PrimitiveView {
  let content: any View
  let action: ((IndexSet) -> Void)?
  var body: Never { primitive() }

  func render(_ context: ViewContext) -> [Node] {
    let nodes = context.render(content)
    guard let action else { return nodes }
    for (index, node) in nodes.enumerated() {
      let delete = Node(.button)
      delete.title = "Delete"
      delete.role = "destructive"
      delete.tap = { action(IndexSet(integer: index)) }
      node.elements.first?.swipeActions.append(delete)
    }
    return nodes
  }
}

public struct Section<Parent, Content, Footer> {
  let header: Parent
  let content: Content
  let footer: Footer
}

extension Section: View where Parent: View, Content: View, Footer: View {
  public init(
    @ViewBuilder content: () -> Content, @ViewBuilder header: () -> Parent, @ViewBuilder footer: () -> Footer
  ) {
    self.init(header: header(), content: content(), footer: footer())
  }
  public var body: Never { primitive() }
}

extension Section: PrimitiveView where Parent: View, Content: View, Footer: View {
  package func render(_ context: ViewContext) -> [Node] {
    let node = Node(.section)
    let header = context.child("header").render(header)
    let footer = context.child("footer").render(footer)
    if !header.isEmpty { node.children.append(Node(.header, header)) }
    node.children += rows(context.child("content").render(content))
    if !footer.isEmpty { node.children.append(Node(.footer, footer)) }
    return [node]
  }
}

extension Section where Parent == EmptyView, Content: View, Footer == EmptyView {
  public init(@ViewBuilder content: () -> Content) {
    self.init(header: EmptyView(), content: content(), footer: EmptyView())
  }
}

extension Section where Parent: View, Content: View, Footer == EmptyView {
  public init(@ViewBuilder content: () -> Content, @ViewBuilder header: () -> Parent) {
    self.init(header: header(), content: content(), footer: EmptyView())
  }
}

extension Section where Parent == EmptyView, Content: View, Footer: View {
  public init(@ViewBuilder content: () -> Content, @ViewBuilder footer: () -> Footer) {
    self.init(header: EmptyView(), content: content(), footer: footer())
  }
}

extension Section where Parent == Text, Content: View, Footer == EmptyView {
  public init(_ titleKey: LocalizedStringKey, @ViewBuilder content: () -> Content) {
    self.init(header: Text(titleKey), content: content(), footer: EmptyView())
  }
  @_disfavoredOverload
  public init<S: StringProtocol>(_ title: S, @ViewBuilder content: () -> Content) {
    self.init(header: Text(title), content: content(), footer: EmptyView())
  }
}

/// Each thing in a list is a row of it.
@MainActor
func rows(_ nodes: [Node]) -> [Node] {
  nodes.flatMap { node -> [Node] in
    if node.kind == .section || node.kind == .row { return [node] }
    if node.kind == .group || (node.kind == .modifier && node.elements.contains { $0.kind == .section }) {
      node.children = rows(node.children)
      return [node]
    }
    let row = Node(.row, [node])
    row.tag = node.tag ?? node.elements.first?.tag
    row.id = node.id ?? row.tag
    return [row]
  }
}

public struct List<SelectionValue: Hashable, Content: View>: View, PrimitiveView {
  let content: any View
  let select: ((AnyHashable) -> Void)?
  let isSelected: ((AnyHashable) -> Bool)?

  public var body: Never { primitive() }

  package func render(_ context: ViewContext) -> [Node] {
    let node = Node(.list, rows(context.child("list").render(content)))
    context.environment.decorate(node)
    guard let select, let isSelected else { return [node] }
    for row in node.visible where row.kind == .row {
      guard let tag = row.tag else { continue }
      row.isOn = isSelected(tag)
      row.tap = { select(tag) }
    }
    return [node]
  }
}

extension List where SelectionValue == Never {
  public init(@ViewBuilder content: () -> Content) {
    self.content = content()
    select = nil
    isSelected = nil
  }

  public init<Data: RandomAccessCollection, RowContent: View>(
    _ data: Data, @ViewBuilder rowContent: @escaping (Data.Element) -> RowContent
  ) where Content == ForEach<Data, Data.Element.ID, RowContent>, Data.Element: Identifiable {
    content = ForEach(data, content: rowContent)
    select = nil
    isSelected = nil
  }

  public init<Data: RandomAccessCollection, ID: Hashable, RowContent: View>(
    _ data: Data, id: KeyPath<Data.Element, ID>, @ViewBuilder rowContent: @escaping (Data.Element) -> RowContent
  ) where Content == ForEach<Data, ID, RowContent> {
    content = ForEach(data, id: id, content: rowContent)
    select = nil
    isSelected = nil
  }
}

extension List {
  public init(selection: Binding<SelectionValue?>?, @ViewBuilder content: () -> Content) {
    self.content = content()
    select = selection.map { binding in { if let value = $0.base as? SelectionValue { binding.wrappedValue = value } } }
    isSelected = selection.map { binding in { $0 == binding.wrappedValue.map(AnyHashable.init) } }
  }

  public init(selection: Binding<Set<SelectionValue>>?, @ViewBuilder content: () -> Content) {
    self.content = content()
    select = selection.map { binding in
      { tag in
        guard let value = tag.base as? SelectionValue else { return }
        binding.wrappedValue.formSymmetricDifference([value])
      }
    }
    isSelected = selection.map { binding in
      { tag in (tag.base as? SelectionValue).map { binding.wrappedValue.contains($0) } ?? false }
    }
  }

  public init<Data: RandomAccessCollection, RowContent: View>(
    _ data: Data, selection: Binding<SelectionValue?>?, @ViewBuilder rowContent: @escaping (Data.Element) -> RowContent
  ) where Content == ForEach<Data, Data.Element.ID, RowContent>, Data.Element: Identifiable {
    self.init(selection: selection) { ForEach(data, content: rowContent) }
  }
}

public struct Form<Content: View>: View, PrimitiveView {
  let content: Content
  public init(@ViewBuilder content: () -> Content) { self.content = content() }
  public var body: Never { primitive() }

  package func render(_ context: ViewContext) -> [Node] {
    let node = Node(.form, rows(context.child("form").render(content)))
    context.environment.decorate(node)
    return [node]
  }
}

extension EnvironmentValues {
  /// What pulling a list or a scroll view down does.
  @MainActor func decorate(_ node: Node) {
    node.refresh = refresh?.run
  }
}

extension View {
  func scrollHost() -> some View {
    modified { context, content in
      let nodes = content(context)
      nodes.flatMap(\.elements).forEach { context.environment.decorate($0) }
      return nodes
    }
  }
}
