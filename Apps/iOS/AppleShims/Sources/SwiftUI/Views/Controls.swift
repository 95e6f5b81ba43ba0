package import ShimTree

public struct ButtonRole: Equatable, Sendable {
  let name: String
  public static let destructive = ButtonRole(name: "destructive")
  public static let cancel = ButtonRole(name: "cancel")
}

public struct Button<Label: View>: View, PrimitiveView {
  let role: ButtonRole?
  let action: @MainActor () -> Void
  let label: Label

  public init(action: @escaping @MainActor () -> Void, @ViewBuilder label: () -> Label) {
    role = nil
    self.action = action
    self.label = label()
  }

  public init(role: ButtonRole?, action: @escaping @MainActor () -> Void, @ViewBuilder label: () -> Label) {
    self.role = role
    self.action = action
    self.label = label()
  }

  public var body: Never { primitive() }

  package func render(_ context: ViewContext) -> [Node] {
    let node = Node(.button)
    let style = context.environment.buttonStyleBox
    if let make = style.make {
      let content = AnyView(label)
      let view = make(ButtonStyleConfiguration(role: role, label: .init(view: content), isPressed: false))
      node.children = context.child("styled").render(view)
    } else {
      node.children = context.child("label").render(label)
    }
    node.attributes["style"] = style.name
    node.role = role?.name
    node.isEnabled = context.environment.isEnabled
    node.traits.insert("isButton")
    let dismiss = context.environment.dismissDialog
    node.tap = {
      action()
      dismiss?()
    }
    return [node]
  }
}

extension Button where Label == Text {
  public init(_ titleKey: LocalizedStringKey, action: @escaping @MainActor () -> Void) {
    self.init(action: action) { Text(titleKey) }
  }
  @_disfavoredOverload
  public init<S: StringProtocol>(_ title: S, action: @escaping @MainActor () -> Void) {
    self.init(action: action) { Text(title) }
  }
  public init(_ titleKey: LocalizedStringKey, role: ButtonRole?, action: @escaping @MainActor () -> Void) {
    self.init(role: role, action: action) { Text(titleKey) }
  }
  @_disfavoredOverload
  public init<S: StringProtocol>(_ title: S, role: ButtonRole?, action: @escaping @MainActor () -> Void) {
    self.init(role: role, action: action) { Text(title) }
  }
}

extension Button where Label == ShimSwiftUI.Label<Text, Image> {
  public init(_ titleKey: LocalizedStringKey, systemImage: String, action: @escaping @MainActor () -> Void) {
    self.init(action: action) { ShimSwiftUI.Label(titleKey, systemImage: systemImage) }
  }
  @_disfavoredOverload
  public init<S: StringProtocol>(_ title: S, systemImage: String, action: @escaping @MainActor () -> Void) {
    self.init(action: action) { ShimSwiftUI.Label(title, systemImage: systemImage) }
  }
  public init(
    _ titleKey: LocalizedStringKey, systemImage: String, role: ButtonRole?, action: @escaping @MainActor () -> Void
  ) {
    self.init(role: role, action: action) { ShimSwiftUI.Label(titleKey, systemImage: systemImage) }
  }
}

// MARK: - Button styles

@MainActor @preconcurrency
public protocol PrimitiveButtonStyle {}

@MainActor @preconcurrency
public protocol ButtonStyle {
  associatedtype Body: View
  typealias Configuration = ButtonStyleConfiguration
  @ViewBuilder func makeBody(configuration: Configuration) -> Body
}

public struct ButtonStyleConfiguration {
  public struct Label: View {
    let view: AnyView
    public var body: some View { view }
  }
  public let role: ButtonRole?
  public let label: Label
  public let isPressed: Bool
}

public struct DefaultButtonStyle: PrimitiveButtonStyle { public init() {} }
public struct PlainButtonStyle: PrimitiveButtonStyle { public init() {} }
public struct BorderlessButtonStyle: PrimitiveButtonStyle { public init() {} }
public struct BorderedButtonStyle: PrimitiveButtonStyle { public init() {} }
public struct BorderedProminentButtonStyle: PrimitiveButtonStyle { public init() {} }
extension PrimitiveButtonStyle where Self == DefaultButtonStyle { public static var automatic: Self { Self() } }
extension PrimitiveButtonStyle where Self == PlainButtonStyle { public static var plain: Self { Self() } }
extension PrimitiveButtonStyle where Self == BorderlessButtonStyle { public static var borderless: Self { Self() } }
extension PrimitiveButtonStyle where Self == BorderedButtonStyle { public static var bordered: Self { Self() } }
extension PrimitiveButtonStyle where Self == BorderedProminentButtonStyle {
  public static var borderedProminent: Self { Self() }
}

public struct ButtonBorderShape: Equatable, Sendable {
  public static let automatic = ButtonBorderShape()
  public static let capsule = ButtonBorderShape()
  public static let circle = ButtonBorderShape()
  public static let roundedRectangle = ButtonBorderShape()
  public static func roundedRectangle(radius: CGFloat) -> ButtonBorderShape { ButtonBorderShape() }
}

struct ButtonStyleBox {
  var name = "automatic"
  var make: (@MainActor (ButtonStyleConfiguration) -> any View)?
}

private struct ButtonStyleKey: EnvironmentKey {
  static var defaultValue: ButtonStyleBox { ButtonStyleBox() }
}

private struct DismissDialogKey: EnvironmentKey {
  static var defaultValue: (@MainActor () -> Void)? { nil }
}

private struct SubmitKey: EnvironmentKey {
  static var defaultValue: [@MainActor () -> Void] { [] }
}

extension EnvironmentValues {
  var buttonStyleBox: ButtonStyleBox {
    get { self[ButtonStyleKey.self] }
    set { self[ButtonStyleKey.self] = newValue }
  }

  /// In an alert or a dialog every button closes it.
  var dismissDialog: (@MainActor () -> Void)? {
    get { self[DismissDialogKey.self] }
    set { self[DismissDialogKey.self] = newValue }
  }

  var submitActions: [@MainActor () -> Void] {
    get { self[SubmitKey.self] }
    set { self[SubmitKey.self] = newValue }
  }
}

extension View {
  public func buttonStyle<S: PrimitiveButtonStyle>(_ style: S) -> some View {
    let name = "\(S.self)".replacing("ButtonStyle", with: "").lowercased()
    return environmentChanged { $0.buttonStyleBox = ButtonStyleBox(name: name) }
  }

  public func buttonStyle<S: ButtonStyle>(_ style: S) -> some View {
    environmentChanged { values in
      values.buttonStyleBox = ButtonStyleBox(name: "custom") { style.makeBody(configuration: $0) }
    }
  }

  public func buttonBorderShape(_ shape: ButtonBorderShape) -> some View { attribute("buttonBorderShape") }
}

// MARK: - Text input

@MainActor
func field(
  _ kind: Node.Kind, _ title: String, _ text: Binding<String>, _ context: ViewContext, prompt: String? = nil
) -> [Node] {
  let node = Node(kind)
  node.title = title
  node.text = text.wrappedValue
  node.attributes["prompt"] = prompt ?? title
  node.isEnabled = context.environment.isEnabled
  node.setText = { text.wrappedValue = $0 }
  let submit = context.environment.submitActions
  if !submit.isEmpty { node.submit = { submit.forEach { $0() } } }
  return [node]
}

public struct TextField<Label: View>: View, PrimitiveView {
  let title: String
  let text: Binding<String>
  var prompt: String?
  public var body: Never { primitive() }

  package func render(_ context: ViewContext) -> [Node] {
    field(.textField, title, text, context, prompt: prompt)
  }
}

extension TextField where Label == Text {
  public init(_ titleKey: LocalizedStringKey, text: Binding<String>) {
    self.init(title: titleKey.filled, text: text)
  }
  @_disfavoredOverload
  public init<S: StringProtocol>(_ title: S, text: Binding<String>) {
    self.init(title: String(title), text: text)
  }
  public init(_ titleKey: LocalizedStringKey, text: Binding<String>, prompt: Text?) {
    self.init(title: titleKey.filled, text: text, prompt: prompt?.string)
  }
  @_disfavoredOverload
  public init<S: StringProtocol>(_ title: S, text: Binding<String>, prompt: Text?) {
    self.init(title: String(title), text: text, prompt: prompt?.string)
  }
  public init(_ titleKey: LocalizedStringKey, text: Binding<String>, axis: Axis) {
    self.init(title: titleKey.filled, text: text)
  }
  @_disfavoredOverload
  public init<S: StringProtocol>(_ title: S, text: Binding<String>, axis: Axis) {
    self.init(title: String(title), text: text)
  }
  public init(_ titleKey: LocalizedStringKey, text: Binding<String>, prompt: Text?, axis: Axis) {
    self.init(title: titleKey.filled, text: text, prompt: prompt?.string)
  }
}

public struct SecureField<Label: View>: View, PrimitiveView {
  let title: String
  let text: Binding<String>
  public var body: Never { primitive() }
  package func render(_ context: ViewContext) -> [Node] { field(.secureField, title, text, context) }
}

extension SecureField where Label == Text {
  public init(_ titleKey: LocalizedStringKey, text: Binding<String>) { self.init(title: titleKey.filled, text: text) }
  public init(_ titleKey: LocalizedStringKey, text: Binding<String>, prompt: Text?) {
    self.init(title: titleKey.filled, text: text)
  }
  @_disfavoredOverload
  public init<S: StringProtocol>(_ title: S, text: Binding<String>) { self.init(title: String(title), text: text) }
}

public struct TextEditor: View, PrimitiveView {
  let text: Binding<String>
  public init(text: Binding<String>) { self.text = text }
  public var body: Never { primitive() }
  package func render(_ context: ViewContext) -> [Node] { field(.textEditor, "", text, context) }
}

public struct SubmitLabel: Sendable {
  public static let done = SubmitLabel()
  public static let go = SubmitLabel()
  public static let send = SubmitLabel()
  public static let join = SubmitLabel()
  public static let search = SubmitLabel()
  public static let next = SubmitLabel()
  public static let `return` = SubmitLabel()
  public static let `continue` = SubmitLabel()
}

public struct SubmitTriggers: OptionSet, Sendable {
  public let rawValue: Int
  public init(rawValue: Int) { self.rawValue = rawValue }
  public static let text = SubmitTriggers(rawValue: 1)
  public static let search = SubmitTriggers(rawValue: 2)
}

extension View {
  public func onSubmit(of triggers: SubmitTriggers = .text, _ action: @escaping @MainActor () -> Void) -> some View {
    modified { context, content in
      let nodes = content(context.with { $0.submitActions.append(action) })
      if triggers.contains(.search) {
        for field in nodes.flatMap(\.visible) where field.kind == .searchField { field.submit = action }
      }
      return nodes
    }
  }
  public func submitLabel(_ submitLabel: SubmitLabel) -> some View { attribute("submitLabel") }
}

// MARK: - Choices

public struct Toggle<Label: View>: View, PrimitiveView {
  let isOn: Binding<Bool>
  let label: Label
  public init(isOn: Binding<Bool>, @ViewBuilder label: () -> Label) {
    self.isOn = isOn
    self.label = label()
  }
  public var body: Never { primitive() }

  package func render(_ context: ViewContext) -> [Node] {
    let node = Node(.toggle, context.child("label").render(label))
    node.isOn = isOn.wrappedValue
    node.isEnabled = context.environment.isEnabled
    node.setOn = { isOn.wrappedValue = $0 }
    node.tap = { isOn.wrappedValue.toggle() }
    return [node]
  }
}

extension Toggle where Label == Text {
  public init(_ titleKey: LocalizedStringKey, isOn: Binding<Bool>) { self.init(isOn: isOn) { Text(titleKey) } }
  @_disfavoredOverload
  public init<S: StringProtocol>(_ title: S, isOn: Binding<Bool>) { self.init(isOn: isOn) { Text(title) } }
}

extension Toggle where Label == ShimSwiftUI.Label<Text, Image> {
  public init(_ titleKey: LocalizedStringKey, systemImage: String, isOn: Binding<Bool>) {
    self.init(isOn: isOn) { ShimSwiftUI.Label(titleKey, systemImage: systemImage) }
  }
}

public struct Picker<Label: View, SelectionValue: Hashable, Content: View>: View, PrimitiveView {
  let selection: Binding<SelectionValue>
  let label: Label
  let content: Content

  public init(
    selection: Binding<SelectionValue>, @ViewBuilder content: () -> Content, @ViewBuilder label: () -> Label
  ) {
    self.selection = selection
    self.content = content()
    self.label = label()
  }

  public var body: Never { primitive() }

  package func render(_ context: ViewContext) -> [Node] {
    let node = Node(.picker, context.child("label").render(label))
    node.isEnabled = context.environment.isEnabled
    node.attributes["style"] = context.environment.pickerStyleName
    let current = AnyHashable(selection.wrappedValue)
    node.options = context.child("options").render(content).flatMap(options).compactMap { option in
      guard let tag = option.tag, let value = tag.base as? SelectionValue else { return nil }
      return Node.Option(label: option.label, isSelected: AnyHashable(value) == current) {
        selection.wrappedValue = value
      }
    }
    node.explicitValue = node.options.first(where: \.isSelected)?.label
    return [node]
  }

  private func options(in node: Node) -> [Node] {
    if node.tag != nil, node.kind != .section { return [node] }
    return node.children.flatMap(options)
  }
}

extension Picker where Label == Text {
  public init(
    _ titleKey: LocalizedStringKey, selection: Binding<SelectionValue>, @ViewBuilder content: () -> Content
  ) { self.init(selection: selection, content: content) { Text(titleKey) } }
  @_disfavoredOverload
  public init<S: StringProtocol>(
    _ title: S, selection: Binding<SelectionValue>, @ViewBuilder content: () -> Content
  ) { self.init(selection: selection, content: content) { Text(title) } }
}

extension Picker where Label == ShimSwiftUI.Label<Text, Image> {
  public init(
    _ titleKey: LocalizedStringKey, systemImage: String, selection: Binding<SelectionValue>,
    @ViewBuilder content: () -> Content
  ) { self.init(selection: selection, content: content) { ShimSwiftUI.Label(titleKey, systemImage: systemImage) } }
}

public struct DatePickerComponents: OptionSet, Sendable {
  public let rawValue: UInt
  public init(rawValue: UInt) { self.rawValue = rawValue }
  public static let hourAndMinute = DatePickerComponents(rawValue: 1)
  public static let date = DatePickerComponents(rawValue: 2)
}

public struct DatePicker<Label: View>: View, PrimitiveView {
  public typealias Components = DatePickerComponents
  let selection: Binding<Date>
  let components: Components
  let label: Label

  public init(
    selection: Binding<Date>, displayedComponents: Components = [.hourAndMinute, .date],
    @ViewBuilder label: () -> Label
  ) {
    self.selection = selection
    components = displayedComponents
    self.label = label()
  }

  public var body: Never { primitive() }

  package func render(_ context: ViewContext) -> [Node] {
    let node = Node(.datePicker, context.child("label").render(label))
    node.isEnabled = context.environment.isEnabled
    let style = Date.FormatStyle(
      date: components.contains(.date) ? .abbreviated : .omitted,
      time: components.contains(.hourAndMinute) ? .shortened : .omitted,
      locale: context.environment.locale, calendar: context.environment.calendar,
      timeZone: context.environment.timeZone)
    node.explicitValue = selection.wrappedValue.formatted(style)
    node.setDate = { selection.wrappedValue = Date(timeIntervalSince1970: $0) }
    return [node]
  }
}

extension DatePicker where Label == Text {
  public init(
    _ titleKey: LocalizedStringKey, selection: Binding<Date>,
    displayedComponents: Components = [.hourAndMinute, .date]
  ) { self.init(selection: selection, displayedComponents: displayedComponents) { Text(titleKey) } }
  public init(
    _ titleKey: LocalizedStringKey, selection: Binding<Date>, in range: ClosedRange<Date>,
    displayedComponents: Components = [.hourAndMinute, .date]
  ) { self.init(selection: selection, displayedComponents: displayedComponents) { Text(titleKey) } }
  public init(
    _ titleKey: LocalizedStringKey, selection: Binding<Date>, in range: PartialRangeFrom<Date>,
    displayedComponents: Components = [.hourAndMinute, .date]
  ) { self.init(selection: selection, displayedComponents: displayedComponents) { Text(titleKey) } }
  @_disfavoredOverload
  public init<S: StringProtocol>(
    _ title: S, selection: Binding<Date>, displayedComponents: Components = [.hourAndMinute, .date]
  ) { self.init(selection: selection, displayedComponents: displayedComponents) { Text(title) } }
}

public struct Stepper<Label: View>: View, PrimitiveView {
  let label: Label
  let step: @MainActor (Int) -> Void
  public var body: Never { primitive() }

  package func render(_ context: ViewContext) -> [Node] {
    let node = Node(.stepper, context.child("label").render(label))
    node.isEnabled = context.environment.isEnabled
    node.step = step
    return [node]
  }

  public init(
    @ViewBuilder label: () -> Label, onIncrement: (() -> Void)?, onDecrement: (() -> Void)?,
    onEditingChanged: @escaping (Bool) -> Void = { _ in }
  ) {
    self.label = label()
    step = { $0 > 0 ? onIncrement?() : onDecrement?() }
  }

  public init<V: Strideable>(
    value: Binding<V>, in bounds: ClosedRange<V>, step: V.Stride = 1, @ViewBuilder label: () -> Label,
    onEditingChanged: @escaping (Bool) -> Void = { _ in }
  ) {
    self.label = label()
    self.step = { direction in
      let new = value.wrappedValue.advanced(by: direction > 0 ? step : -step)
      if bounds.contains(new) { value.wrappedValue = new }
    }
  }
}

extension Stepper where Label == Text {
  public init<V: Strideable>(
    _ titleKey: LocalizedStringKey, value: Binding<V>, in bounds: ClosedRange<V>, step: V.Stride = 1,
    onEditingChanged: @escaping (Bool) -> Void = { _ in }
  ) { self.init(value: value, in: bounds, step: step, label: { Text(titleKey) }) }
  @_disfavoredOverload
  public init<S: StringProtocol, V: Strideable>(
    _ title: S, value: Binding<V>, in bounds: ClosedRange<V>, step: V.Stride = 1,
    onEditingChanged: @escaping (Bool) -> Void = { _ in }
  ) { self.init(value: value, in: bounds, step: step, label: { Text(title) }) }
}

public struct Menu<Label: View, Content: View>: View, PrimitiveView {
  let label: Label
  let content: Content
  let primaryAction: (@MainActor () -> Void)?

  public init(@ViewBuilder content: () -> Content, @ViewBuilder label: () -> Label) {
    self.content = content()
    self.label = label()
    primaryAction = nil
  }

  public init(
    @ViewBuilder content: () -> Content, @ViewBuilder label: () -> Label, primaryAction: @escaping () -> Void
  ) {
    self.content = content()
    self.label = label()
    self.primaryAction = { primaryAction() }
  }

  public var body: Never { primitive() }

  package func render(_ context: ViewContext) -> [Node] {
    let node = Node(.menu, context.child("label").render(label))
    node.isEnabled = context.environment.isEnabled
    node.items = context.child("items").render(content)
    node.tap = primaryAction
    return [node]
  }
}

extension Menu where Label == Text {
  public init(_ titleKey: LocalizedStringKey, @ViewBuilder content: () -> Content) {
    self.init(content: content) { Text(titleKey) }
  }
  @_disfavoredOverload
  public init<S: StringProtocol>(_ title: S, @ViewBuilder content: () -> Content) {
    self.init(content: content) { Text(title) }
  }
}

extension Menu where Label == ShimSwiftUI.Label<Text, Image> {
  public init(_ titleKey: LocalizedStringKey, systemImage: String, @ViewBuilder content: () -> Content) {
    self.init(content: content) { ShimSwiftUI.Label(titleKey, systemImage: systemImage) }
  }
}

public struct DisclosureGroup<Label: View, Content: View>: View, PrimitiveView {
  @State private var isOpen = false
  let isExpanded: Binding<Bool>?
  let label: Label
  let content: Content

  public init(
    isExpanded: Binding<Bool>, @ViewBuilder content: () -> Content, @ViewBuilder label: () -> Label
  ) {
    self.isExpanded = isExpanded
    self.content = content()
    self.label = label()
  }

  public init(@ViewBuilder content: () -> Content, @ViewBuilder label: () -> Label) {
    isExpanded = nil
    self.content = content()
    self.label = label()
  }

  public var body: Never { primitive() }

  package func render(_ context: ViewContext) -> [Node] {
    context.child("own").link(self)
    let expanded = isExpanded ?? $isOpen
    let node = Node(.disclosure, context.child("label").render(label))
    node.isOn = expanded.wrappedValue
    node.isEnabled = context.environment.isEnabled
    node.tap = { expanded.wrappedValue.toggle() }
    guard expanded.wrappedValue else { return [node] }
    return [node] + context.child("content").render(content)
  }
}

extension DisclosureGroup where Label == Text {
  public init(_ titleKey: LocalizedStringKey, @ViewBuilder content: () -> Content) {
    self.init(content: content) { Text(titleKey) }
  }
  public init(_ titleKey: LocalizedStringKey, isExpanded: Binding<Bool>, @ViewBuilder content: () -> Content) {
    self.init(isExpanded: isExpanded, content: content) { Text(titleKey) }
  }
  @_disfavoredOverload
  public init<S: StringProtocol>(_ label: S, @ViewBuilder content: () -> Content) {
    self.init(content: content) { Text(label) }
  }
}

public struct Link<Label: View>: View, PrimitiveView {
  let destination: URL
  let label: Label
  public init(destination: URL, @ViewBuilder label: () -> Label) {
    self.destination = destination
    self.label = label()
  }
  public var body: Never { primitive() }

  package func render(_ context: ViewContext) -> [Node] {
    let node = Node(.link, context.child("label").render(label))
    let open = context.environment.openURL
    node.attributes["destination"] = destination.absoluteString
    node.isEnabled = context.environment.isEnabled
    node.tap = {
      context.graph.open(destination)
      open(destination)
    }
    return [node]
  }
}

extension Link where Label == Text {
  public init(_ titleKey: LocalizedStringKey, destination: URL) { self.init(destination: destination) { Text(titleKey) } }
  @_disfavoredOverload
  public init<S: StringProtocol>(_ title: S, destination: URL) { self.init(destination: destination) { Text(title) } }
}

public struct ShareLink<Label: View>: View, PrimitiveView {
  let item: String
  let label: Label
  public init(item: String, subject: Text? = nil, message: Text? = nil, @ViewBuilder label: () -> Label) {
    self.item = item
    self.label = label()
  }
  public init(item: URL, subject: Text? = nil, message: Text? = nil, @ViewBuilder label: () -> Label) {
    self.item = item.absoluteString
    self.label = label()
  }
  public var body: Never { primitive() }

  package func render(_ context: ViewContext) -> [Node] {
    let node = Node(.link, context.child("label").render(label))
    node.attributes["item"] = item
    node.isEnabled = context.environment.isEnabled
    return [node]
  }
}

public typealias DefaultShareLinkLabel = Label<Text, Image>

extension ShareLink where Label == DefaultShareLinkLabel {
  public init(item: String, subject: Text? = nil, message: Text? = nil) {
    self.init(item: item, subject: subject, message: message) {
      ShimSwiftUI.Label("Share", systemImage: "square.and.arrow.up")
    }
  }
  public init(item: URL, subject: Text? = nil, message: Text? = nil) {
    self.init(item: item.absoluteString, subject: subject, message: message)
  }
  public init(_ titleKey: LocalizedStringKey, item: String, subject: Text? = nil, message: Text? = nil) {
    self.init(item: item) { ShimSwiftUI.Label(titleKey, systemImage: "square.and.arrow.up") }
  }
}
