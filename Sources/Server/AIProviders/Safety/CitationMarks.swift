/// The marks by which running text cites: `[3]`, `[3, 4]`.
package enum CitationMarks {
  /// All numbers cited, in order, repeats included.
  package static func numbers(in text: String) -> [Int] {
    marks(in: text).flatMap(\.numbers)
  }

  /// `text` without the numbers in `numbers`; a mark that loses all of them goes with the space
  /// before it.
  package static func removing(_ numbers: Set<Int>, from text: String) -> String {
    guard !numbers.isEmpty else { return text }
    var result = ""
    var position = text.startIndex
    for mark in marks(in: text) where !numbers.isDisjoint(with: mark.numbers) {
      result += text[position..<mark.range.lowerBound]
      let kept = mark.numbers.filter { !numbers.contains($0) }
      if !kept.isEmpty {
        result += "[" + kept.map(String.init).joined(separator: ", ") + "]"
      } else if result.last == " " {
        result.removeLast()
      }
      position = mark.range.upperBound
    }
    return result + text[position...]
  }

  private struct Mark {
    let range: Range<String.Index>
    let numbers: [Int]
  }

  private static func marks(in text: String) -> [Mark] {
    var marks: [Mark] = []
    var rest = text[...]
    while let start = rest.firstIndex(of: "[") {
      let inside = rest[text.index(after: start)...]
      rest = inside
      guard let end = inside.prefix(64).firstIndex(of: "]") else { continue }
      let parts = inside[..<end].split(separator: ",", omittingEmptySubsequences: false)
      let numbers = parts.compactMap { Int($0.drop(while: { $0 == " " })) }
      guard !numbers.isEmpty, numbers.count == parts.count else { continue }
      marks.append(Mark(range: start..<text.index(after: end), numbers: numbers))
      rest = text[text.index(after: end)...]
    }
    return marks
  }
}
