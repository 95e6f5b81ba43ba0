package import ShimTree

public struct ProgressView<Label: View, CurrentValueLabel: View>: View, PrimitiveView {
  let label: Label?
  let fraction: Double?
  public var body: Never { primitive() }

  package func render(_ context: ViewContext) -> [Node] {
    let node = Node(.progress, label.map { context.child("label").render($0) } ?? [])
    node.explicitValue = fraction.map { "\(Int(($0 * 100).rounded())) %" }
    return [node]
  }
}

extension ProgressView where CurrentValueLabel == EmptyView {
  public init() where Label == EmptyView { self.init(label: nil, fraction: nil) }
  public init(@ViewBuilder label: () -> Label) { self.init(label: label(), fraction: nil) }
  public init(_ titleKey: LocalizedStringKey) where Label == Text { self.init(label: Text(titleKey), fraction: nil) }
  @_disfavoredOverload
  public init<S: StringProtocol>(_ title: S) where Label == Text { self.init(label: Text(title), fraction: nil) }
  public init<V: BinaryFloatingPoint>(value: V?, total: V = 1.0) where Label == EmptyView {
    self.init(label: nil, fraction: value.map { Double($0 / total) })
  }
  public init<V: BinaryFloatingPoint>(_ titleKey: LocalizedStringKey, value: V?, total: V = 1.0) where Label == Text {
    self.init(label: Text(titleKey), fraction: value.map { Double($0 / total) })
  }
  public init<V: BinaryFloatingPoint>(value: V?, total: V = 1.0, @ViewBuilder label: () -> Label) {
    self.init(label: label(), fraction: value.map { Double($0 / total) })
  }
}

public struct LabeledContent<Label, Content> {
  let label: Label
  let content: Content
}

extension LabeledContent: View where Label: View, Content: View {
  public init(@ViewBuilder content: () -> Content, @ViewBuilder label: () -> Label) {
    self.init(label: label(), content: content())
  }
  public var body: some View {
    HStack {
      label
      Spacer()
      content.foregroundStyle(.secondary)
    }
    .attribute("labeledContent")
  }
}

extension LabeledContent where Label == Text, Content: View {
  public init(_ titleKey: LocalizedStringKey, @ViewBuilder content: () -> Content) {
    self.init(label: Text(titleKey), content: content())
  }
  @_disfavoredOverload
  public init<S: StringProtocol>(_ title: S, @ViewBuilder content: () -> Content) {
    self.init(label: Text(title), content: content())
  }
}

extension LabeledContent where Label == Text, Content == Text {
  public init<S: StringProtocol>(_ titleKey: LocalizedStringKey, value: S) {
    self.init(label: Text(titleKey), content: Text(value))
  }
  @_disfavoredOverload
  public init<S1: StringProtocol, S2: StringProtocol>(_ title: S1, value: S2) {
    self.init(label: Text(title), content: Text(value))
  }
  public init<F: FormatStyle>(_ titleKey: LocalizedStringKey, value: F.FormatInput, format: F)
  where F.FormatInput: Equatable, F.FormatOutput == String {
    self.init(label: Text(titleKey), content: Text(format.format(value)))
  }
}

public struct ContentUnavailableView<Label: View, Description: View, Actions: View>: View, PrimitiveView {
  let label: Label
  let description: Description
  let actions: Actions

  public init(
    @ViewBuilder label: () -> Label, @ViewBuilder description: () -> Description = { EmptyView() },
    @ViewBuilder actions: () -> Actions = { EmptyView() }
  ) {
    self.label = label()
    self.description = description()
    self.actions = actions()
  }

  public var body: Never { primitive() }

  package func render(_ context: ViewContext) -> [Node] {
    let title = Node(.modifier, context.child("label").render(label))
    title.css = ["font-size:22px;font-weight:700"]
    title.attributes["unavailable"] = "title"
    let text = Node(.modifier, context.child("description").render(description))
    text.css = ["color:var(--secondary);font-size:15px"]
    return [Node(.unavailable, [title, text] + context.child("actions").render(actions))]
  }
}

extension ContentUnavailableView
where Label == ShimSwiftUI.Label<Text, Image>, Description == Text?, Actions == EmptyView {
  public init(_ title: LocalizedStringKey, systemImage name: String, description: Text? = nil) {
    self.init {
      ShimSwiftUI.Label(title, systemImage: name)
    } description: {
      description
    }
  }
  @_disfavoredOverload
  public init<S: StringProtocol>(_ title: S, systemImage name: String, description: Text? = nil) {
    self.init {
      ShimSwiftUI.Label(title, systemImage: name)
    } description: {
      description
    }
  }
}

public struct SearchUnavailableContent {
  public struct Label: View {
    let text: String?
    public var body: some View {
      ShimSwiftUI.Label(text.map { "No Results for “\($0)”" } ?? "No Results", systemImage: "magnifyingglass")
    }
  }
  public struct Description: View {
    public var body: some View { Text("Check the spelling or try a new search.") }
  }
  public struct Actions: View {
    public var body: some View { EmptyView() }
  }
}

extension ContentUnavailableView
where
  Label == SearchUnavailableContent.Label, Description == SearchUnavailableContent.Description,
  Actions == SearchUnavailableContent.Actions
{
  public static var search: ContentUnavailableView<Label, Description, Actions> { make(nil) }
  public static func search(text: String) -> Self { make(text) }
  private static func make(_ text: String?) -> Self {
    Self {
      SearchUnavailableContent.Label(text: text)
    } description: {
      SearchUnavailableContent.Description()
    } actions: {
      SearchUnavailableContent.Actions()
    }
  }
}
