/// A tool call's arguments, which come as text.
enum ToolArguments {
  /// An object; nothing at all is an empty one. Throws `invalidAnswer` for anything else.
  static func read(_ text: String) throws(ModelFailure) -> JSONValue {
    if text.allSatisfy(\.isWhitespace) { return [:] }
    do throws(JSONParser.Failure) {
      let value = try JSONParser.parse(text)
      if value.object != nil { return value }
    } catch {
      // Said below: the place in the text does not help.
    }
    throw ModelFailure(.invalidAnswer, detail: "a tool call's arguments are no JSON object")
  }
}
