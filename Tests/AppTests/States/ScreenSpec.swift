import Domain

@testable import MessageAIApp

/// What a screen is in.
enum StateName: String, CaseIterable, Sendable {
  case empty, loading, content, failed, offline
}

/// What must be on screen in one state; or why there is no such state.
enum Look: Sendable {
  /// Elements by identifier, and words.
  case shows([String], says: [String] = [])
  case never(String)
}

/// One screen in its states: a row of the table.
struct ScreenSpec: Sendable {
  typealias Step = @MainActor @Sendable (ScreenFixture) async throws -> Void

  /// Goes there, as far as asking for what it shows.
  var open: Step
  /// Goes there where nothing is; `nil` as `open`.
  var openEmpty: Step?
  /// Goes there while what it waits for is held; `nil` as `open`.
  var openLoading: Step?
  /// What must be there already for the empty state.
  var start: [ScreenFixture.Seed] = []
  /// What must be there for the others.
  var seeds: [ScreenFixture.Seed] = []
  /// Beginnings of the requests that it shows the answers of, or that `act` makes.
  var asks: [String] = []
  /// The first evaluation shows that the device's store is being read; else `asks` are held.
  var readsDevice = false
  var empty: Look
  var loading: Look
  /// A control that cannot be touched while it is loading.
  var busy: String?
  var content: @MainActor @Sendable (ScreenFixture) throws -> Look
  var failed: Look
  /// `nil`: like `failed`, with the words for it. One that shows something gets on by itself once
  /// the connection is back.
  var offline: Look?
  /// Nobody is signed in there.
  var isSignedOut = false
  /// What one does that can fail; `nil` when opening is enough.
  var act: Step?
  /// What it shows stays when it cannot be loaded again, below a notice whose identifiers begin so;
  /// it loads by itself once the connection is back.
  var keeps: String?
  /// Tries again after a failure, and waits for what it leads to.
  var retry: Step?
  /// Uses the controls of the content.
  var use: Step?
}

extension ScreenSpec {
  /// Taps, and waits for the content.
  static func again(_ id: String) -> Step {
    { fixture in
      try await fixture.host.wait(for: "\(id), enabled") { $0.find(id: id)?.isEnabled == true }
      try fixture.host.tap(id: id)
    }
  }

  /// Beginning of what is said of an answer that the device has kept.
  static let kept = "You are offline. This is from "
  static let isOnDevice = Look.never("it comes from the device's store, which a server cannot refuse")
  static let holdsItself = Look.never("it shows what the screen below it has loaded")
  static let asksNobody = Look.never("it asks nobody: it is the same in every state")
}
