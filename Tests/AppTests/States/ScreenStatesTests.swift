import Domain
import ShimHost
import SwiftUI
import TestSupport
import Testing

@testable import MessageAIApp

/// Every screen in every state, on view models over the real store of a real client, whose requests
/// to a real server in this process are held, refused, or meet no network.
@Suite("Every screen in every state", .timeLimit(.minutes(5)), .serialized)
@MainActor
struct ScreenStatesTests {
  static let wentWrong = "Something went wrong on the server."
  static let unreachable = "The server cannot be reached."

  @Test(
    "a screen says what it is in, names what can be touched, and gets on once the fault is over",
    arguments: ScreenName.allCases)
  func states(_ screen: ScreenName) async throws {
    try await walk(screen, .compact)
  }

  @Test(
    "beside the list of a wide screen as well",
    arguments: [ScreenName.conversations, .messageSearch, .chat, .conversationInfo, .thread, .answer])
  func wide(_ screen: ScreenName) async throws {
    try await walk(screen, .regular)
  }

  private func walk(_ screen: ScreenName, _ width: UserInterfaceSizeClass) async throws {
    let spec = ScreenTable.spec(of: screen)
    try await AppFixture.run(width: width, isGated: true) { app in
      let walk = StateWalk(screen, spec, ScreenFixture(app))
      try await walk.begin()
      for state in [StateName.empty, .loading, .failed, .offline, .content] {
        do {
          try await walk.visit(state)
        } catch {
          Issue.record(error, "\(screen.rawValue), \(state.rawValue)")
          try app.gate.pass()
        }
      }
    }
  }

  @Test("a state that a screen does not have has its reason")
  func reasons() {
    for screen in ScreenName.allCases {
      let spec = ScreenTable.spec(of: screen)
      for look in [spec.empty, spec.loading, spec.failed, spec.offline] {
        guard case .never(let reason)? = look else { continue }
        #expect(reason.count > 20, "\(screen.rawValue)")
      }
    }
  }

  @Test("each part of a screen with parts is among the screens")
  func parts() {
    #expect(CatchUpView.Part.allCases.allSatisfy { ScreenName.allCases.contains($0.screen) })
    #expect(InsightsDashboard.Part.allCases.allSatisfy { ScreenName.allCases.contains($0.screen) })
    #expect(Set(AppTab.allCases.flatMap(\.screens)).isSubset(of: ScreenName.allCases))
  }
}

/// One screen through its states.
@MainActor
struct StateWalk {
  let screen: ScreenName
  let spec: ScreenSpec
  let fixture: ScreenFixture

  init(_ screen: ScreenName, _ spec: ScreenSpec, _ fixture: ScreenFixture) {
    self.screen = screen
    self.spec = spec
    self.fixture = fixture
  }

  private var host: ViewHost { fixture.host }

  func begin() async throws {
    try await fixture.app.signIn("Ada")
  }

  func visit(_ state: StateName) async throws {
    switch state {
    case .empty: try await empty()
    case .loading: try await loading()
    case .content: try await content()
    case .failed: try await failed()
    case .offline: try await offline()
    }
  }

  private func empty() async throws {
    guard case .shows = spec.empty else { return }
    try await fixture.seed(spec.start)
    try await open(spec.openEmpty)
    try await expect(spec.empty)
  }

  private func loading() async throws {
    try await fixture.seed(spec.seeds)
    guard case .shows(let elements, let words) = spec.loading else { return }
    if spec.readsDevice {
      await fixture.app.reopen()
      try await spec.open(fixture)
      // Evaluated before the store has been asked.
      host.changeEnvironment { _ in }
      for element in elements { #expect(host.find(id: element) != nil, "\(screen.rawValue), loading: no \(element)") }
      for word in words { #expect(host.shows(word), "\(screen.rawValue), loading: no “\(word)”") }
      #expect(host.nameless == [], "\(screen.rawValue), loading")
    } else {
      try fixture.app.gate.hold(spec.asks)
      try await open(spec.openLoading)
      try await expect(spec.loading)
      if let busy = spec.busy {
        try await host.wait(for: "\(busy), disabled") { $0.find(id: busy)?.isEnabled == false }
      }
      try fixture.app.gate.pass()
    }
    try await expect(try spec.content(fixture))
  }

  private func content() async throws {
    try await open(nil)
    try await expect(try spec.content(fixture))
    if let notice = spec.keeps { try await stale("\(notice).notice") }
    try await spec.use?(fixture)
  }

  /// What is shown cannot be loaded again: because it is refused, then because there is no network.
  private func stale(_ notice: String) async throws {
    try fixture.app.gate.refuse(spec.asks)
    try await host.refresh()
    try await host.wait(id: notice)
    try await expect(try spec.content(fixture))
    #expect(host.shows(ScreenStatesTests.wentWrong), "\(screen.rawValue), stale")
    try fixture.app.gate.pass()
    try await fixture.tap("\(notice).retry")
    try await host.waitGone(id: notice)
    try fixture.app.gate.cut()
    try await host.wait(id: "banner.retry")
    try await host.refresh()
    try await host.wait(id: notice)
    try await expect(try spec.content(fixture))
    try fixture.app.gate.pass()
    try await reconnect()
    try await host.waitGone(id: notice)
    try await expect(try spec.content(fixture))
  }

  private func failed() async throws {
    guard case .shows(let elements, let words) = spec.failed else { return }
    try fixture.app.gate.refuse(spec.asks)
    try await open(nil)
    try await spec.act?(fixture)
    try await expect(.shows(elements, says: words.isEmpty ? [ScreenStatesTests.wentWrong] : words))
    try await recover()
  }

  private func offline() async throws {
    if case .never? = spec.offline { return }
    try fixture.app.gate.cut()
    await fixture.app.reopen()
    if !spec.isSignedOut { try await host.wait(id: "banner.retry") }
    try await spec.open(fixture)
    if let look = spec.offline {
      try await expect(look)
    } else if case .shows(let elements, _) = spec.failed {
      try await spec.act?(fixture)
      try await expect(.shows(elements, says: [ScreenStatesTests.unreachable]))
    } else {
      try await expect(try spec.content(fixture))
    }
    if spec.keeps == nil, spec.offline == nil {
      try await recover()
    } else {
      try fixture.app.gate.pass()
      try await reconnect()
      try await expect(try spec.content(fixture))
    }
    if !spec.isSignedOut { try await reconnect() }
  }

  private func reconnect() async throws {
    try await fixture.repositories.connection.kick()
    try await first(in: fixture.repositories.connection.observeConnection(), "online") { $0 == .online }
  }

  /// The fault ends, and trying again leads on.
  private func recover() async throws {
    try fixture.app.gate.pass()
    guard let retry = spec.retry else { return }
    try await retry(fixture)
    if spec.act == nil { try await expect(try spec.content(fixture)) }
  }

  private func open(_ other: ScreenSpec.Step?) async throws {
    await fixture.app.reopen()
    try await (other ?? spec.open)(fixture)
    if spec.isSignedOut || fixture.app.container.auth.me == nil { return }
    #expect(fixture.app.container.place.contains(screen), "\(screen.rawValue) is elsewhere")
  }

  private func expect(_ look: Look) async throws {
    guard case .shows(let elements, let words) = look else { return }
    for element in elements { try await fixture.shows(element) }
    for word in words { try await host.wait(text: word) }
    #expect(host.nameless == [], "\(screen.rawValue)")
  }
}
