package import ShimTree

@resultBuilder
public struct ViewBuilder {
  public static func buildExpression<Content: View>(_ content: Content) -> Content { content }
  @available(*, unavailable, message: "this expression does not conform to 'View'")
  public static func buildExpression(_ invalid: Any) -> some View { EmptyView() }
  public static func buildBlock() -> EmptyView { EmptyView() }
  public static func buildBlock<Content: View>(_ content: Content) -> Content { content }

  @MainActor @preconcurrency
  public static func buildBlock<each Content: View>(_ content: repeat each Content) -> TupleView<(repeat each Content)>
  {
    var parts: [any View] = []
    for part in repeat each content { parts.append(part) }
    return TupleView(parts: parts)
  }

  public static func buildIf<Content: View>(_ content: Content?) -> Content? { content }

  @MainActor @preconcurrency
  public static func buildEither<TrueContent: View, FalseContent: View>(
    first: TrueContent
  ) -> _ConditionalContent<TrueContent, FalseContent> { _ConditionalContent(storage: .first(first)) }

  @MainActor @preconcurrency
  public static func buildEither<TrueContent: View, FalseContent: View>(
    second: FalseContent
  ) -> _ConditionalContent<TrueContent, FalseContent> { _ConditionalContent(storage: .second(second)) }

  @MainActor @preconcurrency
  public static func buildLimitedAvailability<Content: View>(_ content: Content) -> AnyView { AnyView(content) }
}

public struct TupleView<T>: View, PrimitiveView {
  let parts: [any View]

  public var body: Never { primitive() }

  package func render(_ context: ViewContext) -> [Node] {
    parts.enumerated().flatMap { index, part in context.child(index).render(part) }
  }
}

public struct _ConditionalContent<TrueContent: View, FalseContent: View>: View, PrimitiveView {
  enum Storage {
    case first(TrueContent)
    case second(FalseContent)
  }

  let storage: Storage
  public var body: Never { primitive() }

  package func render(_ context: ViewContext) -> [Node] {
    switch storage {
    case .first(let view): context.child(true).render(view)
    case .second(let view): context.child(false).render(view)
    }
  }
}

extension Optional: View where Wrapped: View {
  public var body: Never { primitive() }
}

extension Optional: PrimitiveView where Wrapped: View {
  package func render(_ context: ViewContext) -> [Node] {
    map { context.child("some").render($0) } ?? []
  }
}

public struct EmptyView: View, PrimitiveView {
  nonisolated public init() {}
  public var body: Never { primitive() }
  package func render(_ context: ViewContext) -> [Node] { [] }
}

public struct AnyView: View, PrimitiveView {
  let view: any View
  public init<V: View>(_ view: V) { self.view = view }
  public init<V: View>(erasing view: V) { self.view = view }
  public var body: Never { primitive() }

  package func render(_ context: ViewContext) -> [Node] {
    context.child(ObjectIdentifier(type(of: view))).render(view)
  }
}

public struct Group<Content> {
  let content: Content
}

extension Group: View, PrimitiveView where Content: View {
  public init(@ViewBuilder content: () -> Content) { self.content = content() }
  public var body: Never { primitive() }
  package func render(_ context: ViewContext) -> [Node] { context.render(content) }
}

/// A view and what a modifier makes of it.
package struct ModifiedView: View, PrimitiveView {
  let content: any View
  let modify: @MainActor (ViewContext, (ViewContext) -> [Node]) -> [Node]

  package var body: Never { primitive() }

  package func render(_ context: ViewContext) -> [Node] {
    modify(context) { $0.child(0).render(content) }
  }
}

extension View {
  /// A modifier in full: gets what the view has around it, and how to evaluate it.
  package func modified(
    _ modify: @escaping @MainActor (ViewContext, (ViewContext) -> [Node]) -> [Node]
  ) -> ModifiedView {
    ModifiedView(content: self, modify: modify)
  }

  /// A modifier that has to do with looks alone.
  package func styled(_ name: String, _ value: String = "", css: String = "") -> ModifiedView {
    modified { context, content in
      let node = Node(.modifier, content(context))
      node.attributes[name] = value
      if !css.isEmpty { node.css.append(css) }
      return [node]
    }
  }

  /// A modifier that says something about the things that it is written for.
  package func noted(_ note: @escaping @MainActor (Node) -> Void) -> ModifiedView {
    modified { context, content in
      let nodes = content(context)
      nodes.flatMap(\.elements).forEach(note)
      return nodes
    }
  }

  package func attribute(_ name: String, _ value: String = "") -> ModifiedView {
    noted { $0.attributes[name] = value }
  }

  /// A modifier that only changes the environment.
  package func environmentChanged(_ change: @escaping (inout EnvironmentValues) -> Void) -> ModifiedView {
    modified { context, content in content(context.with(change)) }
  }
}

// MARK: - View modifiers of the app's own

@MainActor @preconcurrency
public protocol ViewModifier {
  associatedtype Body: View
  @ViewBuilder @MainActor @preconcurrency func body(content: Content) -> Body
  typealias Content = _ViewModifier_Content<Self>
}

public struct _ViewModifier_Content<Modifier: ViewModifier>: View, PrimitiveView {
  let view: any View
  public var body: Never { primitive() }
  package func render(_ context: ViewContext) -> [Node] { context.render(view) }
}

public struct ModifiedContent<Content, Modifier> {
  public var content: Content
  public var modifier: Modifier
  public init(content: Content, modifier: Modifier) {
    self.content = content
    self.modifier = modifier
  }
}

extension ModifiedContent: View, PrimitiveView where Content: View, Modifier: ViewModifier {
  public var body: Never { primitive() }

  package func render(_ context: ViewContext) -> [Node] {
    let own = context.child(ObjectIdentifier(Modifier.self))
    own.link(modifier)
    return own.render(modifier.body(content: _ViewModifier_Content(view: content)))
  }
}

extension View {
  public func modifier<T: ViewModifier>(_ modifier: T) -> ModifiedContent<Self, T> {
    ModifiedContent(content: self, modifier: modifier)
  }
}
