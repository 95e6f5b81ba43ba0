import Domain
import ViewModels

/// Gives shortcuts what the app works on: the server that is open when they run.
struct ShortcutContext: Sendable {
  let repositories: @MainActor @Sendable () -> Repositories?

  init(repositories: @escaping @MainActor @Sendable () -> Repositories?) {
    self.repositories = repositories
  }

  /// Throws `ShortcutProblem` when nobody has chosen a server.
  @MainActor
  func actions() throws -> ShortcutActions {
    guard let repositories = repositories() else { throw ShortcutProblem.signedOut }
    return ShortcutActions(
      conversations: repositories.conversations, messages: repositories.messages,
      intelligence: repositories.intelligence)
  }
}
