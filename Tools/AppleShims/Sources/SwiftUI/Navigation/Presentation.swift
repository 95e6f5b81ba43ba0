package import ShimTree

/// Something over the screen, and what closes it.
@MainActor
private func present(
  _ kind: Node.Kind, _ view: any View, _ context: ViewContext, _ name: String, dismiss: @escaping @MainActor () -> Void
) {
  let node = Node(kind)
  context.graph.presentations.append(node)
  node.dismiss = dismiss
  let inner = context.child(name).with { values in
    values.navigation = nil
    values.isPresented = true
    values.submitActions = []
    values.refresh = nil
    values.isEnabled = true
    values.dismiss = MainActor.assumeIsolated { DismissAction(run: dismiss) }
    values.dismissDialog = kind == .alert || kind == .dialog ? dismiss : nil
  }
  node.children += inner.render(view)
}

extension View {
  private func presented(
    _ name: String, isOpen: @escaping @MainActor () -> Bool, onDismiss: (() -> Void)?,
    _ show: @escaping @MainActor (ViewContext) -> Void
  ) -> ModifiedView {
    modified { context, content in
      let nodes = content(context)
      let open = isOpen()
      let before = context.graph.exchange(context.path.child(name), open)
      if before == true, !open, let onDismiss { context.graph.after(onDismiss) }
      if open { show(context) }
      return nodes
    }
  }

  public func sheet<Content: View>(
    isPresented: Binding<Bool>, onDismiss: (() -> Void)? = nil, @ViewBuilder content: @escaping () -> Content
  ) -> some View {
    presented("sheet", isOpen: { isPresented.wrappedValue }, onDismiss: onDismiss) { context in
      present(.sheet, content(), context, "sheet") { isPresented.wrappedValue = false }
    }
  }

  public func sheet<Item: Identifiable, Content: View>(
    item: Binding<Item?>, onDismiss: (() -> Void)? = nil, @ViewBuilder content: @escaping (Item) -> Content
  ) -> some View {
    presented("sheet", isOpen: { item.wrappedValue != nil }, onDismiss: onDismiss) { context in
      guard let value = item.wrappedValue else { return }
      present(.sheet, content(value), context.child(value.id), "sheet") { item.wrappedValue = nil }
    }
  }

  public func fullScreenCover<Content: View>(
    isPresented: Binding<Bool>, onDismiss: (() -> Void)? = nil, @ViewBuilder content: @escaping () -> Content
  ) -> some View {
    presented("cover", isOpen: { isPresented.wrappedValue }, onDismiss: onDismiss) { context in
      present(.cover, content(), context, "cover") { isPresented.wrappedValue = false }
    }
  }

  public func popover<Content: View>(
    isPresented: Binding<Bool>, attachmentAnchor: PopoverAttachmentAnchor = .rect, arrowEdge: Edge = .top,
    @ViewBuilder content: @escaping () -> Content
  ) -> some View {
    presented("popover", isOpen: { isPresented.wrappedValue }, onDismiss: nil) { context in
      present(.popover, content(), context, "popover") { isPresented.wrappedValue = false }
    }
  }

  private func box(
    _ kind: Node.Kind, _ title: String, _ isPresented: Binding<Bool>, _ actions: @escaping () -> any View,
    _ message: @escaping () -> any View
  ) -> ModifiedView {
    presented("\(kind)", isOpen: { isPresented.wrappedValue }, onDismiss: nil) { context in
      present(
        kind, DialogContent(title: title, message: message(), actions: actions(), isAlert: kind == .alert), context,
        "\(kind)"
      ) { isPresented.wrappedValue = false }
    }
  }

  // MARK: Alerts

  public func alert<A: View>(
    _ titleKey: LocalizedStringKey, isPresented: Binding<Bool>, @ViewBuilder actions: @escaping () -> A
  ) -> some View { box(.alert, titleKey.filled, isPresented, actions, { EmptyView() }) }
  public func alert<A: View, M: View>(
    _ titleKey: LocalizedStringKey, isPresented: Binding<Bool>, @ViewBuilder actions: @escaping () -> A,
    @ViewBuilder message: @escaping () -> M
  ) -> some View { box(.alert, titleKey.filled, isPresented, actions, message) }
  @_disfavoredOverload
  public func alert<S: StringProtocol, A: View>(
    _ title: S, isPresented: Binding<Bool>, @ViewBuilder actions: @escaping () -> A
  ) -> some View { box(.alert, String(title), isPresented, actions, { EmptyView() }) }
  @_disfavoredOverload
  public func alert<S: StringProtocol, A: View, M: View>(
    _ title: S, isPresented: Binding<Bool>, @ViewBuilder actions: @escaping () -> A,
    @ViewBuilder message: @escaping () -> M
  ) -> some View { box(.alert, String(title), isPresented, actions, message) }
  public func alert<A: View, M: View>(
    _ title: Text, isPresented: Binding<Bool>, @ViewBuilder actions: @escaping () -> A,
    @ViewBuilder message: @escaping () -> M
  ) -> some View { box(.alert, title.string, isPresented, actions, message) }
  public func alert<A: View, M: View, T>(
    _ titleKey: LocalizedStringKey, isPresented: Binding<Bool>, presenting data: T?,
    @ViewBuilder actions: @escaping (T) -> A, @ViewBuilder message: @escaping (T) -> M
  ) -> some View {
    box(.alert, titleKey.filled, isPresented, { data.map { actions($0) } }, { data.map { message($0) } })
  }
  public func alert<A: View, T>(
    _ titleKey: LocalizedStringKey, isPresented: Binding<Bool>, presenting data: T?,
    @ViewBuilder actions: @escaping (T) -> A
  ) -> some View { box(.alert, titleKey.filled, isPresented, { data.map { actions($0) } }, { EmptyView() }) }

  // MARK: Confirmation dialogs

  public func confirmationDialog<A: View>(
    _ titleKey: LocalizedStringKey, isPresented: Binding<Bool>, titleVisibility: Visibility = .automatic,
    @ViewBuilder actions: @escaping () -> A
  ) -> some View { box(.dialog, titleKey.filled, isPresented, actions, { EmptyView() }) }
  public func confirmationDialog<A: View, M: View>(
    _ titleKey: LocalizedStringKey, isPresented: Binding<Bool>, titleVisibility: Visibility = .automatic,
    @ViewBuilder actions: @escaping () -> A, @ViewBuilder message: @escaping () -> M
  ) -> some View { box(.dialog, titleKey.filled, isPresented, actions, message) }
  @_disfavoredOverload
  public func confirmationDialog<S: StringProtocol, A: View>(
    _ title: S, isPresented: Binding<Bool>, titleVisibility: Visibility = .automatic,
    @ViewBuilder actions: @escaping () -> A
  ) -> some View { box(.dialog, String(title), isPresented, actions, { EmptyView() }) }
  public func confirmationDialog<A: View, T>(
    _ titleKey: LocalizedStringKey, isPresented: Binding<Bool>, titleVisibility: Visibility = .automatic,
    presenting data: T?, @ViewBuilder actions: @escaping (T) -> A
  ) -> some View { box(.dialog, titleKey.filled, isPresented, { data.map { actions($0) } }, { EmptyView() }) }
  public func confirmationDialog<A: View, M: View, T>(
    _ titleKey: LocalizedStringKey, isPresented: Binding<Bool>, titleVisibility: Visibility = .automatic,
    presenting data: T?, @ViewBuilder actions: @escaping (T) -> A, @ViewBuilder message: @escaping (T) -> M
  ) -> some View {
    box(.dialog, titleKey.filled, isPresented, { data.map { actions($0) } }, { data.map { message($0) } })
  }

  public func presentationDetents(_ detents: Set<PresentationDetent>) -> some View { attribute("presentationDetents") }
  public func presentationDragIndicator(_ visibility: Visibility) -> some View {
    attribute("presentationDragIndicator")
  }
  public func presentationCompactAdaptation(_ adaptation: PresentationAdaptation) -> some View {
    attribute("presentationCompactAdaptation")
  }
  public func presentationBackground<S: ShapeStyle>(_ style: S) -> some View { attribute("presentationBackground") }

  // MARK: Search

  public func searchable(
    text: Binding<String>, placement: SearchFieldPlacement = .automatic, prompt: LocalizedStringKey
  ) -> some View { search(text, prompt.filled) }
  public func searchable(
    text: Binding<String>, placement: SearchFieldPlacement = .automatic, prompt: Text? = nil
  ) -> some View { search(text, prompt?.string ?? "Search") }
  @_disfavoredOverload
  public func searchable<S: StringProtocol>(
    text: Binding<String>, placement: SearchFieldPlacement = .automatic, prompt: S
  ) -> some View { search(text, String(prompt)) }
  public func searchable(
    text: Binding<String>, isPresented: Binding<Bool>, placement: SearchFieldPlacement = .automatic,
    prompt: LocalizedStringKey
  ) -> some View { search(text, prompt.filled) }

  private func search(_ text: Binding<String>, _ prompt: String) -> ModifiedView {
    modified { context, content in
      let main = content(context.with { $0.isSearching = !text.wrappedValue.isEmpty })
      return [Node(.modifier, field(.searchField, prompt, text, context) + main)]
    }
  }

  public func searchSuggestions<S: View>(@ViewBuilder _ suggestions: () -> S) -> some View {
    attribute("searchSuggestions")
  }
}

struct DialogContent: View, PrimitiveView {
  let title: String
  let message: any View
  let actions: any View
  let isAlert: Bool
  var body: Never { primitive() }

  func render(_ context: ViewContext) -> [Node] {
    let heading = Node(.text)
    heading.text = title
    heading.traits = ["isHeader"]
    heading.css = ["font-weight:600"]
    let buttons = context.child("actions").render(actions)
    let close = Node(.button)
    close.title = isAlert ? "OK" : "Cancel"
    close.role = "cancel"
    close.tap = context.environment.dismissDialog
    let all = buttons.flatMap(\.elements)
    let needsClose = isAlert ? all.isEmpty : !all.contains { $0.role == "cancel" }
    return [heading] + context.child("message").render(message) + buttons + (needsClose ? [close] : [])
  }
}

public struct PopoverAttachmentAnchor: Sendable {
  public static var rect: PopoverAttachmentAnchor { Self() }
}

public struct PresentationDetent: Hashable, Sendable {
  let height: Double
  public static let medium = PresentationDetent(height: 0.5)
  public static let large = PresentationDetent(height: 1)
  public static func fraction(_ fraction: CGFloat) -> PresentationDetent { Self(height: fraction) }
  public static func height(_ height: CGFloat) -> PresentationDetent { Self(height: height) }
}

public struct PresentationAdaptation: Sendable {
  public static var automatic: PresentationAdaptation { Self() }
  public static var none: PresentationAdaptation { Self() }
  public static var popover: PresentationAdaptation { Self() }
  public static var sheet: PresentationAdaptation { Self() }
}

public struct SearchFieldPlacement: Sendable {
  public static let automatic = SearchFieldPlacement()
  public static let navigationBarDrawer = SearchFieldPlacement()
  public static let sidebar = SearchFieldPlacement()
  public static let toolbar = SearchFieldPlacement()
  public static func navigationBarDrawer(displayMode: NavigationBarDrawerDisplayMode) -> SearchFieldPlacement { Self() }
  public struct NavigationBarDrawerDisplayMode: Sendable {
    public static let automatic = NavigationBarDrawerDisplayMode()
    public static let always = NavigationBarDrawerDisplayMode()
  }
}
