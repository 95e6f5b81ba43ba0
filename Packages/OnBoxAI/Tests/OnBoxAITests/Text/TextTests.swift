import Testing

@testable import OnBoxAI

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
}
