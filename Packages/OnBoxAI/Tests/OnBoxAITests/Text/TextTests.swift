import Foundation
import Testing

@testable import OnBoxAI
@testable import OnBoxEvaluation

@Suite("Words and sentences of a text")
struct TextTests {
  @Test(
    "a sentence ends with its sign or its line, not with an abbreviation, and not inside code",
    arguments: [
      ("See Dr. Li on Oct. 5. Then  call\nme!", ["See Dr. Li on Oct. 5.", "Then call", "me!"]),
      ("Run `a. b` first. Done", ["Run `a. b` first.", "Done"]),
      ("Really? Yes.\n\n?!\n👍", ["Really?", "Yes."]),
      ("", []),
    ])
  func sentences(text: String, expected: [String]) {
    #expect(Sentences.of(text, longest: 400) == expected)
  }

  @Test("a sentence without an end is cut")
  func longSentence() {
    #expect(Sentences.of("one two three four", longest: 8) == ["one two", "three fo", "ur"])
  }

  @Test("words are in lower case, with straight apostrophes, without the signs between them")
  func words() {
    #expect(PlainWords.of("It’s Bo’s café, “isn't” it?") == ["it's", "bo's", "café", "isn't", "it"])
  }

  @Test("the words of ASCII are the same without Unicode's tables")
  func wordsOfASCII() {
    let signs = (0..<128).map { String(Unicode.Scalar(UInt8($0))) }
    for first in signs {
      for second in signs {
        let text = "A\(first)b\(second)C"
        #expect(PlainWords.ofASCII(text) == PlainWords.ofAny(text))
      }
    }
    #expect(PlainWords.ofASCII("café") == nil)
  }

  @Test("a name is found however its apostrophe is written")
  func names() {
    let names = NameMatcher(["Sean O’Brien", "Ana Lopez"])
    let tokens = Tokenizer().tokens(of: "ask Sean O'Brien")
    #expect(names.match(tokens, at: 1, before: tokens.count)?.next == 3)
    #expect(names.index(of: "sean o'brien") == 0)
  }

  @Test("what all uses leave out, each leaves out")
  func stopWords() {
    for list in [StopWords.ofSummary, StopWords.ofDecisions] { #expect(list.isSuperset(of: StopWords.common)) }
    #expect(StopWords.common.subtracting(StopWords.ofSearch) == ["us"])
    #expect(StopWords.common.isSuperset(of: StopWords.core))
  }

  @Test("the code names each list of the files, and no other; none is empty")
  func lists() throws {
    let folder = RepositoryModels.root.appendingPathComponent("Packages/OnBoxAI/Sources")
    let files = try #require(FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil))
    var listed: [String] = []
    var named = Set(IssueWords.families.map { "trackers.\($0.name)" })
    for case let file as URL in files where ["txt", "swift"].contains(file.pathExtension) {
      let text = try String(contentsOf: file, encoding: .utf8)
      listed += text.matches(of: /(?m)^\[(.+)\]$/).map { String($0.1) }
      named.formUnion(text.matches(of: /"(\w+\.[\w.]+)"/).map { String($0.1) })
    }
    let subjects = Set(listed.map { $0.prefix { $0 != "." } })
    #expect(Set(listed) == named.filter { subjects.contains($0.prefix { $0 != "." }) })
    #expect(Set(listed).count == listed.count)
    for name in listed { #expect(!English.words(name).isEmpty) }
  }

  @Test("each phrase about times names its meaning first")
  func meaningsOfTime() {
    func names(_ list: String) -> [String] { English.phrases(list).compactMap(\.first) }
    #expect(names("times.roles").allSatisfy { TimeWord.Role(rawValue: $0) != nil })
    #expect(names("times.units").allSatisfy { TimeWord.Unit(rawValue: $0) != nil })
    #expect(names("times.dayParts").allSatisfy { DayPart(rawValue: $0) != nil })
    #expect(names("times.meridiems").allSatisfy { TimeWord.Meridiem(rawValue: $0) != nil })
    for list in ["times.zones", "times.weakZones", "times.places"] {
      #expect(names(list).allSatisfy { TimeZone(identifier: $0) != nil })
    }
    for list in ["times.numbers", "times.ordinals", "decisions.choices"] {
      #expect(names(list).allSatisfy { Int($0) != nil })
    }
  }
}
