package import ShimTree

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
