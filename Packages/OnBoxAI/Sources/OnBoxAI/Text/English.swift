import CWords

/// The word lists of English, from the files in `Sources/CWords/English`; the program carries them
/// in itself.
///
/// A list stands under its name in brackets. A line that begins with "# " says something to people.
package enum English {
  private static let lists: [String: String] = {
    var lists: [String: String] = [:]
    var name = ""
    for line in String(cString: messageai_english()).split(separator: "\n") where !line.hasPrefix("# ") {
      if line.hasPrefix("["), line.hasSuffix("]") {
        name = String(line.dropFirst().dropLast())
      } else {
        lists[name, default: ""] += line + "\n"
      }
    }
    return lists
  }()

  private static func text(_ list: String) -> String {
    guard let text = lists[list] else { preconditionFailure("No file in Sources/CWords/English lists \(list)") }
    return text
  }

  private static func words(in text: some StringProtocol) -> [String] {
    text.split(whereSeparator: \.isWhitespace).map { String($0) }
  }

  /// The words of a list in their order, apart by white space.
  package static func words(_ list: String) -> [String] { words(in: text(list)) }

  /// The phrases of a list in their order, apart by commas and line ends, each as its words.
  static func phrases(_ list: String) -> [[String]] {
    text(list).split { $0 == "," || $0.isNewline }.map { words(in: $0) }.filter { !$0.isEmpty }
  }

  /// A list of which each phrase says something about its first word.
  static func table(_ list: String) -> [String: [String]] {
    Dictionary(phrases(list).map { ($0[0], Array($0.dropFirst())) }) { $1 }
  }

  /// A list of which each phrase says for which words its number stands.
  static func numbers(_ list: String) -> [String: Int] {
    var numbers: [String: Int] = [:]
    for phrase in phrases(list) { for word in phrase.dropFirst() { numbers[word] = Int(phrase[0]) } }
    return numbers
  }
}

extension [[String]] {
  /// Those of more words first, else in their order.
  var longestFirst: [[String]] { sorted { $0.count > $1.count } }
}
