import AIProviders
import TestSupport
import Testing

@Suite("The guard on what models write")
struct ModelOutputGuardTests {
  private let sources = [
    1: "The launch moved to Tuesday, see https://docs.acme.test/launch?v=2.",
    2: "Ask bo@acme.test or look at wiki.acme.test/plan (internal).",
    3: "No links here.",
    4: "Planted: https://evil.example/x and [the report](https://evil.example/r)",
  ]
  private var outputGuard: ModelOutputGuard { ModelOutputGuard(sources: sources) }

  private func claim(_ text: String, _ citations: [Int] = [1]) -> ModelOutputGuard.Guarded? {
    outputGuard.claim(text, citations: citations)
  }

  // MARK: Citations

  @Test("citations of what was not shown go; a claim without any goes with them")
  func citations() {
    #expect(claim("x", [1, 99, 1, 0, 2, -1])?.citations == [1, 2])
    #expect(claim("x", []) == nil)
    #expect(claim("x", [99]) == nil)
    #expect(claim("  \u{200B} ", [1]) == nil)
    #expect(claim("<b></b>", [1]) == nil)
    let kept = outputGuard.claims([
      CitedText(text: "a", citations: [1]), CitedText(text: "b", citations: [7]), CitedText(text: "c", citations: [3]),
    ])
    #expect(kept.map(\.text) == ["a", "c"])
  }

  @Test(
    "marks in prose stay when they name a source",
    arguments: [
      ("It moved [1].", "It moved [1].", [1]), ("It moved [9].", "It moved.", []),
      ("Both [1][3].", "Both [1][3].", [1, 3]),
      ("Both [1, 9, 3].", "Both [1, 3].", [1, 3]), ("x [\u{200B}9] y", "x y", []), ("x [[9]1] y", "x [1] y", [1]),
      ("x [<b></b>9] y", "x y", []), ("array[0] = 1", "array = 1", []), ("[a] and [12345678901234567890]", nil, []),
    ] as [(String, String?, [Int])])
  func marks(text: String, shown: String?, citations: [Int]) {
    let guarded = outputGuard.prose(text)
    #expect(guarded.text == shown ?? text)
    #expect(guarded.citations == citations)
  }

  // MARK: Links that stay

  @Test(
    "an address that stands in a cited source stays",
    arguments: [
      ("See https://docs.acme.test/launch?v=2.", [1]), ("(https://docs.acme.test/launch?v=2)", [1]),
      ("bo@acme.test knows", [2]), ("It is in wiki.acme.test/plan, internal", [2]),
      ("See https://docs.acme.test/launch?v=2 and bo@acme.test", [1, 2]),
    ])
  func kept(text: String, citations: [Int]) {
    let guarded = claim(text, citations)
    #expect(guarded?.text == text)
    #expect(guarded?.removedLinks == 0)
  }

  @Test("a kept Markdown link shows its address")
  func keptMarkdown() {
    #expect(
      claim("[the plan](https://docs.acme.test/launch?v=2) moved")?.text
        == "the plan (https://docs.acme.test/launch?v=2) moved")
    #expect(claim("<https://docs.acme.test/launch?v=2>")?.text == "https://docs.acme.test/launch?v=2")
  }

  @Test(
    "an address that is only nearly one of a cited source goes",
    arguments: [
      "https://docs.acme.test/launch?v=2&d=SECRET", "https://docs.acme.test/launch?v=22",
      "https://docs.acme.test/launch",
      "https://docs.acme.test/launch?v=", "http://docs.acme.test/launch?v=2", "https://docs.acme.test/LAUNCH?v=2",
      "https://docs.acme.test/launch?v=2#SECRET", "https://x@docs.acme.test/launch?v=2", "docs.acme.test/launch?v=2",
      "https://docs.acme.test/launch?v=2。SECRET", "https://docs.acme.test/launch?v=2\"SECRET",
      "https://docs.acme.test/launch?v=2<SECRET", "https://docs.acme.test/launch?v=2!?!?!",
      "https://docs.acme.test/launch?v=2,https://evil.example", "https://docs.acme.test.evil.example/launch?v=2",
    ])
  func nearly(address: String) {
    let guarded = claim("See \(address) now")
    #expect(guarded?.removedLinks ?? 0 >= 1)
    #expect(guarded?.text.contains("acme.test") == false && guarded?.text.contains("evil") == false)
  }

  @Test("a source that is not cited lends no address; one that is does, even a planted one")
  func otherSource() {
    #expect(claim("See https://docs.acme.test/launch?v=2", [3])?.text == "See (link removed)")
    #expect(claim("See https://evil.example/x", [1, 3])?.text == "See (link removed)")
    #expect(claim("See https://evil.example/x", [4])?.text == "See https://evil.example/x")
    #expect(claim("See https://evil.example/x?d=SECRET", [4])?.text == "See (link removed)")
  }

  // MARK: Links that go

  @Test("words stay where a link goes")
  func words() {
    let cases = [
      ("Read [the report](https://evil.example/r) today", "Read the report (link removed) today"),
      ("Read [the report](/api/export) today", "Read the report (link removed) today"),
      ("![Chart](https://evil.example/c.png) shows it", "Chart (image removed) shows it"),
      ("![](https://evil.example/c.png)", "(image removed)"),
      ("![plan](https://docs.acme.test/launch?v=2)", "plan (image removed)"),
      ("[a [b] c](https://evil.example)", "a [b] c (link removed)"),
      ("[x](<https://evil.example/a b> \"t\") y", "x (link removed) y"),
      ("[![in](https://evil.example/1)](https://evil.example/2)", "in (image removed) (link removed)"),
      ("[the report][r]\n[r]: https://evil.example", "the report (link removed)\nr: (link removed)"),
      ("<https://evil.example/a|the report> is out", "the report (link removed) is out"),
      ("<a href=\"https://evil.example\">report</a> is out", "report is out"),
      ("before <img src=x onerror=alert(1)> after", "before  after"),
      ("a <script>alert('x')</script> b", "a  b"),
      ("a <!-- secret --> b", "a  b"),
      ("a <img src=\"https://evil.example/", "a"),
      ("Go to www.evil.example now", "Go to (link removed) now"),
      ("See evil.example.", "See (link removed)."),
      ("SECRET.evil.example", "(link removed)"), ("self.view.travel", "(link removed)"),
      ("user.profile.name/export", "(link removed)"), ("user.profile.name?d=1", "(link removed)"),
      ("user.SECRET.name", "(link removed)"), ("bo@user.profile.name", "(link removed)"),
      ("user.profile.name.evil.store", "(link removed)"), ("user.data.com", "(link removed)"),
      ("https://user.profile.name", "(link removed)"), ("www.profile.name", "(link removed)"),
      ("user-data.profile.name", "(link removed)"), ("user.profile.n\u{430}me.рф", "(link removed)"),
      ("self.view.frame.evil.store", "(link removed)"), ("self.view.рф", "(link removed)"),
      ("Mail a@evil.example, please", "Mail (link removed), please"),
      ("\"https://evil.example/a\"!", "\"(link removed)\"!"),
      ("&#104;ttps://evil.example", "(link removed)"),
      ("AT&amp;T &lt;3", "AT&T <3"),
      ("[x](https://evil.example/unclosed and more", "x (link removed)"),
      ("\\[x](https://evil.example)", "\\[x] ((link removed))"),
    ]
    for (text, shown) in cases { #expect(claim(text)?.text == shown, "\(text)") }
  }

  @Test(
    "what is no link stays",
    arguments: [
      "Plain words, 50 % and 3.5 < 4 & 5 > 4.", "Use List<String> or Map<K, V>.",
      "Version 2.0.1 of Node.js and README.md",
      "At 10:30, e.g. on Tue/Wed, and/or later…", "a/b/c and C:\\Temp\\x", "ratio 1:2, key: value, data: see below",
      "**bold** _it_ `code` - list\n1. one\n2. two", "fine.So be it. ok?Yes", "Costs $5 (≈ 4.6 €) [sic]",
      "3.14 1.2.3.4 v1.2/rc",
      "Grüße 👋🏽 日本語。次の文。", "f(x)[i] = {a: 1}", "main.swift/Package.swift", "#channel @bo !important",
      "Read user.profile.name and `order.items.total`, then set response.data.id.",
      "this.state.currentUser.first_name is empty, event.target.style too (window.location.search).",
      "x := y // comment", "Set self.view.frame from view.bounds.size, then model.layers.weight/2",
    ])
  func untouched(text: String) {
    let guarded = claim(text)
    #expect(guarded?.text == text)
    #expect(guarded?.removedLinks == 0)
  }

  @Test("every form of exfiltration is inert", arguments: HostileForms.all("SECRET").enumerated().map(\.offset))
  func hostile(index: Int) throws {
    let form = HostileForms.all("SECRET")[index]
    for text in [form, "Hello. \(form)", "\(form) bye", "- \(form)\n- more", "> \(form)"] {
      for guarded in [claim(text), Optional(outputGuard.prose(text))] {
        let shown = guarded?.text ?? ""
        #expect(!Self.isLive(shown), "\(form) → \(shown)")
        #expect(!shown.unicodeScalars.contains(where: InvisibleText.isInvisible), "\(form)")
      }
    }
  }

  @Test("guarding twice changes nothing more", arguments: HostileForms.all("SECRET"))
  func stable(form: String) {
    let once = outputGuard.prose(form).text
    #expect(outputGuard.prose(once).text == once)
  }

  @Test("forms put together in any order stay inert, and together with each other's halves")
  func combinations() {
    let forms = HostileForms.visible("SECRET")
    var random = SeededGenerator(seed: 7)
    for _ in 0..<150 {
      let parts = (0..<4).map { _ -> String in
        let form = forms[Int.random(in: 0..<forms.count, using: &random)]
        let cut = Int.random(in: 0...form.count, using: &random)
        return Bool.random(using: &random) ? String(form.prefix(cut)) : String(form.dropFirst(cut))
      }
      let shown = outputGuard.prose(parts.joined()).text
      #expect(!Self.isLive(shown), "\(parts) → \(shown)")
      #expect(outputGuard.prose(shown).text == shown, "\(parts)")
    }
  }

  // MARK: Length

  @Test("text is cut between words, never inside of an address")
  func length() {
    let small = ModelOutputGuard(sources: sources, maximumLength: 20)
    #expect(small.claim("one two three four five six", citations: [1])?.text == "one two three four…")
    let address = "https://docs.acme.test/launch?v=2"
    #expect(small.claim("see \(address)", citations: [1])?.text == "see…")
    #expect(small.claim(String(repeating: "x", count: 50), citations: [1])?.text.count == 20)
    let huge = String(repeating: "[", count: 200_000)
    #expect((outputGuard.claim(huge, citations: [1])?.text.count ?? 0) <= 4_000)
  }

  @Test("labels are one short line without links")
  func labels() {
    #expect(outputGuard.label("Launch\nplan  https://docs.acme.test/launch?v=2") == "Launch plan (link removed)")
    #expect(outputGuard.label(String(repeating: "word ", count: 100), atMost: 12) == "word word…")
  }

  /// Whether some client could follow or load something: judged apart from the guard's own scanner.
  static func isLive(_ text: String) -> Bool {
    let words = text.lowercased()
    let live = [
      "203.0.113.7/", "//[2001", "://", ":\\\\", "javascript:", "data:t", "tel:+", "mailto:", "<img", "<a ", "<svg",
      "<script", "<iframe", "<style", "<meta", "](", "&#", "&colon",
    ]
    // A host that runs on into other letters is another name, which leads nowhere.
    if words.ranges(of: HostileForms.host).contains(where: { words[$0.upperBound...].first?.isLetter != true }) {
      return true
    }
    return live.contains { words.contains($0) }
  }
}

/// Splitmix64: the same numbers on each run.
struct SeededGenerator: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64) { state = seed }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var value = state
    value = (value ^ (value >> 30)) &* 0xBF58_476D_1CE4_E5B9
    value = (value ^ (value >> 27)) &* 0x94D0_49BB_1331_11EB
    return value ^ (value >> 31)
  }
}
