import Domain
import Foundation
import ShimHost
import TestSupport
import Testing
import ViewModels

@testable import MessageAIApp

@Suite("The app in German", .timeLimit(.minutes(5)))
@MainActor
struct LanguageTests {
  private let german: Language
  private let english: EnglishTexts

  init() throws {
    let root = URL(fileURLWithPath: #filePath).appendingPathComponent("../../..").standardizedFileURL
    let catalog = root.appendingPathComponent("Apps/iOS/MessageAI/Resources/Localizable.xcstrings")
    german = try Language("de", catalog: catalog)
    english = try EnglishTexts(catalog)
  }

  @Test("no screen shows a text in English that the catalog has in German")
  func screens() async throws {
    for name in Sample.names {
      try await german.speak {
        try await ViewHost.run(try Sample.named(name)) { host in
          await host.settle()
          let left = said(by: host).filter(english.has)
          #expect(left.isEmpty, "\(name): \(left.sorted())")
        }
      }
    }
  }

  @Test("the same screens in English are full of such texts")
  func sensitivity() async throws {
    for name in ["ConversationListScreen", "ChatScreen", "SettingsScreen", "NotificationsScreen", "InsightBoard"] {
      try await ViewHost.run(try Sample.named(name)) { host in
        await host.settle()
        #expect(!said(by: host).filter(english.has).isEmpty, "\(name)")
      }
    }
  }

  @Test("what view models say is in German: fields, presence, days, marks, the connection, errors")
  func sentences() async throws {
    try await german.speak {
      try await AppFixture.run { app in
        let host = app.host
        let (bob, _) = try await app.person("Bob")
        try await host.wait(id: "signIn.email")
        try host.type("nobody", id: "signIn.email")
        try host.type("x", id: "signIn.password")
        try host.tap(id: "signIn.submit")
        try await host.wait(text: "Das ist keine E-Mail-Adresse.")
        try await app.signUp("Ada")
        let ada = try require(app.container.currentSession).me
        let room = try await bob.conversations.openDirect(with: ada)
        try await host.wait(text: "Noch keine Nachrichten")
        _ = try await bob.messages.send("Guten Morgen", to: room, replyTo: nil)
        try await host.wait(text: "Guten Morgen")
        try host.tap(id: "conversations.row.\(room)")
        try await host.wait(text: "1 neu")
        try await app.stopServer()
        try await host.wait(text: "Nachrichten werden aufgehoben und später gesendet.")
        try host.type("Bis gleich", id: "chat.text")
        try host.tap(id: "chat.send")
        try await host.wait(text: "Wird gesendet")
      }
    }
  }

  @Test("an example for the assistant is said as it stands there")
  func examples() async throws {
    try await german.speak {
      let stage = IntelligenceStage(.assistant, .empty)
      try await stage.shows("assistant.example.missed")
      try stage.tap("assistant.example.missed")
      try await stage.asks("talk Was habe ich verpasst?")
      await stage.end()
    }
  }

  @Test("what the rules of accounts and messages refuse is known in German, with its numbers")
  func rules() async throws {
    let refused: [() throws -> Void] = [
      { _ = try AccountRules.validatedName("") },
      { try AccountRules.validatePassword("short", commonest: []) },
      { try AccountRules.validatePassword("commonest", commonest: ["commonest"]) },
      { _ = try AccountRules.validatedEmail("nobody") },
      { _ = try MessageText.validated("") },
      { _ = try MessageText.validated(String(repeating: "a", count: MessageText.maximumLength + 1)) },
      { throw Refusal.notFound },
      { throw Refusal(.rateLimited, "", retryAfter: 3) },
    ]
    await german.speak {
      for rule in refused {
        do {
          try rule()
          Issue.record("nothing was refused")
        } catch {
          let sentence = Problem(error)?.sentence
          #expect(sentence?.localized != sentence?.english && sentence != nil, "\(sentence?.english ?? "")")
        }
      }
      let wait = Problem(Refusal(.rateLimited, "", retryAfter: 3))
      #expect(wait.sentence.localized == "Das war zu schnell. Versuch es in 3 Sekunden noch einmal.")
    }
  }

  @Test("what a server refuses in words that the catalog does not know is told by its code; known words are kept")
  func foreign() async throws {
    let unknown = "The frobnicator of this server is out of grease."
    let refused = ErrorCode.allCases.map { Problem(Refusal($0, unknown)).sentence }
    #expect(Problem(Refusal(.conflict, unknown)).sentence.localized == unknown, "English shows the server's own words")
    try await german.speak {
      for sentence in refused {
        #expect(sentence.localized != unknown && sentence.localized != sentence.english, "\(sentence.localized)")
      }
      func told(_ code: ErrorCode, _ detail: String, after seconds: Int? = nil) -> String {
        Problem(Refusal(code, detail, retryAfter: seconds)).sentence.localized
      }
      #expect(told(.conflict, unknown) == "Das passt nicht zu dem, was schon da ist.")
      #expect(told(.forbidden, unknown) == "Das darfst du hier nicht.")
      #expect(told(.tooLarge, "") == "Das ist zu viel oder zu lang.")
      #expect(told(.invalid, "At most 100 keywords.") == "Höchstens 100 dringende Wörter.")
      #expect(told(.rateLimited, unknown, after: 90) == "Das war zu schnell. Versuch es in 90 Sekunden noch einmal.")
      #expect(
        told(.rateLimited, unknown, after: 40_000)
          == "Das war fürs Erste zu viel. Versuch es in 12 Stunden noch einmal.")
    }
  }

  private func said(by host: ViewHost) -> Set<String> {
    let nodes = host.everything.flatMap(\.everything)
    return Set(nodes.flatMap { [$0.text, $0.title, $0.explicitLabel, $0.explicitValue, $0.hint].compactMap { $0 } })
  }
}

/// The English texts of the catalog that read otherwise in German.
private struct EnglishTexts {
  private struct File: Decodable {
    struct Text: Decodable {
      let localizations: [String: Localization]
    }

    struct Localization: Decodable {
      struct Unit: Decodable {
        let value: String
      }

      let stringUnit: Unit?
    }

    let strings: [String: Text]
  }

  private let whole: Set<String>
  private let patterns: [Regex<AnyRegexOutput>]

  init(_ url: URL) throws {
    let file = try JSONDecoder().decode(File.self, from: Data(contentsOf: url))
    let keys = file.strings.filter { $0.value.localizations["de"]?.stringUnit?.value != $0.key }.keys
    whole = Set(keys.filter { !$0.contains("%") })
    // Of those with little of their own, a sample's own words may be the rest.
    patterns = try keys.filter { $0.contains("%") && Self.words(of: $0).count(where: \.isLetter) >= 7 }.map { key in
      let parts = Self.words(of: key, separator: "\u{0}").split(separator: "\u{0}", omittingEmptySubsequences: false)
      return try Regex(parts.map { NSRegularExpression.escapedPattern(for: String($0)) }.joined(separator: ".+"))
    }
  }

  func has(_ text: String) -> Bool {
    whole.contains(text) || patterns.contains { text.wholeMatch(of: $0) != nil }
  }

  private static func words(of key: String, separator: String = "") -> String {
    key.replacing("%%", with: "%").replacing(#/%(\d\$)?(@|lld|lf)/#, with: separator)
  }
}
