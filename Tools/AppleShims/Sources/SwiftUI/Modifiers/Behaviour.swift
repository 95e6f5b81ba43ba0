package import ShimTree

extension View {
  public func disabled(_ disabled: Bool) -> some View {
    environmentChanged { if disabled { $0.isEnabled = false } }
  }
  public func id<ID: Hashable>(_ id: ID) -> some View {
    modified { context, content in
      let nodes = content(context.child(id))
      nodes.forEach { $0.id = id }
      return nodes
    }
  }
  public func tag<V: Hashable>(_ tag: V, includeOptional: Bool = true) -> some View { noted { $0.tag = tag } }

  // MARK: Lifecycle

  public func onAppear(perform action: (() -> Void)? = nil) -> some View {
    lifecycle { .init(path: $0, id: nil, appear: action, disappear: nil, task: nil) }
  }
  public func onDisappear(perform action: (() -> Void)? = nil) -> some View {
    lifecycle { .init(path: $0, id: nil, appear: nil, disappear: action, task: nil) }
  }
  public func task(
    priority: TaskPriority = .userInitiated, @_inheritActorContext _ action: @escaping @Sendable () async -> Void
  ) -> some View { lifecycle { .init(path: $0, id: nil, appear: nil, disappear: nil, task: action) } }
  public func task<T: Equatable>(
    id value: T, priority: TaskPriority = .userInitiated,
    @_inheritActorContext _ action: @escaping @Sendable () async -> Void
  ) -> some View {
    lifecycle { .init(path: $0, id: AnyHashable("\(value)"), appear: nil, disappear: nil, task: action) }
  }

  func lifecycle(_ make: @escaping @MainActor (ViewPath) -> Graph.Lifecycle) -> ModifiedView {
    modified { context, content in
      let nodes = content(context)
      context.graph.add(make(context.path.child("lifecycle")))
      return nodes
    }
  }

  public func onChange<V: Equatable>(
    of value: V, initial: Bool = false, _ action: @escaping (_ oldValue: V, _ newValue: V) -> Void
  ) -> some View {
    modified { context, content in
      let nodes = content(context)
      let old = context.graph.exchange(context.path.child("onChange"), value)
      if let old, old != value { context.graph.after { action(old, value) } }
      if old == nil, initial { context.graph.after { action(value, value) } }
      return nodes
    }
  }
  public func onChange<V: Equatable>(of value: V, initial: Bool = false, _ action: @escaping () -> Void) -> some View {
    onChange(of: value, initial: initial) { _, _ in action() }
  }
  public func onOpenURL(perform action: @escaping (URL) -> Void) -> some View {
    modified { context, content in
      context.graph.onOpenURL = action
      return content(context)
    }
  }

  // MARK: Gestures

  public func allowsHitTesting(_ enabled: Bool) -> some View { attribute("allowsHitTesting") }
  public func contentShape<S: Shape>(_ shape: S, eoFill: Bool = false) -> some View { styled("contentShape") }
  public func contentShape<S: Shape>(_ kind: ContentShapeKinds, _ shape: S, eoFill: Bool = false) -> some View {
    styled("contentShape")
  }
  public func keyboardShortcut(_ key: KeyEquivalent, modifiers: EventModifiers = .command) -> some View {
    attribute("keyboardShortcut")
  }
  public func keyboardShortcut(_ shortcut: KeyboardShortcut) -> some View { attribute("keyboardShortcut") }
  public func hoverEffect(_ effect: HoverEffect = .automatic) -> some View { attribute("hoverEffect") }
  public func draggable<T>(_ payload: @autoclosure @escaping () -> T) -> some View { attribute("draggable") }

  // MARK: Rows and lists

  public func swipeActions<T: View>(
    edge: HorizontalEdge = .trailing, allowsFullSwipe: Bool = true, @ViewBuilder content: () -> T
  ) -> some View {
    let actions = content()
    return modified { context, content in
      let nodes = content(context)
      let buttons = context.child("swipe \(edge)").render(actions)
      for button in buttons.flatMap(\.elements) { button.attributes["edge"] = "\(edge)" }
      nodes.flatMap(\.elements).forEach { $0.swipeActions += buttons }
      return nodes
    }
  }
  public func contextMenu<MenuItems: View>(@ViewBuilder menuItems: () -> MenuItems) -> some View {
    let items = menuItems()
    return modified { context, content in
      let nodes = content(context)
      let menu = context.child("contextMenu").render(items)
      nodes.flatMap(\.elements).forEach { $0.contextMenu = menu }
      return nodes
    }
  }
  public func refreshable(@_inheritActorContext action: @escaping @Sendable () async -> Void) -> some View {
    environmentChanged { values in
      values.refresh = MainActor.assumeIsolated { RefreshAction(run: action) }
    }
  }
  public func listStyle<S: ListStyle>(_ style: S) -> some View { attribute("listStyle", "\(S.self)") }
  public func formStyle<S: FormStyle>(_ style: S) -> some View { attribute("formStyle") }
  public func listRowSeparator(_ visibility: Visibility, edges: VerticalEdge.Set = .all) -> some View {
    attribute("listRowSeparator", "\(visibility)")
  }
  public func listRowBackground<V: View>(_ view: V?) -> some View { attribute("listRowBackground") }
  public func listRowInsets(_ insets: EdgeInsets?) -> some View { attribute("listRowInsets") }
  public func listSectionSeparator(_ visibility: Visibility, edges: VerticalEdge.Set = .all) -> some View {
    attribute("listSectionSeparator")
  }
  public func listSectionSpacing(_ spacing: CGFloat) -> some View { attribute("listSectionSpacing") }
  public func headerProminence(_ prominence: Prominence) -> some View { attribute("headerProminence") }
  public func badge(_ count: Int) -> some View { attribute("badge", count == 0 ? "" : "\(count)") }
  public func badge(_ label: Text?) -> some View { attribute("badge", label?.string ?? "") }
  public func deleteDisabled(_ isDisabled: Bool) -> some View { attribute("deleteDisabled") }

  // MARK: Scrolling

  public func scrollDismissesKeyboard(_ mode: ScrollDismissesKeyboardMode) -> some View {
    attribute("scrollDismissesKeyboard")
  }
  public func scrollContentBackground(_ visibility: Visibility) -> some View { attribute("scrollContentBackground") }
  public func scrollIndicators(_ visibility: ScrollIndicatorVisibility, axes: Axis.Set = [.vertical, .horizontal])
    -> some View
  {
    attribute("scrollIndicators")
  }
  public func scrollTargetLayout(isEnabled: Bool = true) -> some View { attribute("scrollTargetLayout") }
  public func scrollPosition<ID: Hashable>(id: Binding<ID?>, anchor: UnitPoint? = nil) -> some View {
    onChange(of: id.wrappedValue) { _, _ in }
      .modified { context, content in
        let nodes = content(context)
        let old = context.graph.exchange(context.path.child("scrollPosition"), id.wrappedValue)
        if let new = id.wrappedValue, old != new { context.graph.scroll(to: new) }
        return nodes
      }
  }
  public func defaultScrollAnchor(_ anchor: UnitPoint?) -> some View {
    attribute("defaultScrollAnchor", anchor == .bottom ? "bottom" : "")
  }
  public func scrollDisabled(_ disabled: Bool) -> some View { attribute("scrollDisabled") }
  public func scrollBounceBehavior(_ behavior: ScrollBounceBehavior, axes: Axis.Set = [.vertical]) -> some View {
    attribute("scrollBounceBehavior")
  }
  public func safeAreaInset<V: View>(
    edge: VerticalEdge, alignment: HorizontalAlignment = .center, spacing: CGFloat? = nil,
    @ViewBuilder content: () -> V
  ) -> some View {
    let inset = content()
    return modified { context, content in
      let main = content(context)
      let node = Node(.modifier)
      let extra = Node(.modifier, context.child("inset").render(inset))
      extra.attributes["inset"] = "\(edge)"
      node.attributes["safeAreaInset"] = "\(edge)"
      node.children = edge == .top ? [extra] + main : main + [extra]
      return [node]
    }
  }

  // MARK: Controls

  public func labelsHidden() -> some View { attribute("labelsHidden") }
  public func controlSize(_ controlSize: ControlSize) -> some View { attribute("controlSize", "\(controlSize)") }
  public func textFieldStyle<S: TextFieldStyle>(_ style: S) -> some View { attribute("textFieldStyle") }
  public func toggleStyle<S: ToggleStyle>(_ style: S) -> some View { attribute("toggleStyle") }
  public func pickerStyle<S: PickerStyle>(_ style: S) -> some View {
    environmentChanged { $0.pickerStyleName = "\(S.self)".replacing("PickerStyle", with: "").lowercased() }
  }
  public func datePickerStyle<S: DatePickerStyle>(_ style: S) -> some View { attribute("datePickerStyle") }
  public func progressViewStyle<S: ProgressViewStyle>(_ style: S) -> some View { attribute("progressViewStyle") }
  public func menuStyle<S: MenuStyle>(_ style: S) -> some View { attribute("menuStyle") }
  public func menuOrder(_ order: MenuOrder) -> some View { attribute("menuOrder") }
  public func tabViewStyle<S: TabViewStyle>(_ style: S) -> some View { attribute("tabViewStyle") }
  public func autocorrectionDisabled(_ disable: Bool = true) -> some View { attribute("autocorrectionDisabled") }
  public func textInputAutocapitalization(_ autocapitalization: TextInputAutocapitalization?) -> some View {
    attribute("textInputAutocapitalization")
  }
  public func textContentType(_ textContentType: UITextContentType?) -> some View {
    attribute("textContentType", textContentType?.rawValue ?? "")
  }
  public func keyboardType(_ type: UIKeyboardType) -> some View { attribute("keyboardType") }
  public func interactiveDismissDisabled(_ isDisabled: Bool = true) -> some View {
    attribute("interactiveDismissDisabled")
  }
  public func persistentSystemOverlays(_ visibility: Visibility) -> some View { attribute("persistentSystemOverlays") }
}

public struct ContentShapeKinds: OptionSet, Sendable {
  public let rawValue: Int
  public init(rawValue: Int) { self.rawValue = rawValue }
  public static let contextMenuPreview = ContentShapeKinds(rawValue: 4)
}

public struct KeyEquivalent: Sendable, ExpressibleByExtendedGraphemeClusterLiteral {
  public init(extendedGraphemeClusterLiteral: Character) {}
  public static let `return`: KeyEquivalent = "\r"
  public static let escape: KeyEquivalent = "\u{1B}"
}
public struct EventModifiers: OptionSet, Sendable {
  public let rawValue: Int
  public init(rawValue: Int) { self.rawValue = rawValue }
  public static let command = EventModifiers(rawValue: 1)
  public static let option = EventModifiers(rawValue: 4)
  public static let control = EventModifiers(rawValue: 8)
}
public struct KeyboardShortcut: Sendable {
}
public struct HoverEffect: Sendable {
  public static let automatic = HoverEffect()
}
public enum Prominence: Sendable { case standard, increased }
public struct MenuOrder: Sendable {
  public static let automatic = MenuOrder()
  public static let fixed = MenuOrder()
  public static let priority = MenuOrder()
}
public struct ScrollDismissesKeyboardMode: Sendable {
  public static let automatic = ScrollDismissesKeyboardMode()
  public static let interactively = ScrollDismissesKeyboardMode()
  public static let never = ScrollDismissesKeyboardMode()
}
public struct ScrollIndicatorVisibility: Sendable {
  public static let automatic = ScrollIndicatorVisibility()
  public static let visible = ScrollIndicatorVisibility()
  public static let hidden = ScrollIndicatorVisibility()
  public static let never = ScrollIndicatorVisibility()
}
public struct ScrollBounceBehavior: Sendable {
  public static let automatic = ScrollBounceBehavior()
  public static let always = ScrollBounceBehavior()
}
public struct TextInputAutocapitalization: Sendable {
  public static var never: TextInputAutocapitalization { Self() }
  public static var words: TextInputAutocapitalization { Self() }
  public static var characters: TextInputAutocapitalization { Self() }
}
// swift-format-ignore: AlwaysUseLowerCamelCase
public struct UITextContentType: Hashable, RawRepresentable, Sendable {
  public let rawValue: String
  public init(rawValue: String) { self.rawValue = rawValue }
  public static let emailAddress = UITextContentType(rawValue: "email")
  public static let username = UITextContentType(rawValue: "username")
  public static let password = UITextContentType(rawValue: "password")
  public static let newPassword = UITextContentType(rawValue: "new-password")
  public static let name = UITextContentType(rawValue: "name")
  public static let URL = UITextContentType(rawValue: "URL")
}
// swift-format-ignore: AlwaysUseLowerCamelCase
public enum UIKeyboardType: Int, Sendable {
  case `default`, asciiCapable, numbersAndPunctuation, URL, numberPad, phonePad, namePhonePad, emailAddress, decimalPad
}

// MARK: - Styles

public protocol ListStyle {}
public struct PlainListStyle: ListStyle { public init() {} }
public struct InsetGroupedListStyle: ListStyle { public init() {} }
public struct GroupedListStyle: ListStyle { public init() {} }
public struct InsetListStyle: ListStyle { public init() {} }
public struct SidebarListStyle: ListStyle { public init() {} }
public struct DefaultListStyle: ListStyle { public init() {} }
extension ListStyle where Self == PlainListStyle { public static var plain: Self { Self() } }
extension ListStyle where Self == InsetGroupedListStyle { public static var insetGrouped: Self { Self() } }
extension ListStyle where Self == GroupedListStyle { public static var grouped: Self { Self() } }
extension ListStyle where Self == InsetListStyle { public static var inset: Self { Self() } }
extension ListStyle where Self == SidebarListStyle { public static var sidebar: Self { Self() } }
extension ListStyle where Self == DefaultListStyle { public static var automatic: Self { Self() } }

public protocol FormStyle {}
public struct GroupedFormStyle: FormStyle {}
public struct AutomaticFormStyle: FormStyle {}
extension FormStyle where Self == GroupedFormStyle { public static var grouped: Self { Self() } }
extension FormStyle where Self == AutomaticFormStyle { public static var automatic: Self { Self() } }

public protocol TextFieldStyle {}
public struct RoundedBorderTextFieldStyle: TextFieldStyle { public init() {} }
public struct PlainTextFieldStyle: TextFieldStyle { public init() {} }
extension TextFieldStyle where Self == RoundedBorderTextFieldStyle { public static var roundedBorder: Self { Self() } }
extension TextFieldStyle where Self == PlainTextFieldStyle { public static var plain: Self { Self() } }

public protocol ToggleStyle {}
public struct SwitchToggleStyle: ToggleStyle { public init() {} }
public struct ButtonToggleStyle: ToggleStyle { public init() {} }
extension ToggleStyle where Self == SwitchToggleStyle { public static var `switch`: Self { Self() } }
extension ToggleStyle where Self == ButtonToggleStyle { public static var button: Self { Self() } }

public protocol PickerStyle {}
public struct SegmentedPickerStyle: PickerStyle { public init() {} }
public struct MenuPickerStyle: PickerStyle { public init() {} }
public struct InlinePickerStyle: PickerStyle { public init() {} }
public struct NavigationLinkPickerStyle: PickerStyle { public init() {} }
public struct WheelPickerStyle: PickerStyle { public init() {} }
extension PickerStyle where Self == SegmentedPickerStyle { public static var segmented: Self { Self() } }
extension PickerStyle where Self == MenuPickerStyle { public static var menu: Self { Self() } }
extension PickerStyle where Self == InlinePickerStyle { public static var inline: Self { Self() } }
extension PickerStyle where Self == NavigationLinkPickerStyle { public static var navigationLink: Self { Self() } }
extension PickerStyle where Self == WheelPickerStyle { public static var wheel: Self { Self() } }

public protocol DatePickerStyle {}
public struct CompactDatePickerStyle: DatePickerStyle { public init() {} }
public struct GraphicalDatePickerStyle: DatePickerStyle { public init() {} }
extension DatePickerStyle where Self == CompactDatePickerStyle { public static var compact: Self { Self() } }
extension DatePickerStyle where Self == GraphicalDatePickerStyle { public static var graphical: Self { Self() } }

public protocol ProgressViewStyle {}
public struct LinearProgressViewStyle: ProgressViewStyle { public init() {} }
public struct CircularProgressViewStyle: ProgressViewStyle { public init() {} }
extension ProgressViewStyle where Self == LinearProgressViewStyle { public static var linear: Self { Self() } }
extension ProgressViewStyle where Self == CircularProgressViewStyle { public static var circular: Self { Self() } }

public protocol MenuStyle {}
public struct ButtonMenuStyle: MenuStyle { public init() {} }
extension MenuStyle where Self == ButtonMenuStyle { public static var button: Self { Self() } }

public protocol TabViewStyle {}
public struct PageTabViewStyle: TabViewStyle { public init() {} }
public struct DefaultTabViewStyle: TabViewStyle { public init() {} }
extension TabViewStyle where Self == PageTabViewStyle { public static var page: Self { Self() } }
extension TabViewStyle where Self == DefaultTabViewStyle { public static var automatic: Self { Self() } }

private struct PickerStyleKey: EnvironmentKey {
  static var defaultValue: String { "menu" }
}

extension EnvironmentValues {
  var pickerStyleName: String {
    get { self[PickerStyleKey.self] }
    set { self[PickerStyleKey.self] = newValue }
  }
}
