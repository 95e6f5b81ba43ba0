import ShimHost
import SwiftUI
import Testing
import ViewModels

@testable import MessageAIApp

@Suite("Smart search that went otherwise than expected", .timeLimit(.minutes(5)))
@MainActor
struct SearchNoticeTests {
  @Test("the screen says so with the hits, until the next search goes well")
  func notice() async throws {
    let intelligence = RecordingIntelligence()
    let view = PreviewContainer { session in
      NavigationStack {
        SmartSearchView(
          model: SmartSearchViewModel(intelligence: intelligence), context: IntelligenceSamples.context(session))
      }
    }
    try await ViewHost.run(view) { host in
      intelligence.state.withLock { $0.notice = "Searched by words only." }
      try host.type("release", id: "smartSearch.query")
      try host.tap(id: "smartSearch.search")
      let notice = try await host.wait(id: "smartSearch.notice")
      #expect(notice.label == "Searched by words only.")
      intelligence.state.withLock { $0.notice = nil }
      try host.tap(id: "smartSearch.search")
      try await host.waitGone(id: "smartSearch.notice")
      #expect(intelligence.calls.count { $0.hasPrefix("search") } == 2)
    }
  }
}
