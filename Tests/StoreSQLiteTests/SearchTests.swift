import Domain
import Foundation
import GRDBSQLite
import ServerCore
import TestSupport
import Testing

@testable import StoreSQLite

@Suite("Searching one's own conversations")
struct SearchTests {
  private static func open(
    _ configure: (inout SQLiteStoreOptions) -> Void = { _ in }
  ) throws -> (SQLiteStore, StoreFixture) {
    var options = SQLiteStoreOptions(commit: .manual, clock: ContractClock())
    configure(&options)
    let store = try SQLiteStore(path: nil, options: options)
    return (store, StoreFixture(StoreUnderTest(store: store) { store.drain() }))
  }

  /// The terms of the index, by SQLite's own list of them.
  private static func terms(_ store: SQLiteStore, of index: String = "search") -> [String] {
    store.withWriterConnection { handle in
      sqlite3_exec(
        handle,
        "DROP TABLE IF EXISTS temp.terms; CREATE VIRTUAL TABLE temp.terms USING fts5vocab(main, \(index), row)", nil,
        nil, nil)
      var statement: OpaquePointer?
      defer { sqlite3_finalize(statement) }
      guard sqlite3_prepare_v2(handle, "SELECT term FROM temp.terms", -1, &statement, nil) == SQLITE_OK else {
        return []
      }
      var found: [String] = []
      while sqlite3_step(statement) == SQLITE_ROW {
        if let text = sqlite3_column_text(statement, 0) { found.append(String(cString: text)) }
      }
      return found
    }
  }

  @Test("looks words up by conversation: no term of the index is shared by two")
  func terms() throws {
    let (store, fixture) = try Self.open()
    let ada = try fixture.user()
    let (team, other) = (try fixture.group(ada, []), try fixture.group(ada, []))
    try fixture.post("the Café opens", by: ada, in: team)
    try fixture.post("the café", by: ada, in: other)
    _ = try fixture.search("cafe", ada)
    #expect(Self.terms(store).sorted() == ["1:cafe", "1:opens", "1:the", "2:cafe", "2:the"])
    store.close()
  }

  @Test("ranks by what the asker may read: what others write elsewhere changes no score")
  func statistics() throws {
    let (store, fixture) = try Self.open()
    let (ada, eve) = (try fixture.user("Ada"), try fixture.user("Eve"))
    let (team, secret) = (try fixture.group(ada, []), try fixture.group(eve, []))
    try fixture.post("budget and rocket", by: ada, in: team)
    try fixture.post("the rocket is on the pad", by: ada, in: team)
    try fixture.post("lunch", by: ada, in: team)
    let query = SearchQuery(words: ["budget", "rocket"])
    func scores() throws -> [Double] {
      try store.keywordMatches(query, for: ada, limit: 9).map(\.keywordScore)
    }
    let alone = try scores()
    for number in 0..<40 { try fixture.post("the rocket has no budget \(number)", by: eve, in: secret) }
    #expect(try scores() == alone)
    #expect(alone.count == 2 && alone[0] > alone[1] && alone[1] > 0)
    store.close()
  }

  @Test("finds the newest first over hundreds of conversations, page by page, by words and by filters")
  func manyConversations() throws {
    let (store, fixture) = try Self.open()
    let ada = try fixture.user()
    let rooms = try (0..<220).map { _ in try fixture.group(ada, []) }
    var posted: [MessageID] = []
    for round in 0..<3 {
      // Old conversations speak last, so that no order of theirs is that of the messages.
      for room in rooms.reversed() { posted.append(try fixture.post("word \(round)", by: ada, in: room).id) }
    }
    for query in [SearchQuery(words: ["wo"]), SearchQuery(words: ["word"]), SearchQuery(from: ["ada"])] {
      var found: [MessageID] = []
      var cursor: String?
      repeat {
        let page = try store.search(query, for: ada, limit: 97, before: cursor)
        found += page.results.map(\.message.id)
        cursor = page.next
      } while cursor != nil
      #expect(found == posted.reversed(), "\(query)")
    }
    let ranked = try store.keywordMatches(SearchQuery(words: ["word"]), for: ada, limit: 500)
    #expect(ranked.map(\.message.id) == Array(posted.reversed().prefix(500)))
    store.close()
  }

  @Test("a search that takes too long is refused, and the connection goes on")
  func deadline() throws {
    let (store, fixture) = try Self.open { $0.searchDeadline = .zero }
    let ada = try fixture.user()
    let team = try fixture.group(ada, [])
    for number in 0..<500 { try fixture.post("word \(number)", by: ada, in: team) }
    let refusal = #expect(throws: Refusal.self) {
      _ = try store.search(SearchQuery(words: ["none"], from: ["nobody"]), for: ada, limit: 9, before: nil)
      _ = try store.search(SearchQuery(from: ["nobody"]), for: ada, limit: 9, before: nil)
    }
    #expect(refusal?.code == .overloaded && refusal?.retryAfter == 1)
    #expect(try fixture.window(team, ada).messages.count == Limits.window)
    store.close()
  }

  @Test("messages of before their files were searched are found by them after the upgrade")
  func filesOfBefore() throws {
    let folder = try TemporaryFolder()
    let options = SQLiteStoreOptions(commit: .manual, clock: ContractClock())
    let store = try SQLiteStore(path: folder.path("store.db"), options: options)
    let fixture = StoreFixture(StoreUnderTest(store: store) { store.drain() })
    let ada = try fixture.user()
    let team = try fixture.group(ada, [])
    let file = try fixture.file("Budget_2026.xlsx", by: ada)
    let message = try fixture.post("see", by: ada, in: team, attachments: [.init(id: file.id, alt: "Costs")])
    #expect(try fixture.search("see", ada) == [message.id])
    DurabilityTests.execute(
      """
      DROP TABLE search; DROP VIEW searchable; DROP TABLE fileSearch; DROP VIEW searchableFiles; DROP TABLE fileTexts;
      CREATE VIEW searchable AS
      SELECT ordinal, deletedAt, char(1) || (position >> 32) || char(1) || text AS text FROM messages;
      CREATE VIRTUAL TABLE search USING fts5(
        text, content='searchable', content_rowid='ordinal', columnsize=0, tokenize='placed remove_diacritics 2');
      INSERT INTO search (rowid, text) SELECT ordinal, text FROM searchable;
      DELETE FROM grdb_migrations WHERE identifier IN ('14 searched files', '15 file texts'); PRAGMA user_version = 13;
      """, store)
    store.close()
    let again = try SQLiteStore(path: folder.path("store.db"), options: options)
    for word in ["see", "budget", "xlsx", "costs"] {
      let found = try again.search(SearchQuery(words: [word]), for: ada, limit: 9, before: nil).results
      #expect(found.map(\.message.id) == [message.id], "\(word)")
    }
    again.close()
  }

  @Test("long files are brought into the index a few at a time, so that nobody waits long to write")
  func longFiles() throws {
    let folder = try TemporaryFolder()
    let options = SQLiteStoreOptions(commit: .manual, clock: ContractClock())
    let store = try SQLiteStore(path: folder.path("store.db"), options: options)
    let fixture = StoreFixture(StoreUnderTest(store: store) { store.drain() })
    let ada = try fixture.user()
    let team = try fixture.group(ada, [])
    let most = Int(SearchIndexer.fileCharacters)
    // Of what fits together, of what does not, and of what is more by itself.
    for length in [most / 2, most / 2, 9, most * 2, most / 2] {
      let text = String(repeating: "word ", count: length / 5)
      let file = try fixture.file("a.txt", by: ada, kind: .file, text: text)
      try fixture.post("see", by: ada, in: team, attachments: [.init(id: file.id)])
      try fixture.post("plain", by: ada, in: team)
    }
    store.close()
    let connection = try SQLiteConnection(path: folder.path("store.db"))
    let indexer = try SearchIndexer(connection: connection)
    var steps: [Int64] = []
    while indexer.indexed < 10 {
      try indexer.catchUp(before: 11)
      steps.append(indexer.indexed)
    }
    #expect(steps == [6, 7, 10])
    connection.close()
  }

  @Test("nothing of a deleted message's file is left in the index")
  func termsOfFiles() throws {
    let (store, fixture) = try Self.open()
    let ada = try fixture.user()
    let team = try fixture.group(ada, [])
    let file = try fixture.file("Canary.pdf", by: ada, kind: .file, text: "sings")
    let message = try fixture.post("see", by: ada, in: team, attachments: [.init(id: file.id, alt: "Yellow")])
    _ = try fixture.search("see", ada)
    #expect(Self.terms(store).sorted() == ["1:canary", "1:pdf", "1:see", "1:yellow"])
    #expect(Self.terms(store, of: "fileSearch").sorted() == ["1:canary", "1:pdf", "1:sings", "1:yellow"])
    try fixture.perform(.message(.delete(asker: ada, conversation: team, id: message.id)))
    while try !store.purge() {}
    #expect(Self.terms(store) == [])
    #expect(Self.terms(store, of: "fileSearch") == [])
    store.close()
  }

  @Test("characters that the index's language gives a meaning to are words like others")
  func hostile() throws {
    let (store, fixture) = try Self.open()
    let ada = try fixture.user()
    let team = try fixture.group(ada, [])
    let message = try fixture.post("plain a b text", by: ada, in: team)
    for word in ["a\u{0}b", "\u{1}2\u{1}a", "a\"b", "{text}: a", "a OR b", "^a", "NEAR(a b)", "a\u{1}b"] {
      _ = try store.search(SearchQuery(words: [word]), for: ada, limit: 9, before: nil)
      _ = try store.keywordMatches(SearchQuery(words: [word, "text"]), for: ada, limit: 9)
      _ = try store.search(SearchQuery(phrases: [word]), for: ada, limit: 9, before: nil)
    }
    #expect(try fixture.search("text", ada) == [message.id])
    store.close()
  }

  @Test(
    "best first cuts the snippets that newest first cuts: of words, beginnings, phrases, long texts and many places")
  func rankedSnippets() throws {
    let (store, fixture) = try Self.open()
    let ada = try fixture.user()
    let rooms = try (0..<210).map { _ in try fixture.group(ada, []) }
    let long = Array(repeating: "many", count: 60).joined(separator: " ")
    for (number, room) in rooms.enumerated() {
      try fixture.post("the Café \(number) opens", by: ada, in: room)
      if number % 30 == 0 { try fixture.post("\(long) café, opening \(long)", by: ada, in: room) }
    }
    for query in [
      SearchQuery(words: ["cafe"]), SearchQuery(words: ["caf"]), SearchQuery(words: ["cafe", "open"]),
      SearchQuery(phrases: ["cafe 7"]), SearchQuery(words: ["ope"], phrases: ["the café"]),
    ] {
      let newest = try store.search(query, for: ada, limit: 200, before: nil).results
      let ranked = try store.keywordMatches(query, for: ada, limit: 200)
      let byID = Dictionary(uniqueKeysWithValues: newest.map { ($0.message.id, $0.snippet) })
      let common = ranked.filter { byID[$0.message.id] != nil }
      #expect(!common.isEmpty)
      #expect(common.allSatisfy { $0.snippet == byID[$0.message.id] }, "\(query)")
      #expect(ranked.allSatisfy { $0.snippet?.contains("\u{2}") == true }, "\(query)")
    }
    store.close()
  }

  @Test("of one word, the more often it stands in a text and the shorter that is, the better; and the newest first")
  func oneWord() throws {
    let (store, fixture) = try Self.open()
    let ada = try fixture.user()
    let team = try fixture.group(ada, [])
    let once = try fixture.post("rocket on the pad, far away from here", by: ada, in: team)
    let twice = try fixture.post("rocket, rocket", by: ada, in: team)
    let short = try fixture.post("rockets", by: ada, in: team)
    let again = try fixture.post("rockets", by: ada, in: team)
    let found = try store.keywordMatches(SearchQuery(words: ["rocket"]), for: ada, limit: 9)
    #expect(found.map(\.message.id) == [twice.id, again.id, short.id, once.id])
    #expect(found.map(\.keywordScore) == found.map(\.keywordScore).sorted(by: >))
    store.close()
  }

  @Test("snippets do not show how the index names conversations")
  func snippets() throws {
    let (store, fixture) = try Self.open()
    let ada = try fixture.user()
    let team = try fixture.group(ada, [])
    try fixture.post("first words", by: ada, in: team)
    try fixture.post(Array(repeating: "many", count: 60).joined(separator: " ") + " last", by: ada, in: team)
    func snippet(_ word: String) throws -> String? {
      try store.search(SearchQuery(words: [word]), for: ada, limit: 1, before: nil).results.first?.snippet
    }
    #expect(try snippet("first") == "\u{2}first\u{3} words")
    #expect(try snippet("last")?.hasPrefix("…many") == true)
    store.close()
  }
}
