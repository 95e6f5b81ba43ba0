import Foundation

/// A place in a list, as people say it.
enum Ordinal {
  private static let words = ["first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth"]

  /// `the second one`, `2`, `#2`, `number 2`: counted from 0. `nil` when the text says more than a
  /// place.
  static func index(in text: String) -> Int? {
    let fillers: Set = ["the", "one", "number", "item", "no"]
    let rest = ConversationMatcher.folded(text).split(separator: " ").map(String.init).filter { !fillers.contains($0) }
    guard rest.count == 1, let word = rest.first else { return nil }
    if let number = Int(word), number > 0 { return number - 1 }
    for (index, name) in words.enumerated() where word == name { return index }
    return nil
  }
}
