import Domain
import ShimHost
import SwiftUI
import TestSupport
import Testing

@testable import MessageAIApp

/// Every screen in every state, on view models over the real store of a real client, whose requests to a real server in this process
/// are held, refused, or meet no network.
@Suite("Every screen in every state", .timeLimit(.minutes(3)), .serialized)
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
    try await AppDesk.run(width: width, isGated: true) { desk in
      let walk = StateWalk(screen, spec, ScreenWorld(desk))
      try await walk.begin()
      for state in [StateName.empty, .loading, .failed, .offline, .content] {
        do {
          try await walk.visit(state)
        } catch {
          Issue.record(error, "\(screen.rawValue), \(state.rawValue)")
          try desk.gate.pass()
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
  let world: ScreenWorld

  init(_ screen: ScreenName, _ spec: ScreenSpec, _ world: ScreenWorld) {
    self.screen = screen
    self.spec = spec
    self.world = world
  }

  private var host: ViewHost { world.host }

  func begin() async throws {
    try await world.desk.signIn("Ada")
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
    try await world.seed(spec.start)
    try await open(spec.openEmpty)
    try await expect(spec.empty)
  }

  private func loading() async throws {
    try await world.seed(spec.seeds)
    guard case .shows(let elements, let words) = spec.loading else { return }
    if spec.readsDevice {
      await world.desk.reopen()
      try await spec.open(world)
      // Evaluated before the store has been asked.
      host.changeEnvironment { _ in }
      for element in elements { #expect(host.find(id: element) != nil, "\(screen.rawValue), loading: no \(element)") }
      for word in words { #expect(host.shows(word), "\(screen.rawValue), loading: no “\(word)”") }
      #expect(host.nameless == [], "\(screen.rawValue), loading")
    } else {
      try world.desk.gate.hold(spec.asks)
      try await open(spec.openLoading)
      try await expect(spec.loading)
      if let busy = spec.busy {
        try await host.wait(for: "\(busy), disabled") { $0.find(id: busy)?.isEnabled == false }
      }
      try world.desk.gate.pass()
    }
    try await expect(try spec.content(world))
  }

  private func content() async throws {
    try await open(nil)
    try await expect(try spec.content(world))
    if let notice = spec.keeps { try await stale("\(notice).notice") }
    try await spec.use?(world)
  }

  /// What is shown cannot be loaded again: because it is refused, then because there is no network.
  private func stale(_ notice: String) async throws {
    try world.desk.gate.refuse(spec.asks)
    try await host.refresh()
    try await host.wait(id: notice)
    try await expect(try spec.content(world))
    #expect(host.shows(ScreenStatesTests.wentWrong), "\(screen.rawValue), stale")
    try world.desk.gate.pass()
    try await world.tap("\(notice).retry")
    try await host.waitGone(id: notice)
    try world.desk.gate.cut()
    try await host.wait(id: "banner.retry")
    try await host.refresh()
    try await host.wait(id: notice)
    try await expect(try spec.content(world))
    try world.desk.gate.pass()
    try await reconnect()
    try await host.waitGone(id: notice)
    try await expect(try spec.content(world))
  }

  private func failed() async throws {
    guard case .shows(let elements, let words) = spec.failed else { return }
    try world.desk.gate.refuse(spec.asks)
    try await open(nil)
    try await spec.act?(world)
    try await expect(.shows(elements, says: words.isEmpty ? [ScreenStatesTests.wentWrong] : words))
    try await recover()
  }

  private func offline() async throws {
    if case .never? = spec.offline { return }
    try world.desk.gate.cut()
    await world.desk.reopen()
    if !spec.isSignedOut { try await host.wait(id: "banner.retry") }
    try await spec.open(world)
    if let look = spec.offline {
      try await expect(look)
    } else if case .shows(let elements, _) = spec.failed {
      try await spec.act?(world)
      try await expect(.shows(elements, says: [ScreenStatesTests.unreachable]))
    } else {
      try await expect(try spec.content(world))
    }
    if spec.keeps == nil {
      try await recover()
    } else {
      try world.desk.gate.pass()
      try await reconnect()
      try await expect(try spec.content(world))
    }
    if !spec.isSignedOut { try await reconnect() }
  }

  private func reconnect() async throws {
    try await world.repositories.connection.kick()
    try await first(in: world.repositories.connection.observeConnection(), "online") { $0 == .online }
  }

  /// The fault ends, and trying again leads on.
  private func recover() async throws {
    try world.desk.gate.pass()
    guard let retry = spec.retry else { return }
    try await retry(world)
    if spec.act == nil { try await expect(try spec.content(world)) }
  }

  private func open(_ other: ScreenSpec.Step?) async throws {
    await world.desk.reopen()
    try await (other ?? spec.open)(world)
    if spec.isSignedOut || world.desk.container.auth.me == nil { return }
    #expect(world.desk.container.place.contains(screen), "\(screen.rawValue) is elsewhere")
  }

  private func expect(_ look: Look) async throws {
    guard case .shows(let elements, let words) = look else { return }
    for element in elements { try await world.shows(element) }
    for word in words { try await host.wait(text: word) }
    #expect(host.nameless == [], "\(screen.rawValue)")
  }
}
