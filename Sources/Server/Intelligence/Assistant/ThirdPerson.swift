/// What is said about the one who is to be asked, turned into a question to them: "she has sent the
/// invite" into "Have you sent the invite?". Only where that is certain.
enum ThirdPerson {
  private static let subjects: Set = ["she", "he", "they"]
  /// Of one person: whether it is whoever is asked, nobody knows.
  private static let others: Set = ["she", "he", "her", "his", "him", "hers", "herself", "himself"]
  private static let auxiliaries = [
    "is": "Are", "are": "Are", "was": "Were", "were": "Were", "can": "Can", "could": "Could", "will": "Will",
    "would": "Would", "should": "Should",
  ]
  /// Past and its verb; regular ones only where the verb is sure.
  private static let pasts = [
    "sent": "send", "got": "get", "saw": "see", "made": "make", "wrote": "write", "found": "find", "took": "take",
    "gave": "give", "heard": "hear", "paid": "pay", "bought": "buy", "spoke": "speak", "met": "meet", "knew": "know",
    "finished": "finish", "checked": "check", "called": "call", "asked": "ask", "answered": "answer",
    "updated": "update", "moved": "move", "tested": "test", "reviewed": "review", "uploaded": "upload",
    "fixed": "fix", "approved": "approve", "merged": "merge", "booked": "book", "signed": "sign",
    "received": "receive", "needs": "need", "wants": "want", "knows": "know", "needed": "need", "wanted": "want",
  ]
  private static let participles = Set([
    "sent", "got", "made", "found", "heard", "paid", "bought", "met", "seen", "written", "taken", "given", "spoken",
    "known", "been", "done", "had", "read",
  ]).union(pasts.keys.filter { $0.hasSuffix("ed") })

  static func isSubject(of text: some StringProtocol) -> Bool {
    words(text).first.map { subjects.contains($0.lowercased()) } ?? false
  }

  /// Whether it speaks of one other person by no name.
  static func isOneOther(in text: some StringProtocol) -> Bool {
    words(text).contains { others.contains($0.lowercased().trimming(punctuation)) }
  }

  /// `nil` when it is not certain.
  static func question(of text: some StringProtocol) -> String? {
    let said = words(text)
    guard said.count > 1, isSubject(of: text) else { return nil }
    let rest = said.dropFirst(2)
    let mixed = others.union(["they", "them", "their", "theirs", "themselves", "you", "your"])
    guard !rest.contains(where: { mixed.contains($0.lowercased().trimming(punctuation)) }) else { return nil }
    let verb = said[1].lowercased()
    let end = rest.joined(separator: " ")
    if let word = auxiliaries[verb] { return "\(word) you \(end)?" }
    if verb == "has" || verb == "have" {
      let next = rest.first { !["already", "ever", "just"].contains($0.lowercased()) }
      guard let next, participles.contains(next.lowercased()) else { return nil }
      return "Have you \(end)?"
    }
    guard let plain = pasts[verb] else { return nil }
    let isNow = verb.hasSuffix("s")
    return "\(isNow ? "Do" : "Did") you \(plain)\(end.isEmpty ? "" : " \(end)")?"
  }

  private static let punctuation: Set<Character> = [",", ".", ";", ":", "!", "?", "’", "'", "“", "”"]

  private static func words(_ text: some StringProtocol) -> [String] {
    String(text).split(whereSeparator: \.isWhitespace).map(String.init)
  }
}

extension String {
  fileprivate func trimming(_ marks: Set<Character>) -> String {
    String(drop { marks.contains($0) }.reversed().drop { marks.contains($0) }.reversed())
  }
}
