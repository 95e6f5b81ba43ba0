import AppIntents
import Domain
import Foundation
import Testing

@testable import MessageAIApp

extension PlatformTests {
  @Suite("Shortcuts of the system")
  @MainActor
  struct ShortcutIntentTests {
    init() {
      let samples = Repositories.samples()
      AppDependencyManager.shared.add(dependency: ShortcutContext { samples })
    }

    @Test("conversations are suggested, found by words and by id")
    func entities() async throws {
      let query = ConversationQuery()
      #expect(try await query.suggestedEntities().map(\.title) == ["Release", "Ada Lovelace"])
      #expect(try await query.entities(matching: "ada").map(\.title) == ["Ada Lovelace"])
      let found = try await query.entities(for: [PreviewSamples.team.description, "no id"])
      #expect(found.map(\.title) == ["Release"])
    }

    @Test("a message is sent, and it is said to whom")
    func send() async throws {
      let intent = SendMessageShortcut()
      intent.text = "On my way"
      intent.conversation = try #require(try await ConversationQuery().suggestedEntities().first)
      let result = try await intent.perform()
      let said = (result as? IntentResultContainer<Never>)?.dialog?.text
      #expect(said.map { String(localized: $0) } == "Sent to Release.")
      intent.text = " "
      await #expect(throws: ShortcutProblem.self) { _ = try await intent.perform() }
    }

    @Test("a summary is spoken")
    func summarise() async throws {
      let intent = SummarizeConversation()
      intent.conversation = try #require(try await ConversationQuery().suggestedEntities().first)
      let result = try await intent.perform()
      #expect(result.value?.isEmpty == false)
    }

    @Test("without a server the shortcut asks to sign in")
    func signedOut() async throws {
      let conversation = try #require(try await ConversationQuery().suggestedEntities().first)
      AppDependencyManager.shared.add(dependency: ShortcutContext { nil })
      let intent = SummarizeConversation()
      intent.conversation = conversation
      await #expect(throws: ShortcutProblem.signedOut) { _ = try await intent.perform() }
    }

    @Test("both shortcuts can be spoken without setting anything up")
    func phrases() {
      #expect(MessageAIShortcuts.appShortcuts.map(\.phraseCount) == [2, 2])
    }
  }
}
