import Observation

/// The state of the user's last action. A new action clears the problem of the one before.
@MainActor @Observable
public final class ActionState {
  public internal(set) var problem: Problem?
  public fileprivate(set) var isBusy = false

  init() {}
}

/// A view model whose actions can fail. `problem` says why the last of them did, and whether trying
/// again helps.
@MainActor
public protocol ActionModel: AnyObject {
  var action: ActionState { get }
}

extension ActionModel {
  public var problem: Problem? { action.problem }
  /// An action is under way.
  public var isBusy: Bool { action.isBusy }

  public func dismissProblem() {
    action.problem = nil
  }

  /// What `body` makes; `nil` when it fails, and `problem` says why.
  @discardableResult
  func perform<Value>(_ body: @MainActor () async throws -> Value) async -> Value? {
    action.isBusy = true
    action.problem = nil
    defer { action.isBusy = false }
    do {
      return try await body()
    } catch {
      action.problem = Problem(error)
      return nil
    }
  }
}
