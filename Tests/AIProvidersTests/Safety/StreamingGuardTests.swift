import AIProviders
import TestSupport
import Testing

@Suite("The guard on text that is still being written")
struct StreamingGuardTests {
  private let outputGuard = ModelOutputGuard(sources: [
    1: "See https://docs.acme.test/launch for the plan.", 2: "Tuesday it is.",
  ])

  private func shown(_ text: String, cuts: [Int], _ outputGuard: ModelOutputGuard? = nil) -> (String, StreamingGuard) {
    var stream = StreamingGuard(outputGuard ?? self.outputGuard)
    var result = ""
    let scalars = Array(text.unicodeScalars)
    var start = 0
    for cut in cuts + [scalars.count] {
      var part = String.UnicodeScalarView()
      part.append(contentsOf: scalars[start..<cut])
      result += stream.append(String(part))
      start = cut
    }
    return (result + stream.finish(), stream)
  }

  @Test("harmless text comes out as it went in, wherever it is cut")
  func harmless() {
    let text = "It moved [2].\n\n- **One** (a < b)\n- Two: see [1, 2] & more 👨‍👩‍👧 ok\n"
    let count = text.unicodeScalars.count
    for cut in 0...count { #expect(shown(text, cuts: [cut]).0 == text) }
    let (bytewise, stream) = shown(text, cuts: Array(1..<count))
    #expect(bytewise == text && stream.citations == [2, 1] && stream.removedLinks == 0)
  }

  @Test("words flow: nothing is held longer than to the next white space")
  func flows() {
    var stream = StreamingGuard(outputGuard)
    #expect(stream.append("Hello wor") == "Hello ")
    #expect(stream.append("ld. Mo") == "world. ")
    #expect(stream.append("re") == "")
    #expect(stream.finish() == "More")
  }

  @Test("an address waits for its line, where its citation stands")
  func citedLater() {
    let text = "The plan is https://docs.acme.test/launch here [1].\nBye."
    for cut in 0...text.count { #expect(shown(text, cuts: [cut]).0 == text) }
    #expect(shown("See https://docs.acme.test/launch now.", cuts: [9]).0 == "See (link removed) now.")
    #expect(shown("First [1].\nSee https://docs.acme.test/launch now.", cuts: [9]).0.contains("acme.test/launch"))
  }

  @Test("every form of exfiltration is inert, however it is cut", arguments: HostileForms.all("SECRET"))
  func hostile(form: String) {
    let text = "Hello \(form) and more [99]."
    let count = text.unicodeScalars.count
    let single = stride(from: 1, to: count, by: 7).map { [$0] }
    for cuts in single + [Array(stride(from: 2, to: count, by: 2)), Array(stride(from: 5, to: count, by: 5))] {
      let result = shown(text, cuts: cuts).0
      #expect(!ModelOutputGuardTests.isLive(result), "\(cuts.prefix(3)): \(result)")
      #expect(!result.contains("[99]"))
    }
  }

  @Test("a bracket that never closes is let go in the end")
  func openBracket() {
    let text = "[" + String(repeating: "word ", count: 1_000)
    var stream = StreamingGuard(ModelOutputGuard(sources: [:], maximumLength: 10_000))
    var result = ""
    for character in text { result += stream.append(String(character)) }
    #expect(result.count > 4_000)
  }

  @Test("the whole text is bounded")
  func bounded() {
    let small = ModelOutputGuard(sources: [:], maximumLength: 50)
    let (result, _) = shown(String(repeating: "word ", count: 100), cuts: Array(stride(from: 7, to: 500, by: 7)), small)
    #expect(result.count <= 50)
  }
}
