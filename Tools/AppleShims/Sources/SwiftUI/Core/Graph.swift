package import ShimTree

/// What outlives one evaluation of the views: their state, their tasks, and what they have been
/// told before.
@MainActor
package final class Graph {
  struct Lifecycle {
    let path: ViewPath
    /// Runs again, as if it had gone and come back, when this changes.
    let id: AnyHashable?
    let appear: (() -> Void)?
    let disappear: (() -> Void)?
    let task: (@MainActor () async -> Void)?
  }

  private struct Running {
    var lifecycle: Lifecycle
    var task: Task<Void, Never>?
  }

  package var onInvalidate: @MainActor () -> Void = {}
  /// Ids that a `ScrollViewProxy` was asked to show, oldest first.
  package private(set) var scrolls: [AnyHashable] = []
  /// Addresses that were opened.
  package private(set) var openedURLs: [URL] = []
  package var presentations: [Node] = []
  /// What the app does with an address that leads to it.
  package var onOpenURL: ((URL) -> Void)?
  private var storage: [ViewPath: AnyObject] = [:]
  private var used: Set<ViewPath> = []
  private var memory: [ViewPath: Any] = [:]
  private var remembered: [ViewPath: Any] = [:]
  private var lifecycles: [Lifecycle] = []
  private var running: [ViewPath: Running] = [:]
  private var effects: [() -> Void] = []

  package init() {}

  package func invalidate() { onInvalidate() }

  /// The object kept for a path, made when there is none.
  func object<Object: AnyObject>(_ path: ViewPath, make: () -> Object) -> Object {
    used.insert(path)
    if let held = storage[path] as? Object { return held }
    let made = make()
    storage[path] = made
    return made
  }

  /// What was kept for the path in the evaluation before this one.
  func exchange<Value>(_ path: ViewPath, _ value: Value) -> Value? {
    remembered[path] = value
    return memory[path] as? Value
  }

  /// Runs once the evaluation is through.
  func after(_ effect: @escaping () -> Void) { effects.append(effect) }

  func add(_ lifecycle: Lifecycle) { lifecycles.append(lifecycle) }
  var lifecycleCount: Int { lifecycles.count }

  /// What was added since `count` belongs to a screen that another one covers: it is not on screen.
  func cover(from start: Int, to end: Int) { lifecycles.removeSubrange(start..<end) }

  func scroll(to id: AnyHashable) { scrolls.append(id) }
  func open(_ url: URL) { openedURLs.append(url) }

  package func begin() {
    used = []
    remembered = [:]
    lifecycles = []
    effects = []
    presentations = []
  }

  /// Starts and ends tasks, tells views that they came or went, and what has changed.
  package func commit() {
    storage = storage.filter { used.contains($0.key) }
    memory = remembered
    let now = Dictionary(lifecycles.map { ($0.path, $0) }) { first, _ in first }
    for (path, old) in running where now[path] == nil || now[path]?.id != old.lifecycle.id {
      old.task?.cancel()
      if now[path] == nil { old.lifecycle.disappear?() }
    }
    for lifecycle in lifecycles {
      if var old = running[lifecycle.path], old.lifecycle.id == lifecycle.id {
        old.lifecycle = lifecycle
        running[lifecycle.path] = old
        continue
      }
      if running[lifecycle.path] == nil { lifecycle.appear?() }
      let task = lifecycle.task.map { run in Task { await run() } }
      running[lifecycle.path] = Running(lifecycle: lifecycle, task: task)
    }
    running = running.filter { now[$0.key] != nil }
    let effects = effects
    self.effects = []
    for effect in effects { effect() }
  }

  /// Everything goes: tasks are cancelled and awaited.
  package func end() async {
    let left = running.values
    running = [:]
    storage = [:]
    for item in left {
      item.task?.cancel()
      item.lifecycle.disappear?()
    }
    for item in left { await item.task?.value }
  }
}
