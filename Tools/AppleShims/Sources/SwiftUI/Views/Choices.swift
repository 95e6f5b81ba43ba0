package import ShimTree

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
    isExpanded: Binding<Bool>, @ViewBuilder content: @escaping () -> Content, @ViewBuilder label: () -> Label
  ) {
    self.isExpanded = isExpanded
    self.content = content()
    self.label = label()
  }

  public init(@ViewBuilder content: @escaping () -> Content, @ViewBuilder label: () -> Label) {
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
  public init(_ titleKey: LocalizedStringKey, @ViewBuilder content: @escaping () -> Content) {
    self.init(content: content) { Text(titleKey) }
  }
  public init(
    _ titleKey: LocalizedStringKey, isExpanded: Binding<Bool>, @ViewBuilder content: @escaping () -> Content
  ) { self.init(isExpanded: isExpanded, content: content) { Text(titleKey) } }
  @_disfavoredOverload
  public init<S: StringProtocol>(_ label: S, @ViewBuilder content: @escaping () -> Content) {
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
  public init(_ titleKey: LocalizedStringKey, destination: URL) {
    self.init(destination: destination) { Text(titleKey) }
  }
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
