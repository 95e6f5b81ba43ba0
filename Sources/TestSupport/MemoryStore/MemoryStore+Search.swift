import Domain
import ServerCore

extension MemoryStore {
  package func search(
    _ query: SearchQuery, for asker: UserID, limit: Int, before: String?
  ) throws -> (results: [SearchResult], next: String?) {
    let terms = SearchTerms(query)
    guard terms.finds else { return ([], nil) }
    let place = try SearchTerms.place(before)
    let found = read { data in
      data.matches(query, for: asker, any: false).filter { $0.place.ordinal < place }.map { entry in
        let found = data.searched(entry.message).snippet(of: terms.terms)
        let result = SearchResult(
          conversation: data.room(of: entry).id, message: entry.message, snippet: found.snippet, file: found.file)
        return (ordinal: entry.place.ordinal, found: result)
      }
    }
    return SearchTerms.page(found, limit: limit)
  }

  package func keywordMatches(_ query: SearchQuery, for asker: UserID, limit: Int) throws -> [PlacedMessage] {
    let terms = SearchTerms(query).terms
    guard !SearchTerms(query).matchesNothing else { return [] }
    return read { data in
      let found = data.matches(query, for: asker, any: true)
      guard !terms.isEmpty else { return found.prefix(max(0, limit)).map { data.placed($0) } }
      let texts = found.map { data.searched($0.message) }
      let hits = texts.map { text in terms.map { UInt8(clamping: text.hits($0)) } }
      let score = KeywordScore(
        holding: terms.indices.map { term in hits.count { $0[term] > 0 } },
        of: data.rooms(of: asker).reduce(0) { $0 + $1.state.lastSeq }, lengths: texts.map(\.length))
      let ranked = found.indices.map { index in
        let snippet = texts[index].snippet(of: terms)
        return data.placed(
          found[index], snippet: snippet.snippet, file: snippet.file, passage: texts[index].passage(of: terms),
          score: score.score(hits: hits[index], length: texts[index].length))
      }
      return Array(ranked.sorted { $0.keywordScore > $1.keywordScore }.prefix(max(0, limit)))
    }
  }

  package func conversations(matching query: SearchQuery, for asker: UserID) throws -> [ConversationID] {
    read { data in
      data.rooms(of: asker).map(\.state).filter { data.isNamed($0, query.conversations, for: asker) }.map(\.id)
    }
  }
}

extension MemoryData {
  /// The messages that the asker may read and that match, newest first: all phrases, and all of the
  /// words or, with `any`, one of them.
  fileprivate func matches(_ query: SearchQuery, for asker: UserID, any: Bool) -> [Entry] {
    let terms = SearchTerms(query).terms
    let (phrases, words) = (terms.filter(\.isPhrase), terms.filter { !$0.isPhrase })
    return visible(to: asker).filter { entry in
      let message = entry.message
      guard isNamed(room(of: entry), query.conversations, for: asker),
        query.from.allSatisfy({ isSender(message.sender, called: $0) }),
        message.createdAt >= query.after ?? message.createdAt, query.before.map({ message.createdAt < $0 }) ?? true,
        query.hasWanted(message)
      else { return false }
      let text = searched(message)
      return text.wholes.contains { whole in
        phrases.allSatisfy(whole.holds)
          && (any && !words.isEmpty ? words.contains(where: whole.holds) : words.allSatisfy(whole.holds))
      }
    }
  }

  fileprivate func searched(_ message: Message) -> SearchedMessage {
    SearchedMessage(message, texts: message.attachments.map { files[$0.id]?.text })
  }

  /// By its name, or the other's in a direct one.
  fileprivate func isNamed(_ room: ConversationState, _ parts: [String], for asker: UserID) -> Bool {
    let other = room.members.first { $0.row.user != asker }
    return SearchTerms.name((room.row.kind == .direct ? other?.row.name : room.row.name) ?? "", has: parts)
  }

  private func isSender(_ sender: UserID, called name: String) -> Bool {
    guard let profile = account(id: sender)?.stored.profile else { return false }
    return SearchTerms.name(profile.name, has: [name]) || profile.email.contains(name.lowercased())
  }
}

/// Texts in one of which each term of a search stands.
private struct SearchedWhole {
  let parts: [SearchedText]

  func holds(_ term: SearchTerms.Term) -> Bool { parts.contains { $0.holds(term) } }
}

/// A message's text and the words of its files; a phrase stands in one of the two. What stands in a
/// file is searched apart, with the file's own words.
private struct SearchedMessage {
  let text: SearchedText
  let files: SearchedText
  let texts: [(file: Attachment, text: SearchedText)]
  let attachments: [Attachment]

  init(_ message: Message, texts: [String?]) {
    text = SearchedText(message.text)
    files = SearchedText(message.attachments.map(\.words).joined(separator: "\n"))
    attachments = message.attachments
    self.texts = zip(attachments, texts).compactMap { file, text in
      text.map { (file, SearchedText("\(file.words)\n\($0)")) }
    }
  }

  var length: Double { text.length + attachments.reduce(0) { $0 + Double($1.words.count) } }
  var wholes: [SearchedWhole] {
    [SearchedWhole(parts: [text, files])] + texts.map { SearchedWhole(parts: [$0.text]) }
  }

  func hits(_ term: SearchTerms.Term) -> Int {
    ([text, files] + texts.map(\.text)).reduce(0) { $0 + $1.places(of: term).count }
  }

  /// The file in which most of the words stand.
  private func best(_ terms: [SearchTerms.Term]) -> (file: Attachment, text: SearchedText)? {
    func hits(_ text: SearchedText) -> Int { terms.reduce(0) { $0 + text.places(of: $1).count } }
    let best = texts.max { hits($0.text) < hits($1.text) }
    return best.flatMap { hits($0.text) > 0 ? $0 : nil }
  }

  func passage(of terms: [SearchTerms.Term]) -> FilePassage? {
    best(terms).map { FilePassage(file: $0.file.name, text: $0.text.text) }
  }

  /// Of the file with the most of the words when the text has none of them.
  func snippet(of terms: [SearchTerms.Term]) -> (snippet: String, file: String?) {
    guard !terms.contains(where: text.holds) else { return (text.snippet(of: terms), nil) }
    let marks = attachments.map { file in
      terms.reduce(0) { $0 + SearchedText(file.words).places(of: $1).count }
    }
    guard let most = marks.max(), most > 0, let place = marks.firstIndex(of: most) else {
      guard let found = best(terms) else { return (text.text, nil) }
      return (found.text.snippet(of: terms), found.file.name)
    }
    return (SearchedText(attachments[place].words).snippet(of: terms), attachments[place].name)
  }
}

/// A text as words in the form in which they are compared.
private struct SearchedText {
  let text: String
  let words: [Substring]
  let folded: [String]

  init(_ text: String) {
    self.text = text
    words = text.split { !$0.isLetter && !$0.isNumber }
    folded = words.map { SearchTerms.folded(String($0)) }
  }

  var length: Double { Double(text.count) }

  func holds(_ term: SearchTerms.Term) -> Bool { !places(of: term).isEmpty }

  /// The words that each occurrence of the term takes.
  func places(of term: SearchTerms.Term) -> [Range<Int>] {
    let sought = SearchedText(term.text).folded
    guard let last = sought.last, sought.count <= folded.count else { return [] }
    return (0...folded.count - sought.count).map { $0..<$0 + sought.count }.filter { place in
      let end = folded[place.upperBound - 1]
      return folded[place].dropLast().elementsEqual(sought.dropLast())
        && (term.isPrefix ? end.hasPrefix(last) : end == last)
    }
  }

  /// The text with the words of the terms marked.
  func snippet(of terms: [SearchTerms.Term]) -> String {
    var marked = text
    for place in Set(terms.flatMap(places).joined()).sorted(by: >) {
      let word = words[place]
      marked.replaceSubrange(word.startIndex..<word.endIndex, with: "\u{2}\(word)\u{3}")
    }
    return marked
  }
}
