import Domain
import ServerCore

/// A message that a search has found, with its conversation's key.
struct FoundMessage {
  let ordinal: Int64
  let key: Int64
  let attachments: [Attachment]
}

/// Why a message was found whose own text has no match: the words stand between U+0002 and U+0003.
struct FileSnippet {
  /// The file's.
  let name: String
  let snippet: String
}

extension SearchScan {
  /// By ordinal, of those messages of which a file has words of this search: of the file with the
  /// most.
  func fileSnippets(of found: [FoundMessage]) throws -> [Int64: FileSnippet] {
    let found = found.filter { !$0.attachments.isEmpty }
    guard !found.isEmpty, !expression.isEmpty else { return [:] }
    let index = try SnippetIndex()
    var files: [(ordinal: Int64, name: String)] = []
    for message in found {
      for attachment in message.attachments {
        try index.add(attachment.words, of: Int64(files.count), in: message.key)
        files.append((message.ordinal, attachment.name))
      }
    }
    var best: [Int64: (marks: Int, place: Int64, snippet: FileSnippet)] = [:]
    for match in narrowed(to: Set(found.map(\.key))).matches(isAny: true) {
      for (place, snippet) in try index.snippets(match) {
        let file = files[Int(place)]
        let marks = snippet.utf8.count { $0 == 2 }
        if let known = best[file.ordinal], (known.marks, -known.place) >= (marks, -place) { continue }
        best[file.ordinal] = (marks, place, FileSnippet(name: file.name, snippet: snippet))
      }
    }
    return best.mapValues(\.snippet)
  }
}
