import Domain
import Foundation
import OnBoxAI
import ServerCore

/// What in a message speaks to one reader, with the words that say it. Pure.
struct PriorityCues: Sendable {
  /// A time by which something is wanted.
  struct Deadline: Sendable {
    let words: String
    let at: Date
  }

  let reader: UserID
  /// As others write it.
  let readerName: String
  let text: String
  /// What speaks to everybody.
  let said: MessageCues

  var isQuestion: Bool { said.isQuestion }
  var isAction: Bool { said.isAction }

  /// By whole or first name.
  var namesReader: Bool { Self.contains(Self.firstName(readerName), in: text) }

  /// To everybody there.
  var namesAll: Bool { said.namesAll }

  /// Named at its beginning or with an `@`, and not the reader: whom it is for.
  var otherAddressee: String? {
    guard !namesReader, !namesAll else { return nil }
    return said.called.first { $0.user != reader }.map { Self.firstName($0.name) }
  }

  /// Whether each of its questions begins with the name of another member: "Bo, can you …?" in the
  /// midst of a message to all.
  var asksOnlyOthers: Bool {
    !said.asked.isEmpty && said.asked.allSatisfy { $0.contains { $0 != reader } }
  }

  static let folding: String.CompareOptions = [.caseInsensitive, .diacriticInsensitive]

  static func firstName(_ name: String) -> String {
    name.split(separator: " ").first.map(String.init) ?? name
  }

  /// Whether the words stand in the text as whole words, whatever their case.
  static func contains(_ words: String, in text: String) -> Bool { range(of: words, in: text) != nil }

  static func range(of words: String, in text: String) -> Range<String.Index>? {
    guard !words.isEmpty else { return nil }
    var rest = text[...]
    while let range = rest.range(of: words, options: [.caseInsensitive, .diacriticInsensitive]) {
      let before = range.lowerBound == text.startIndex ? nil : text[text.index(before: range.lowerBound)]
      let after = range.upperBound == text.endIndex ? nil : text[range.upperBound]
      let isOpen = before.map { !$0.isLetter && !$0.isNumber } ?? true
      if isOpen, after.map({ !$0.isLetter && !$0.isNumber }) ?? true { return range }
      rest = text[range.upperBound...]
    }
    return nil
  }
}
