import Domain
import ServerCore
import TestSupport

/// A group with what three people wrote into it, read by the pipeline.
struct Chat {
  let fixture: SmartSearchTests.SearchFixture
  let yard: ConversationID
  var messages: [MessageID] = []

  /// `lines`: who it is by, a for Ada, b for Bob and e for Eve, and what.
  init(_ lines: String) async throws {
    fixture = try SmartSearchTests.SearchFixture()
    yard = try fixture.it.storeFixture.group(fixture.ada, [fixture.bob, fixture.eve], name: "Yard")
    for line in lines.split(separator: "\n") {
      let sender = ["a": fixture.ada, "b": fixture.bob, "e": fixture.eve][line.prefix(1)]
      messages.append(
        try fixture.it.post(String(line.dropFirst(2)), by: sender ?? fixture.ada, in: yard).id)
      fixture.it.clock.advance(seconds: 60)
    }
    try await fixture.it.index()
  }

  /// What the points cite first, by the number of its line from 1.
  func lines(_ question: String) async throws -> [Int] {
    try await fixture.it.services.answers.ask(question, for: fixture.bob).points.compactMap { point in
      point.citations.first.flatMap { cited in messages.firstIndex(of: cited.message).map { $0 + 1 } }
    }
  }
}
