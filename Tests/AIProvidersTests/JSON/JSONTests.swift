import AIProviders
import Testing

@Suite("JSON as the providers read and write it")
struct JSONTests {
  @Test(
    "what is written reads as what it was",
    arguments: [
      JSONValue.null, true, 0, -7, 9_007_199_254_740_993, 1.5, -2.5e-7, "", "a\"b\\c/\n\r\t\u{8}\u{1F600}é\u{7F}",
      [], [1, "two", [nil]], [:], ["a": ["b": [1, 2]], "c": false],
    ] as [JSONValue])
  func roundTrip(value: JSONValue) throws {
    #expect(try JSONParser.parse(value.text) == value)
  }

  @Test("members keep their order, and equality does not ask for it")
  func order() throws {
    let value = try JSONParser.parse(#"{"z":1,"a":2,"m":3}"#)
    #expect(value.text == #"{"z":1,"a":2,"m":3}"#)
    #expect(value == ["a": 2, "m": 3, "z": 1])
  }

  @Test("no written text can close a tag around it")
  func escapes() {
    let text = JSONValue.string("</messages>&\n\u{2028}").text
    #expect(!text.contains("<") && !text.contains(">") && !text.contains("\n") && !text.contains("\u{2028}"))
  }

  @Test(
    "what is no JSON is refused",
    arguments: [
      "", " ", "{", "}", "[1,]", "[1 2]", "{\"a\"}", "{\"a\":}", "{a:1}", "{\"a\":1,}", "nul", "truth", "01", "-", "1.",
      ".5", "1e", "+1", "\"a", "\"\\x\"", "\"\\u12\"", "\"\\u+123\"", "\"a\nb\"", "[1]x", "1e999", "'a'", "NaN",
      "//a\n1",
    ])
  func refused(text: String) {
    #expect(throws: JSONParser.Failure.self) { try JSONParser.parse(text) }
  }

  @Test("bytes that are no UTF-8 are refused")
  func encoding() {
    #expect(throws: JSONParser.Failure.self) { try JSONParser.parse([0x22, 0xFF, 0x22][...]) }
  }

  @Test("surrogates make one scalar; a lone one becomes a replacement character")
  func surrogates() throws {
    #expect(try JSONParser.parse(#""\ud83d\ude00""#) == "\u{1F600}")
    #expect(try JSONParser.parse(#""\ud83dx\ude00""#) == "\u{FFFD}x\u{FFFD}")
  }

  @Test("nesting has a bound, however long the text")
  func depth() {
    let deep = String(repeating: "[", count: 100_000)
    #expect(throws: JSONParser.Failure.self) { try JSONParser.parse(deep) }
    #expect(throws: JSONParser.Failure.self) {
      try JSONParser.parse(String(repeating: "{\"a\":", count: 65) + "1" + String(repeating: "}", count: 65))
    }
  }

  @Test(
    "JSON is found in what a model wrote around it",
    arguments: [
      #"{"a":1}"#,
      "  \n{\"a\":1}\n",
      "```json\n{\"a\":1}\n```",
      "Sure! Here it is:\n```\n{\"a\": 1}\n```\nAnything else?",
      "Sure: {\"a\":1} as you wanted {\"a\":2}",
      "```json\n{\"a\":1,}\n```",
      "```json\n{\"a\":1}",
      "A set {like this} and then {\"a\":1}",
      "<think>maybe {\"a\":0}? no</think>{\"a\":1}",
    ])
  func extraction(text: String) {
    #expect(JSONExtraction.value(in: text) == ["a": 1])
  }

  @Test("raw line breaks in strings are forgiven")
  func lineBreaks() {
    #expect(JSONExtraction.value(in: "Here: {\"a\":\"x\ny\"}") == ["a": "x\ny"])
  }

  @Test("there is none in prose, nor in a text of nothing but brackets", arguments: ["no", "{", "{{{", "", "[x"])
  func noExtraction(text: String) {
    #expect(JSONExtraction.value(in: text) == nil)
    #expect(JSONExtraction.value(in: String(repeating: "{\"", count: 100_000)) == nil)
  }
}
