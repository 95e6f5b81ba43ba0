import Domain
import SwiftUI
import Testing
import ViewModels

@testable import MessageAIApp

/// Every screen of the AI in every state: what is there, empty, on its way, not offered, and
/// without network.
@Suite("The screens of the AI, state by state", .timeLimit(.minutes(5)))
@MainActor
struct IntelligenceStatesTests {
  struct Case: Sendable, CustomTestStringConvertible {
    let screen: IntelligenceStage.Screen
    let mood: SampleIntelligence.Mood
    /// What must be on screen.
    let shows: String

    var testDescription: String { "\(screen) \(mood): \(shows)" }
  }

  nonisolated static let cases: [Case] = [
    Case(screen: .digest, mood: .content, shows: "output.title"),
    Case(screen: .digest, mood: .content, shows: "output.notice"),
    Case(screen: .digest, mood: .content, shows: "ai.mark"),
    Case(screen: .digest, mood: .empty, shows: "output.notFound"),
    Case(screen: .digest, mood: .slow, shows: "digest.loading"),
    Case(screen: .digest, mood: .offline, shows: "digest.failed"),
    Case(screen: .digest, mood: .offline, shows: "digest.retry"),
    Case(screen: .priority, mood: .content, shows: "verdict.6"),
    Case(screen: .priority, mood: .empty, shows: "priority.empty"),
    Case(screen: .priority, mood: .slow, shows: "priority.loading"),
    Case(screen: .priority, mood: .offline, shows: "priority.failed"),
    Case(screen: .actions, mood: .content, shows: "insight.\(IntelligenceSamples.task.id)"),
    Case(screen: .actions, mood: .empty, shows: "actions.empty"),
    Case(screen: .actions, mood: .slow, shows: "actions.loading"),
    Case(screen: .actions, mood: .offline, shows: "insight.\(IntelligenceSamples.task.id)"),
    Case(screen: .decisions, mood: .content, shows: "insight.\(IntelligenceSamples.insights[2].id)"),
    Case(screen: .decisions, mood: .empty, shows: "decision.empty"),
    Case(screen: .dashboard, mood: .notOffered, shows: "availability.notOffered.empty"),
    Case(screen: .dashboard, mood: .offline, shows: "availability.offline"),
    Case(screen: .dashboard, mood: .content, shows: "availability.waiting"),
    Case(screen: .catchUp, mood: .content, shows: "output.contributions"),
    Case(screen: .catchUp, mood: .slow, shows: "summary.loading"),
    Case(screen: .catchUp, mood: .offline, shows: "summary.failed"),
    Case(screen: .catchUp, mood: .notOffered, shows: "availability.notOffered.empty"),
    Case(screen: .search, mood: .content, shows: "smartSearch.empty"),
    Case(screen: .assistant, mood: .content, shows: "assistant.message.\(IntelligenceSamples.talk[1].id)"),
    Case(screen: .assistant, mood: .empty, shows: "assistant.empty"),
    Case(screen: .assistant, mood: .slow, shows: "assistant.loading"),
    Case(screen: .assistant, mood: .offline, shows: "assistant.failed"),
    Case(screen: .assistant, mood: .notOffered, shows: "availability.notOffered.empty"),
    Case(screen: .memory, mood: .content, shows: "memory.forgetAll"),
    Case(screen: .memory, mood: .empty, shows: "memory.empty"),
    Case(screen: .memory, mood: .slow, shows: "memory.loading"),
    Case(screen: .memory, mood: .offline, shows: "memory.failed"),
    Case(screen: .preferences, mood: .content, shows: "aiStatus.model"),
    Case(screen: .preferences, mood: .empty, shows: "aiStatus.onBox"),
    Case(screen: .preferences, mood: .slow, shows: "aiPreferences.loading"),
    Case(screen: .preferences, mood: .notOffered, shows: "aiStatus.notOffered"),
    Case(screen: .preferences, mood: .offline, shows: "aiPreferences.failed"),
    Case(screen: .ledger, mood: .content, shows: "ledger.entry.0"),
    Case(screen: .ledger, mood: .empty, shows: "ledger.empty"),
    Case(screen: .ledger, mood: .slow, shows: "ledger.loading"),
    Case(screen: .ledger, mood: .offline, shows: "ledger.failed"),
    Case(screen: .earlier, mood: .content, shows: "earlier.\(IntelligenceSamples.summary.id)"),
    Case(screen: .earlier, mood: .empty, shows: "earlier.empty"),
    Case(screen: .earlier, mood: .slow, shows: "earlier.loading"),
    Case(screen: .earlier, mood: .offline, shows: "earlier.failed"),
    Case(screen: .mark, mood: .content, shows: "mark.conversation.\(PreviewSamples.team)"),
  ]

  @Test("a screen shows what its state calls for, and every control has a name", arguments: cases)
  func state(_ given: Case) async throws {
    let stage = IntelligenceStage(given.screen, given.mood)
    try await stage.shows(given.shows)
    #expect(stage.unnamed == [])
    await stage.end()
  }

  @Test(
    "what failed is asked again, and then shown",
    arguments: [
      (IntelligenceStage.Screen.digest, "digest.retry", "output.title"),
      (.priority, "priority.retry", "verdict.6"), (.memory, "memory.retry", "memory.forgetAll"),
      (.ledger, "ledger.retry", "ledger.entry.0"), (.assistant, "assistant.retry", "assistant.list"),
      (.preferences, "aiPreferences.retry", "aiStatus.model"),
    ])
  func retry(screen: IntelligenceStage.Screen, button: String, shows: String) async throws {
    let stage = IntelligenceStage(screen, .offline)
    try await stage.shows(button)
    stage.intelligence.mood = .content
    try stage.tap(button)
    try await stage.shows(shows)
    await stage.end()
  }
}
