import Observation
@_exported import ShimTree
import Foundation
import ShimFoundation
import ShimSwiftUI

/// What a test looked for is not on the screen, or did not come in time.
public struct NotOnScreen: Error, CustomStringConvertible {
  public let description: String

  public init(description: String) { self.description = description }
}

/// Evaluates a view as the system would: keeps its state, runs its tasks, and evaluates it again
/// when what it shows has changed. Everything happens at once, without animation; lists evaluate
/// all of their rows.
@MainActor
public final class ViewHost {
  private let graph = Graph()
  private let root: any View
  private var environment: EnvironmentValues
  private let language = TextCatalog.current
  private var nodes: [Node] = []
  private var isDirty = true
  private var isUpdating = false
  private var isEnded = false
  private var revision = 0
  private var waiting: [CheckedContinuation<Void, Never>] = []

  public init(_ root: some View, environment change: (inout EnvironmentValues) -> Void = { _ in }) {
    self.root = root
    environment = EnvironmentValues()
    change(&environment)
    graph.onInvalidate = { [weak self] in self?.invalidate() }
    update()
  }

  /// Runs `body` with the view on screen, and takes it off: its tasks have ended when this returns.
  public static func run<Value>(
    _ root: some View, environment change: (inout EnvironmentValues) -> Void = { _ in },
    _ body: @MainActor (ViewHost) async throws -> Value
  ) async throws -> Value {
    let host = ViewHost(root, environment: change)
    do {
      let value = try await body(host)
      await host.end()
      return value
    } catch {
      await host.end()
      throw error
    }
  }

  /// Takes the view off the screen: its tasks are cancelled and awaited.
  public func end() async {
    isEnded = true
    wake()
    await graph.end()
  }

  // MARK: What is on the screen

  /// Everything, with what lies under sheets and dialogs.
  public var everything: [Node] {
    update()
    return nodes + graph.presentations
  }

  /// The nodes that can be seen and touched: of the sheet or the dialog in front, else of the
  /// screen.
  public var screen: [Node] {
    update()
    return graph.presentations.last.map { [$0] } ?? nodes
  }

  public var texts: [String] { screen.flatMap(\.texts) }

  /// Ids that views were told to scroll to, oldest first.
  public var scrolls: [AnyHashable] { graph.scrolls }
  public var openedURLs: [String] { graph.openedURLs.map(\.absoluteString) }

  /// Opens an address, as from a notification.
  public func open(_ url: URL) { graph.onOpenURL?(url) }

  public func changeEnvironment(_ change: (inout EnvironmentValues) -> Void) {
    change(&environment)
    invalidate()
  }

  // MARK: Evaluation

  fileprivate func invalidate() {
    guard !isEnded else { return }
    isDirty = true
    guard !isUpdating else { return }
    Task { self.update() }
  }

  /// Evaluates until nothing changes any more.
  private func update() {
    guard isDirty, !isUpdating, !isEnded else { return }
    isUpdating = true
    var rounds = 0
    while isDirty, rounds < 100 {
      isDirty = false
      rounds += 1
      evaluate()
    }
    isUpdating = false
    wake()
  }

  private func evaluate() {
    revision += 1
    let revision = revision
    graph.begin()
    withObservationTracking {
      nodes = TextCatalog.$current.withValue(language) {
        ViewContext(graph: graph, path: .root, environment: environment).render(root)
      }
    } onChange: { [weak self] in
      Task { @MainActor in
        guard let self, self.revision == revision else { return }
        self.invalidate()
      }
    }
    graph.commit()
  }

  private func wake() {
    let woken = waiting
    waiting = []
    for continuation in woken { continuation.resume() }
  }

  // MARK: Waiting

  /// Waits until `condition` holds of what is on the screen.
  public func wait(
    for what: @autoclosure () -> String, seconds: Double = 60, until condition: @MainActor (ViewHost) throws -> Bool
  ) async throws {
    let alarm = Task {
      try await Task.sleep(for: .seconds(seconds))
      self.timedOut = true
      self.wake()
    }
    defer { alarm.cancel() }
    timedOut = false
    while true {
      update()
      if try condition(self) { return }
      guard !timedOut, !isEnded else {
        throw NotOnScreen(description: "no \(what()) after \(seconds) s; on screen:\n\(outline)")
      }
      await withCheckedContinuation { waiting.append($0) }
    }
  }

  private var timedOut = false

  /// Waits for an element with the accessibility identifier.
  @discardableResult
  public func wait(id: String, seconds: Double = 60) async throws -> Node {
    try await wait(for: "element \(id)", seconds: seconds) { $0.find(id: id) != nil }
    return try node(id: id)
  }

  /// Waits for a text on the screen that contains these words.
  public func wait(text: String, seconds: Double = 60) async throws {
    try await wait(for: "text “\(text)”", seconds: seconds) { $0.shows(text) }
  }

  public func waitGone(id: String, seconds: Double = 60) async throws {
    try await wait(for: "end of \(id)", seconds: seconds) { $0.find(id: id) == nil }
  }
}

// MARK: - Finding

extension ViewHost {
  /// Every node that can be seen, in reading order; what menus and swipes hide is not among them.
  public var visible: [Node] { screen.flatMap(\.visible) }

  public func find(id: String) -> Node? { visible.first { $0.identifier == id } }
  public func all(id: String) -> [Node] { visible.filter { $0.identifier == id } }
  public func find(label: String) -> Node? {
    visible.first { $0.isInteractive && $0.label == label } ?? visible.first { $0.label == label }
  }
  public func shows(_ text: String) -> Bool {
    visible.contains { node in
      [node.text, node.title, node.explicitLabel, node.explicitValue].contains { $0?.contains(text) ?? false }
    }
  }

  public func node(id: String) throws -> Node {
    guard let node = find(id: id) else { throw missing("element \(id)") }
    return node
  }

  public func node(label: String) throws -> Node {
    guard let node = find(label: label) else { throw missing("element “\(label)”") }
    return node
  }

  func missing(_ what: String) -> NotOnScreen { NotOnScreen(description: "no \(what); on screen:\n\(outline)") }

  /// The screen in lines, for messages of failed tests.
  public var outline: String {
    func lines(_ node: Node, _ depth: Int) -> [String] {
      let words = [node.identifier.map { "#" + $0 }, node.text, node.title, node.explicitLabel].compactMap { $0 }
      let own = String(repeating: " ", count: depth) + node.kind.rawValue + " " + words.joined(separator: " | ")
      let below = node.children.flatMap { lines($0, node.kind == .modifier ? depth : depth + 1) }
      return node.kind == .modifier && words.isEmpty ? below : [own] + below
    }
    return screen.flatMap { lines($0, 0) }.joined(separator: "\n")
  }
}

// MARK: - What a person does

extension ViewHost {
  public func tap(id: String) throws { try tap(node(id: id)) }
  public func tap(label: String) throws { try tap(node(label: label)) }

  /// Taps an element, or the first thing in it that can be tapped.
  public func tap(_ node: Node) throws {
    guard let target = node.visible.first(where: { $0.tap != nil }), let action = target.tap else {
      throw missing("way to tap “\(node.label)”")
    }
    guard target.isEnabled else { throw NotOnScreen(description: "“\(target.label)” is disabled") }
    action()
    isChanged()
  }

  /// Replaces what a field holds.
  public func type(_ text: String, id: String) throws { try type(text, into: node(id: id)) }

  public func type(_ text: String, into node: Node) throws {
    guard let field = node.visible.first(where: { $0.setText != nil }), field.isEnabled else {
      throw missing("field to type into at “\(node.label)”")
    }
    field.focus?()
    field.setText?(text)
    isChanged()
  }

  /// The return key in a field.
  public func submit(id: String) throws {
    guard let action = try node(id: id).visible.compactMap(\.submit).first else { throw missing("submission of \(id)") }
    action()
    isChanged()
  }

  /// The search field of the screen.
  public func search(_ text: String) throws {
    guard let field = visible.first(where: { $0.kind == .searchField }) else { throw missing("search field") }
    try type(text, into: field)
  }

  public func toggle(id: String, on: Bool) throws {
    guard let set = try node(id: id).visible.first(where: { $0.setOn != nil && $0.isEnabled })?.setOn else {
      throw missing("switch \(id)")
    }
    set(on)
    isChanged()
  }

  /// Chooses in a picker or a tab bar.
  public func choose(_ label: String, id: String) throws { try choose(label, in: node(id: id)) }

  public func choose(_ label: String, in node: Node) throws {
    let options = node.visible.flatMap(\.options)
    guard let option = options.first(where: { $0.label == label }) else {
      throw missing("choice “\(label)” among \(options.map(\.label))")
    }
    option.choose()
    isChanged()
  }

  public func select(tab label: String) throws {
    guard let bar = visible.first(where: { $0.kind == .tabs }) else { throw missing("tab bar") }
    try choose(label, in: bar)
  }

  /// An action behind a swipe, in the context menu, or in a menu; by its label.
  public func tap(hidden label: String, of node: Node) throws {
    let hidden = node.visible.flatMap { $0.swipeActions + $0.contextMenu + $0.items }.flatMap(\.everything)
    guard let action = hidden.first(where: { $0.label == label && $0.tap != nil }) else {
      throw missing("action “\(label)” among \(hidden.filter { $0.tap != nil }.map(\.label))")
    }
    guard action.isEnabled else { throw NotOnScreen(description: "“\(label)” is disabled") }
    action.tap?()
    isChanged()
  }

  /// Drags an element by points to the right and down, and lets it go there.
  public func drag(_ node: Node, right: Double, down: Double = 0, letsGo: Bool = true) throws {
    guard let drag = node.visible.compactMap(\.drag).first else { throw missing("way to drag “\(node.label)”") }
    drag(right, down, false)
    isChanged()
    guard letsGo else { return }
    drag(right, down, true)
    isChanged()
  }

  /// An action that VoiceOver offers for an element.
  public func perform(_ action: String, on node: Node) throws {
    guard let action = node.visible.flatMap(\.accessibilityActions).first(where: { $0.name == action }) else {
      throw missing("action “\(action)” of “\(node.label)”")
    }
    action.run()
    isChanged()
  }

  public func refresh() async throws {
    guard let refresh = visible.compactMap(\.refresh).first else { throw missing("list to pull down") }
    await refresh()
    isChanged()
  }

  /// Pulls down the sheet in front, or cancels the dialog.
  public func dismiss() throws {
    guard let front = screen.first, let action = front.dismiss else { throw missing("sheet to close") }
    action()
    isChanged()
  }

  /// The back button.
  public func back() throws {
    guard let action = visible.last(where: { $0.kind == .screen && $0.dismiss != nil })?.dismiss else {
      throw missing("way back")
    }
    action()
    isChanged()
  }

  private func isChanged() { refreshNow() }
}

extension ViewHost {
  /// After a touch: state may have changed without a view being told yet.
  func refreshNow() {
    markDirty()
    _ = screen
  }

  private func markDirty() { invalidate() }
}
