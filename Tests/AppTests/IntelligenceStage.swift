import Domain
import ShimHost
import SwiftUI
import ViewModels

@testable import MessageAIApp

/// A screen of the AI with sample data around it, and the AI that it asks.
@MainActor
final class IntelligenceStage {
  enum Screen: String, Sendable {
    case dashboard, digest, priority, actions, decisions, catchUp, search, assistant, memory, preferences, ledger
    case earlier, mark, catchUpLine, teamActions, record
  }

  let intelligence: RecordingIntelligence
  let router = Router()
  let host: ViewHost

  init(_ screen: Screen, _ mood: SampleIntelligence.Mood = .content) {
    let intelligence = RecordingIntelligence(mood)
    self.intelligence = intelligence
    var repositories = Repositories.samples()
    repositories.intelligence = intelligence
    let session = Session(me: PreviewSamples.me, repositories: repositories, services: .samples)
    let context = IntelligenceContext(session, router)
    host = ViewHost(
      NavigationStack { Self.view(screen, session, context) }
        .environment(session)
        .environment(router))
  }

  private static func view(_ screen: Screen, _ session: Session, _ context: IntelligenceContext) -> AnyView {
    switch screen {
    case .dashboard: AnyView(InsightsScreen())
    case .digest: AnyView(DigestView(model: session.digest(), context: context))
    case .priority: AnyView(PriorityInboxView(model: session.priorityInbox(), context: context))
    case .actions: AnyView(InsightBoard(model: session.insights(.actionItem), context: context, isPlaced: true))
    case .decisions: AnyView(InsightBoard(model: session.insights(.decision), context: context, isPlaced: true))
    case .catchUp: AnyView(IntelligenceSheetView(sheet: .catchUp(PreviewSamples.team, nil)))
    case .catchUpLine: AnyView(IntelligenceSheetView(sheet: .catchUp(PreviewSamples.team, 3...7)))
    case .teamActions:
      AnyView(
        InsightBoard(
          model: session.insights(.actionItem, in: PreviewSamples.team), context: context, isPlaced: false))
    case .record:
      AnyView(
        IntelligenceSheetView(sheet: .record(.actionItem, PreviewSamples.team, IntelligenceSamples.task.id)))
    case .search: AnyView(IntelligenceRouteView(route: .smartSearch))
    case .assistant: AnyView(AssistantScreen())
    case .memory: AnyView(IntelligenceRouteView(route: .memory))
    case .preferences: AnyView(IntelligenceRouteView(route: .preferences))
    case .ledger: AnyView(IntelligenceRouteView(route: .transparency))
    case .earlier: AnyView(IntelligenceRouteView(route: .earlier))
    case .mark: AnyView(IntelligenceSheetView(sheet: .mark(.actionItem, nil, nil)))
    }
  }

  func end() async { await host.end() }

  // MARK: What is on the screen

  private func find(_ id: String) -> Node? {
    host.screen.flatMap(\.everything).first { $0.identifier == id }
  }

  private func need(_ id: String) throws -> Node {
    guard let node = find(id) else { return try host.node(id: id) }
    return node
  }

  func isShown(_ id: String) -> Bool { find(id) != nil }
  var texts: [String] { host.texts }

  /// What a picker offers.
  func options(of id: String) -> [String] { find(id)?.visible.flatMap(\.options).map(\.label) ?? [] }

  /// Waits until an element is there; also one behind a menu or a swipe.
  func shows(_ id: String) async throws {
    try await host.wait(for: id) { _ in self.find(id) != nil }
  }

  func hides(_ id: String) async throws {
    try await host.wait(for: "end of \(id)") { _ in self.find(id) == nil }
  }

  func becomesEnabled(_ id: String) async throws {
    try await host.wait(for: "\(id), enabled") { _ in self.find(id)?.isEnabled == true }
  }

  /// Waits until the AI has been asked this.
  func asks(_ call: String) async throws {
    let clock = ContinuousClock()
    let end = clock.now.advanced(by: .seconds(60))
    while !intelligence.calls.contains(call) {
      guard clock.now < end else { throw NotAsked(call: call, calls: intelligence.calls) }
      await Task.yield()
    }
  }

  struct NotAsked: Error {
    let call: String
    let calls: [String]
  }

  /// Controls that a test or VoiceOver could not tell from others.
  var unnamed: [String] {
    host.screen.flatMap(\.everything)
      .filter { $0.isInteractive && !$0.isAccessibilityHidden && $0.kind != .row }
      .filter { $0.label.isEmpty }
      .map { "\($0.kind.rawValue) #\($0.identifier ?? "-")" }
  }

  // MARK: What a person does

  func tap(_ id: String) throws { try host.tap(try need(id)) }
  func type(_ id: String, _ text: String) throws { try host.type(text, into: try need(id)) }
  func choose(_ id: String, _ option: String) throws { try host.choose(option, in: try need(id)) }
  func toggle(_ id: String, _ isOn: Bool) throws { try host.toggle(id: id, on: isOn) }
}
