import Domain
import Foundation
import Testing
import ViewModels

@Suite("Addresses, initials, snippets and links")
struct SmallTextsTests {
  @Test(
    "a server's address is understood as people write it",
    arguments: [
      ("chat.example.org", "https://chat.example.org", "chat.example.org"),
      ("  Chat.Example.org/ ", "https://chat.example.org", "chat.example.org"),
      ("https://chat.example.org:8443", "https://chat.example.org:8443", "chat.example.org:8443"),
      ("localhost:8080", "http://localhost:8080", "http://localhost:8080"),
      ("http://127.0.0.1:8080", "http://127.0.0.1:8080", "http://127.0.0.1:8080"),
      ("studio.local", "http://studio.local", "http://studio.local"),
      ("192.168.1.20:8080", "http://192.168.1.20:8080", "http://192.168.1.20:8080"),
      ("https://10.0.0.7", "https://10.0.0.7", "https://10.0.0.7"),
    ])
  func address(written: String, url: String, shown: String) throws {
    let address = try #require(ServerAddress(written))
    #expect(address.url.absoluteString == url)
    #expect(address.text == shown)
    #expect(ServerAddress(address.text) == address)
  }

  @Test(
    "what is no address, or would send messages unencrypted over the internet, is not taken",
    arguments: [
      "", " ", "two words", "http://chat.example.org", "ftp://chat.example.org", "https://", "https://a/b",
      "https://me:secret@chat.example.org", "https://chat.example.org?x=1", "https://localhost.evil.org/x",
      "http://8.8.8.8", "http://172.32.0.1", "http://192.168.1.20.evil.org", "http://192.168.1", "http://10.0.0.300",
    ])
  func noAddress(written: String) {
    #expect(ServerAddress(written) == nil)
  }

  @Test("two servers never share a folder, and its name has no path in it")
  func folders() throws {
    let names = try ["chat.example.org", "chat.example.org:8443", "http://localhost:1"].map {
      try #require(ServerAddress($0)).folderName
    }
    #expect(Set(names).count == 3)
    #expect(names.allSatisfy { !$0.contains("/") && !$0.contains(":") })
  }

  @Test(
    "initials are of the first and the last word",
    arguments: [
      ("Ada Lovelace", "AL"), ("ada", "A"), ("Grace B. Hopper", "GH"), ("", "?"), ("🎉", "?"), ("Ångström", "Å"),
      ("#team-release", "TR"),
    ])
  func initials(name: String, initials: String) {
    #expect(AvatarText(name: name, key: 1).initials == initials)
  }

  @Test("a person keeps their colour under another name")
  func colour() {
    let key = UserID(high: 1, low: 2)
    #expect(AvatarText(name: "A", key: key).colour == AvatarText(name: "B", key: key).colour)
    let colours = Set((0..<64).map { AvatarText(name: "A", key: UserID(high: 1, low: $0)).colour })
    #expect(colours.count == AvatarText.colourCount)
  }

  @Test("white initials are read on every colour: a contrast of 4.5 and more (WCAG AA)", arguments: AvatarText.palette)
  func contrast(_ colour: UInt32) {
    let parts = [16, 8, 0].map { shift -> Double in
      let part = Double((colour >> shift) & 0xFF) / 255
      return part <= 0.04045 ? part / 12.92 : pow((part + 0.055) / 1.055, 2.4)
    }
    let luminance = 0.2126 * parts[0] + 0.7152 * parts[1] + 0.0722 * parts[2]
    #expect(1.05 / (luminance + 0.05) >= 4.5)
  }

  @Test("a snippet's matches are told from the rest, also at its ends and when a mark is missing")
  func snippets() {
    func parts(_ text: String) -> [String] { SnippetText(text).parts.map { $0.isMatch ? "[\($0.text)]" : $0.text } }
    #expect(parts("a \u{2}b\u{3} c") == ["a ", "[b]", " c"])
    #expect(parts("\u{2}a\u{3}\u{2}b\u{3}") == ["[a]", "[b]"])
    #expect(parts("plain") == ["plain"])
    #expect(parts("a \u{2}b") == ["a ", "[b]"])
    #expect(parts("").isEmpty)
    #expect(SnippetText("a \u{2}b\u{3} c").text == "a b c")
  }

  @Test(
    "web addresses become links without the marks that end a sentence",
    arguments: [
      ("See https://example.org/a?b=c.", ["https://example.org/a?b=c"]),
      ("(http://example.org) and\nhttps://b.example.org!", ["https://b.example.org"]),
      ("no link, https:// nor javascript:alert(1)", []),
      ("HTTPS://EXAMPLE.ORG", ["HTTPS://EXAMPLE.ORG"]),
    ] as [(String, [String])])
  func links(text: String, links: [String]) {
    let attributed = LinkedText.attributed(text)
    #expect(String(attributed.characters) == text)
    #expect(attributed.runs.compactMap { $0.link?.absoluteString } == links)
  }

  @Test("zones and languages offer the present choice too, in the order of their names")
  func choices() {
    #expect(LocaleChoices.timeZones(with: "Moon/Base").contains("Moon/Base"))
    #expect(LocaleChoices.timeZones().contains("Europe/Berlin"))
    #expect(LocaleChoices.timeZoneName("America/New_York") == "New York, America")
    let english = Locale(identifier: "en_GB")
    let codes = LocaleChoices.languages(with: "eo", in: english)
    #expect(codes.contains("eo"))
    let names = codes.map { LocaleChoices.languageName($0, in: english) }
    #expect(names == names.sorted())
    #expect(LocaleChoices.languageName("de", in: english) == "German")
  }
}

@Suite("Phrases")
struct PhraseTests {
  private let name = "Ada"

  @Test("a phrase keeps what is filled in apart from its words, and reads as one sentence in English")
  func parts() {
    let phrase: Phrase = "\(name) and \(2) others, \(Phrase("Today"))"
    #expect(phrase.english == "Ada and 2 others, Today")
    #expect("\(phrase)" == phrase.english)
    let kinds = phrase.parts.map { part in
      switch part {
      case .words(let words): "words(\(words))"
      case .foreign(let sentence, _): "foreign(\(sentence))"
      case .text(let text): "text(\(text))"
      case .number(let number): "number(\(number))"
      case .phrase(let phrase): "phrase(\(phrase))"
      }
    }
    #expect(kinds == ["text(Ada)", "words( and )", "number(2)", "words( others, )", "phrase(Today)"])
  }

  @Test("only what has words of its own is to be translated")
  func words() {
    let today: Phrase = "Today"
    #expect(today.hasWords)
    #expect(!Phrase(verbatim: "Today").hasWords)
    #expect(!("\(today), \(name)" as Phrase).hasWords)
    #expect(!Phrase.joined([today, today], by: " or ").hasWords)
    #expect(Phrase.joined([today, today], by: " or ").english == "Today or Today")
  }
}
