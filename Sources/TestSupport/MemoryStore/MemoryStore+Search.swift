import Domain
import ServerCore

extension MemoryStore {
  package func search(
    _ query: SearchQuery, for asker: UserID, limit: Int, before: String?
  ) throws -> (results: [SearchResult], next: String?) {
    let terms = SearchTerms(query)
    guard terms.finds else { return ([], nil) }
    let place = try SearchTerms.place(before)
    return read { data in
      let found = data.matches(query, for: asker, any: false).filter { $0.place.ordinal < place }
      return SearchTerms.page(
        found.map { entry in
          let snippet = terms.snippet(of: entry.message.text)
          return (
            ordinal: entry.place.ordinal,
            found: SearchResult(conversation: data.room(of: entry).id, message: entry.message, snippet: snippet)
          )
        }, limit: limit)
    }
  }

  package func keywordMatches(_ query: SearchQuery, for asker: UserID, limit: Int) throws -> [PlacedMessage] {
    let terms = SearchTerms(query)
    guard !terms.matchesNothing else { return [] }
    return read { data in
      let found = data.matches(query, for: asker, any: true)
      guard !terms.terms.isEmpty else { return found.prefix(max(0, limit)).map { data.placed($0) } }
      let words = found.map { SearchTerms.words(of: $0.message.text) }
      let hits = words.map { words in terms.terms.map { UInt8(clamping: $0.places(in: words).count) } }
      let score = KeywordScore(
        holding: terms.terms.indices.map { term in hits.count { $0[term] > 0 } },
        of: data.rooms(of: asker).reduce(0) { $0 + $1.state.lastSeq }, lengths: found.map(\.length))
      return found.indices.map { index in
        data.placed(
          found[index], snippet: terms.snippet(of: found[index].message.text),
          score: score.score(hits: hits[index], length: found[index].length))
      }.sorted { $0.keywordScore > $1.keywordScore }.prefix(max(0, limit)).map { $0 }
    }
  }

  package func conversations(matching query: SearchQuery, for asker: UserID) throws -> [ConversationID] {
    read { data in
      data.rooms(of: asker).filter { data.isNamed($0.state, query.conversations, for: asker) }.map(\.state.id)
    }
  }
}

extension MemoryData.Entry {
  fileprivate var length: Double { Double(message.text.count) }
}

extension MemoryData {
  /// The messages that the asker may read and that match, newest first: all phrases, and all of the
  /// words or, with `any`, one of them.
  fileprivate func matches(_ query: SearchQuery, for asker: UserID, any: Bool) -> [Entry] {
    let terms = SearchTerms(query).terms
    return visible(to: asker) { entry in
      let message = entry.message
      guard isNamed(room(of: entry), query.conversations, for: asker),
        query.from.allSatisfy({ isSender(message.sender, called: $0) }),
        message.createdAt >= query.after ?? message.createdAt, query.before.map({ message.createdAt < $0 }) ?? true,
        !query.hasLink || message.text.contains("http://") || message.text.contains("https://")
      else { return false }
      let words = SearchTerms.words(of: message.text)
      let single = terms.filter { !$0.isPhrase }
      let isFound = { (term: SearchTerms.Term) in !term.places(in: words).isEmpty }
      guard terms.filter(\.isPhrase).allSatisfy(isFound) else { return false }
      return any && !single.isEmpty ? single.contains(where: isFound) : single.allSatisfy(isFound)
    }
  }

  /// By its name, or the other's in a direct one.
  fileprivate func isNamed(_ room: ConversationState, _ parts: [String], for asker: UserID) -> Bool {
    let other = room.members.first { $0.row.user != asker }
    return SearchTerms.name((room.row.kind == .direct ? other?.row.name : room.row.name) ?? "", has: parts)
  }

  private func isSender(_ sender: UserID, called name: String) -> Bool {
    guard let profile = account(id: sender)?.profile else { return false }
    return SearchTerms.name(profile.name, has: [name]) || profile.email.contains(name.lowercased())
  }
}

extension SearchTerms {
  fileprivate static func words(of text: String) -> [Substring] { text.split { !$0.isLetter && !$0.isNumber } }

  /// The text with its matches marked.
  fileprivate func snippet(of text: String) -> String {
    let words = Self.words(of: text)
    var marked = text
    let places = Set(
      terms.flatMap { term in term.places(in: words).flatMap { $0..<$0 + Self.words(of: term.text).count } })
    for place in places.sorted(by: >) {
      marked.replaceSubrange(words[place].startIndex..<words[place].endIndex, with: "\u{2}\(words[place])\u{3}")
    }
    return marked
  }
}

extension SearchTerms.Term {
  /// Where it begins among the words.
  fileprivate func places(in words: [Substring]) -> [Int] {
    let sought = SearchTerms.words(of: text).map { SearchTerms.folded(String($0)) }
    let folded = words.map { SearchTerms.folded(String($0)) }
    return folded.indices.filter { start in
      guard start + sought.count <= folded.count else { return false }
      return sought.indices.allSatisfy { index in
        isPrefix && index == sought.count - 1
          ? folded[start + index].hasPrefix(sought[index]) : folded[start + index] == sought[index]
      }
    }
  }
}
