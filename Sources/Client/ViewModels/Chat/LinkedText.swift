import Foundation

/// A message's text with its web addresses as links.
public enum LinkedText {
  private static let ends: Set<Character> = [".", ",", ";", ":", "!", "?", ")", "]", "}", "'", "\""]

  public static func attributed(_ text: String) -> AttributedString {
    var result = AttributedString()
    var plain = ""
    for word in words(of: text) {
      guard let (address, url) = address(in: word) else {
        plain += word
        continue
      }
      result += AttributedString(plain)
      var link = AttributedString(address)
      link.link = url
      result += link
      plain = String(word.dropFirst(address.count))
    }
    return result + AttributedString(plain)
  }

  /// The text cut where white space begins or ends: together the words are the text.
  private static func words(of text: String) -> [String] {
    var words: [String] = []
    var wasSpace: Bool?
    for character in text {
      let isSpace = character.isWhitespace
      if wasSpace == isSpace { words[words.count - 1].append(character) } else { words.append(String(character)) }
      wasSpace = isSpace
    }
    return words
  }

  /// Sentence marks behind an address are not part of it.
  private static func address(in word: String) -> (text: String, url: URL)? {
    let lower = word.lowercased()
    guard lower.hasPrefix("https://") || lower.hasPrefix("http://") else { return nil }
    var address = Substring(word)
    while let last = address.last, ends.contains(last) { address.removeLast() }
    guard let url = URL(string: String(address)), url.host() != nil else { return nil }
    return (String(address), url)
  }
}
