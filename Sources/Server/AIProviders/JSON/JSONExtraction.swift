/// Finds the JSON in what a model wrote around it: fences, a greeting, thoughts.
package enum JSONExtraction {
  /// Texts past this are not searched.
  private static let maximumBytes = 1 << 20
  /// How many opening brackets are tried.
  private static let maximumCandidates = 64

  /// The value that `text` holds: the whole text, else the first fenced block that is JSON, else
  /// the first object in it. `nil` when there is none.
  package static func value(in text: String) -> JSONValue? {
    let bytes = Array(text.utf8)
    guard bytes.count <= maximumBytes else { return nil }
    if let whole = parsed(bytes[...]) { return whole }
    for block in fencedBlocks(in: text) {
      if let value = firstObject(in: Array(block.utf8)) { return value }
    }
    return firstObject(in: Array(afterThoughts(text).utf8)) ?? firstObject(in: bytes)
  }

  private static func parsed(_ bytes: ArraySlice<UInt8>) -> JSONValue? {
    do throws(JSONParser.Failure) {
      return try JSONParser.parse(bytes)
    } catch {
      return nil
    }
  }

  /// The contents of ``` blocks, unclosed ones included.
  private static func fencedBlocks(in text: String) -> [Substring] {
    var blocks: [Substring] = []
    var rest = text[...]
    while let start = rest.firstRange(of: "```"), blocks.count < maximumCandidates {
      let inside = rest[start.upperBound...]
      let end = inside.firstRange(of: "```")
      blocks.append(inside[..<(end?.lowerBound ?? inside.endIndex)])
      rest = inside[(end?.upperBound ?? inside.endIndex)...]
    }
    return blocks
  }

  /// Reasoning models write drafts before `</think>`.
  private static func afterThoughts(_ text: String) -> Substring {
    guard let end = text.ranges(of: "</think>").last else { return text[...] }
    return text[end.upperBound...]
  }

  private static func firstObject(in bytes: [UInt8]) -> JSONValue? {
    var tried = 0
    for start in bytes.indices where bytes[start] == UInt8(ascii: "{") {
      tried += 1
      guard tried <= maximumCandidates else { return nil }
      do throws(JSONParser.Failure) {
        return try JSONParser.parsePrefix(bytes[start...])
      } catch {
        continue
      }
    }
    return nil
  }
}
