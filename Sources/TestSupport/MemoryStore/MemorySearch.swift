import Domain
import Foundation
import ServerCore

/// A search by looking at every text.
struct MemorySearch {
  struct Term {
    let words: [String]
    let isPrefix: Bool
    let isPhrase: Bool
  }

  let query: SearchQuery
  let terms: [Term]

  init(_ query: SearchQuery) {
    self.query = query
    let isSearchable = { (text: String) in !Self.words(of: text).isEmpty }
    let words = query.words.filter(isSearchable)
    terms =
      query.phrases.filter(isSearchable).map { Term(words: Self.folds(of: $0), isPrefix: false, isPhrase: true) }
      + words.enumerated().map {
        Term(words: Self.folds(of: $0.element), isPrefix: $0.offset == words.count - 1, isPhrase: false)
      }
  }

  /// There were words, but none with a letter or digit.
  var matchesNothing: Bool { terms.isEmpty && !(query.words.isEmpty && query.phrases.isEmpty) }

  /// Whether there is anything to look for, be it by a filter only.
  var finds: Bool { !matchesNothing && query != SearchQuery() }

  static func folded(_ text: String) -> String {
    text.folding(options: [.caseInsensitive, .diacriticInsensitive], locale: nil)
  }

  private static func words(of text: String) -> [Substring] { text.split { !$0.isLetter && !$0.isNumber } }
  private static func folds(of text: String) -> [String] { words(of: text).map { folded(String($0)) } }

  /// All phrases, and all of the words or, with `any`, one of them.
  func matches(_ text: String, any: Bool) -> Bool {
    let words = Self.folds(of: text)
    let found = { (term: Term) in !Self.places(of: term, in: words).isEmpty }
    let single = terms.filter { !$0.isPhrase }
    guard terms.filter(\.isPhrase).allSatisfy(found) else { return false }
    return any && !single.isEmpty ? single.contains(where: found) : single.allSatisfy(found)
  }

  /// Where the term begins among the words.
  private static func places(of term: Term, in words: [String]) -> [Int] {
    words.indices.filter { start in
      guard start + term.words.count <= words.count else { return false }
      return term.words.indices.allSatisfy { index in
        let isLast = index == term.words.count - 1
        return term.isPrefix && isLast
          ? words[start + index].hasPrefix(term.words[index]) : words[start + index] == term.words[index]
      }
    }
  }

  /// The text with its matches marked.
  func snippet(of text: String) -> String {
    let words = Self.words(of: text)
    let folds = words.map { Self.folded(String($0)) }
    var marked = text
    let places = Set(terms.flatMap { term in Self.places(of: term, in: folds).flatMap { $0..<$0 + term.words.count } })
    for place in places.sorted(by: >) {
      marked.replaceSubrange(words[place].startIndex..<words[place].endIndex, with: "\u{2}\(words[place])\u{3}")
    }
    return marked
  }

  /// BM25 of each of the texts, which are those of `total` that match.
  func scores(of texts: [String], among total: Int) -> [Double] {
    let words = texts.map(Self.folds)
    let mean = max(1, Double(words.reduce(0) { $0 + $1.count }) / Double(max(1, texts.count)))
    let hits = terms.map { term in words.map { Double(Self.places(of: term, in: $0).count) } }
    return words.indices.map { text in
      hits.reduce(0) { sum, hits in
        let holding = Double(hits.count { $0 > 0 })
        let weight = max(1e-6, log((Double(total) - holding + 0.5) / (holding + 0.5)))
        let length: Double = 0.25 + 0.75 * Double(words[text].count) / mean
        let gain: Double = hits[text] * 2.2 / (hits[text] + 1.2 * length)
        return sum + weight * gain
      }
    }
  }
}

extension MemoryData {
  /// Ordinals of the messages that the asker may read and that match, newest first.
  func matches(_ search: MemorySearch, for asker: UserID, any: Bool) -> [Int] {
    let query = search.query
    let rooms = rooms(of: asker).filter { isNamed($0, query.conversations, for: asker) }
    return rooms.flatMap(\.ordinals).sorted(by: >).filter { ordinal in
      let message = messages[ordinal].message
      guard !message.isDeleted, query.from.allSatisfy({ isSender(message.sender, called: $0) }),
        message.createdAt >= query.after ?? message.createdAt
      else { return false }
      if let before = query.before, message.createdAt >= before { return false }
      if query.hasLink, !message.text.contains("http://"), !message.text.contains("https://") { return false }
      return search.matches(message.text, any: any)
    }
  }

  /// Whether its name, or the other's in a direct one, contains all of these.
  func isNamed(_ room: Room, _ names: [String], for asker: UserID) -> Bool {
    let other = room.state.members.first { $0.row.user != asker }
    let name = room.state.row.kind == .direct ? other?.row.name : room.state.row.name
    return names.allSatisfy { MemorySearch.folded(name ?? "").contains(MemorySearch.folded($0)) }
  }

  private func isSender(_ sender: UserID, called name: String) -> Bool {
    guard let profile = accounts[sender]?.profile else { return false }
    return MemorySearch.folded(profile.name).contains(MemorySearch.folded(name))
      || profile.email.contains(name.lowercased())
  }
}
