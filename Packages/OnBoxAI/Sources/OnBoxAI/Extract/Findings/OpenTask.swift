/// A task as far as a later message may say that it is done.
public struct OpenTask: Sendable {
  /// Whoever is to do it, as the messages name their speakers; `nil` for nobody in particular.
  let owner: String?
  let verb: String
  /// Stems of the words that say what it is done to.
  let object: Set<String>
  /// Stems of the same without what is to become of it: of "get the tap fixed" that of "tap".
  let things: Set<String>
  /// "Rollback" of "roll back", as a stem.
  let noun: String?
  let isForAll: Bool
  /// "Signed" of "get the form signed".
  let outcome: String?

  /// - Parameters:
  ///   - text: In the imperative: "Send Ana the slides".
  ///   - names: What people are called: no name tells one task from another.
  ///   - said: The message that gives it.
  public init(text: String, owner: String?, names: [String], said: String = "") {
    self.owner = owner
    let words = PlainWords.of(text)
    verb = words.first ?? ""
    let people = Set(names.flatMap(PlainWords.of))
    let telling = TaskWords.telling(words).filter { !ReportWords.weak.contains($0) && !people.contains($0) }
    object = Set(telling.map(PorterStemmer.stem))
    things = Set(telling.filter { !ReportWords.isPast($0) }.map(PorterStemmer.stem))
    noun =
      words.count > 1 && ReportWords.particles.contains(words[1]) ? PorterStemmer.stem(words[0] + words[1]) : nil
    outcome = verb == "get" ? words.last { ReportWords.isPast($0) && $0 != "get" } : nil
    isForAll = owner == nil && PlainWords.of(said).contains(where: TaskWords.everybody.contains)
  }

  /// Whether who has done `word` has done the task: "sent" of "send", "signed" of "get it signed".
  func isDone(by word: String) -> Bool { ReportWords.isPast(word, of: verb) || word == outcome }

  func shared(_ stems: some Sequence<String>) -> Int { object.intersection(stems).count }

  /// Whether as many of its words are there as tell it from other tasks: of its owner, or of all.
  func isNamed(by stems: some Sequence<String>, isOwner: Bool) -> Bool {
    let shared = shared(stems)
    return isOwner ? shared > 0 : shared > 1
  }
}
