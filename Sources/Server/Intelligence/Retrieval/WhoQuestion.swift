import Domain
import Foundation

/// What a question with "who" wants to know: who somebody is, or who does something.
struct WhoQuestion: Sendable {
  enum Subject: Sendable, Equatable {
    /// People of the asker's conversations, in the order of their names.
    case people([UserID])
    /// A name that nobody there bears, in lower case.
    case stranger([String])
    /// Who does it. `verb` is `nil` when none says what is done with it ("handles", "works on",
    /// "talks to").
    case doer(verb: String?, about: Set<String>)
    /// Who is in a state or a place, or somebody's role: no task tells that.
    case state(Set<String>)
  }

  /// The part of what is asked about that an answer must have.
  private static let enough = 0.6

  let subject: Subject
  /// Whether it asks for what is still to be done.
  private var isToDo = false

  /// `nil` for a question that asks for something else, or for what somebody has said.
  init?(_ question: String, names: Names) {
    let words = QuestionWords.words(QuestionWords.first(of: question)).flatMap { $0 == "who's" ? ["who", "is"] : [$0] }
    guard let who = words.firstIndex(of: "who"), words[..<who].allSatisfy(WhoWords.fillers.contains) else { return nil }
    // "… while Amara is away" says when, not what.
    let clause = words[(who + 1)...].prefix { !["while", "when", "if", "because", "after", "before"].contains($0) }
    let rest = Array(clause.reversed().drop(while: WhoWords.fillers.contains).reversed())
    if let copula = rest.first, ["is", "was", "are"].contains(copula), rest.count > 1 {
      let called = Array(rest.dropFirst())
      let users = names.users(called: called)
      guard users.isEmpty else {
        subject = .people(users)
        return
      }
      if Self.isProperName(called, in: question) {
        subject = .stranger(called)
        return
      }
    }
    guard let subject = Self.doing(rest) else { return nil }
    self.subject = subject
    isToDo =
      rest.first.map { !["did", "was", "were", "has", "had"].contains($0) && !$0.hasSuffix("ed") } ?? false
      && rest.first.flatMap { WhoWords.irregular[$0] } == nil
  }

  private static func doing(_ rest: [String]) -> Subject? {
    if let thing = Holder.thing(rest) { return .state(thing) }
    let auxiliary = rest.first.flatMap { WhoWords.auxiliaries.contains($0) ? $0 : nil }
    var isToDo = auxiliary.map { $0 != "is" && $0 != "are" } ?? true
    var tail = Array(rest.drop(while: WhoWords.auxiliaries.contains))
    if auxiliary != nil, tail.count > 2, ["going", "supposed", "meant"].contains(tail[0]), tail[1] == "to",
      !WhoWords.determiners.contains(tail[2])
    {
      tail.removeFirst(2)
      isToDo = true
      tail = Array(tail.drop(while: WhoWords.auxiliaries.contains))
    }
    guard let first = tail.first else { return nil }
    let isPast = auxiliary.map { ["has", "have", "had", "did"].contains($0) } ?? true
    if isPast, WhoWords.saying.contains(form(first)) { return nil }
    let noun = tail.drop(while: WhoWords.determiners.contains).first ?? first
    if WhoWords.roles.contains(noun) || WhoWords.generic.contains(form(first)) {
      let about = content(tail).filter { !WhoWords.generic.contains($0) && !WhoWords.roles.contains($0) }
      return about.isEmpty ? nil : .doer(verb: nil, about: about)
    }
    guard isToDo || first.hasSuffix("ing"), !QuestionWords.content(first).isEmpty || first == "going" else {
      let about = content(tail.filter { $0 != "over" })
      return about.isEmpty ? nil : .state(about)
    }
    let about = content(Array(tail.dropFirst()))
    return .doer(verb: form(first), about: about.isEmpty ? [form(first)] : about)
  }

  /// Every word after the verb begins with a capital letter.
  private static func isProperName(_ words: [String], in question: String) -> Bool {
    guard words.count <= 3 else { return false }
    let written = question.split { !$0.isLetter && !$0.isNumber && $0 != "'" && $0 != "’" }
    return words.allSatisfy { word in
      written.contains { $0.first?.isUppercase == true && $0.lowercased() == word }
    }
  }

  // MARK: Words

  /// The forms of the words of a text that say something.
  static func content(_ text: String) -> Set<String> { content(QuestionWords.words(text)) }

  static func content(_ words: [String]) -> Set<String> {
    Set(words.filter { !QuestionWords.content($0).isEmpty }.map(form))
  }

  /// One form for all of a word, so that "fixing" and "fixed" meet "fix", and "wrote" meets
  /// "writing".
  static func form(_ word: String) -> String {
    var word = word.hasSuffix("'s") ? String(word.dropLast(2)) : word
    word = WhoWords.irregular[word] ?? word
    if word.hasSuffix("ies") || word.hasSuffix("ied"), word.count > 4 { return word.dropLast(3) + "y" }
    for ending in ["ing", "ed", "es", "s"] where word.hasSuffix(ending) && word.count >= ending.count + 3 {
      word.removeLast(ending.count)
      let last = word.suffix(2)
      if ending.count > 1, last.count == 2, last.first == last.last, !["l", "s"].contains(last.last) {
        word.removeLast()
      }
      break
    }
    return word.count > 3 && word.hasSuffix("e") ? String(word.dropLast()) : word
  }

  private static func part(of wanted: Set<String>, in words: Set<String>) -> Double {
    wanted.isEmpty ? 0 : Double(wanted.intersection(words).count) / Double(wanted.count)
  }

  // MARK: Answers

  /// How well a task answers, 0...1; `nil` for one that is about something else. `said` is the
  /// message that it comes from, whose words are the task's own too when a member has reworded it.
  func fit(ofTask text: String, said: String, isReworded: Bool) -> Double? {
    guard case .doer(let verb, let about) = subject else { return nil }
    let all = Self.content("\(text) \(said)")
    let own = isReworded ? all : Self.content(text)
    let part = Self.part(of: about, in: all)
    guard part >= Self.enough, !about.isDisjoint(with: own), verb.map(own.contains) ?? true else { return nil }
    // Of two tasks with the thing, the one that does to it what is asked.
    return (part + Self.part(of: about.union(verb.map { [$0] } ?? []), in: own)) / 2
  }

  /// Whether a decision says who: about the thing, and by name.
  /// `before` is the talk that led to it, which may say more of the state that it names somebody
  /// in.
  func isTold(byDecision text: String, after before: String = "", _ names: Set<String>) -> Bool {
    let own = Self.content(text)
    let isNamed = !QuestionWords.content(text).isDisjoint(with: names)
    switch subject {
    case .doer(let verb, let about): return isNamed && about.isSubset(of: own) && verb.map(own.contains) ?? true
    case .state(let about):
      let all = own.union(Self.content(before))
      return isNamed && about.isSubset(of: all) && !about.isDisjoint(with: own)
    case .people, .stranger: return false
    }
  }

  /// Whether a sentence says who: its speaker does it, or somebody who is named before the thing.
  /// `asked` is the question that it answers.
  func isTold(by sentence: String, asked: String?, isAlike: Bool, _ names: Set<String>) -> Bool {
    let words = QuestionWords.words(sentence)
    let forms = words.map(Self.form)
    switch subject {
    case .people: return false
    case .stranger(let name): return Self.introduces(name, words)
    case .doer(let verb, let about):
      let all = Set(forms).union(Self.content(asked ?? ""))
      guard Self.part(of: about, in: all) >= Self.enough, verb.map({ all.contains($0) || isAlike }) ?? true else {
        return false
      }
      // Who writes it, when that was asked, is not who reviews it.
      if let verb, !all.contains(verb), QuestionWords.words(asked ?? "").contains("who") { return false }
      return Self.isDoing(words, forms, verb, about, names) || Self.agrees(words, to: asked)
        || Self.steps(in: words, asked) || Self.isOnList(words)
    case .state(let about):
      let all = Set(forms).union(Self.content(asked ?? ""))
      // "The harbour call" is just "harbour" where people say who is in it.
      let called = about.subtracting(WhoWords.meetings)
      guard Self.part(of: about, in: all) >= Self.enough || !called.isEmpty && called.isSubset(of: all) else {
        return false
      }
      let isNamed = words.contains { !names.isDisjoint(with: QuestionWords.content($0)) }
      return isNamed || Self.pointsToSpeaker(sentence) || Self.isDoing(words, forms, nil, about, names)
    }
  }

  /// Who speaks does it, or somebody named first, or the verb stands in the sentence with its doer
  /// before it.
  private static func isDoing(
    _ words: [String], _ forms: [String], _ verb: String?, _ about: Set<String>, _ names: Set<String>
  ) -> Bool {
    guard let first = words.first, !WhoWords.proposing.contains(first),
      words.allSatisfy({ !WhoWords.denying.contains($0) })
    else { return false }
    if !WhoWords.own.isDisjoint(with: words) || "\(words.joined(separator: " ")) ".contains("on it ") { return true }
    let thing = forms.firstIndex(where: about.contains) ?? forms.count
    if words[..<thing].contains(where: { !names.isDisjoint(with: QuestionWords.content($0)) }) { return true }
    guard let verb, let place = forms.firstIndex(of: verb) else { return false }
    return place == 0 || !WhoWords.undoing.contains(words[place - 1])
  }

  /// "Yes, by Friday" to "Bo, can you send the list?".
  private static func agrees(_ words: [String], to asked: String?) -> Bool {
    guard let asked, let first = words.first else { return false }
    return WhoWords.agreeing.contains(first) && QuestionWords.words(asked).contains("you")
  }

  /// "Ok ok I'll do them then": who is to do something, after others have only spoken of it.
  func takesOn(_ text: String, asked: String) -> Bool {
    guard case .doer(let verb, _) = subject, isToDo, !QuestionWords.asks(text) else { return false }
    let words = QuestionWords.words(text)
    if let verb, !Self.content(asked).union(words.map(Self.form)).contains(verb) { return false }
    return words.indices.dropLast().contains { index in
      guard ["i'll", "ill", "i", "will"].contains(words[index]), words[index] != "i" else { return false }
      if words[index] == "will", index == 0 || words[index - 1] != "i" { return false }
      return WhoWords.taking.contains(words[index + 1]) || Self.form(words[index + 1]) == verb
    }
  }

  /// "Me, as always", "it's in my garage", "that one is mine"; not "don't tell me".
  static func pointsToSpeaker(_ sentence: String) -> Bool {
    let clauses = sentence.split { ".,;:!?\n".contains($0) }.map { QuestionWords.words(String($0)) }
    return clauses.contains { words in
      words.enumerated().contains { index, word in
        if word == "my" || word == "mine" { return true }
        return word == "me" && (index == 0 || WhoWords.beforeMe.contains(words[index - 1]))
      }
    }
  }

  /// "The poster is on my list".
  private static func isOnList(_ words: [String]) -> Bool {
    zip(words, words.dropFirst()).contains { $0 == "my" && WhoWords.lists.contains($1) } || words.contains("mine")
  }

  /// "Me, in a minute" to "who checks?".
  private static func steps(in words: [String], _ asked: String?) -> Bool {
    guard let asked, words.first == "me" else { return false }
    return !WhoWords.anybody.isDisjoint(with: QuestionWords.words(asked))
  }

  /// "Zoe is our lawyer", "Zoe from the bank", "our lawyer Zoe".
  private static func introduces(_ name: [String], _ words: [String]) -> Bool {
    guard words.count > name.count else { return false }
    return (0...words.count - name.count).contains { start in
      guard Array(words[start..<start + name.count]) == name else { return false }
      guard start == 0 || !WhoWords.beside.contains(words[start - 1]) else { return false }
      let (before, after) = (words[..<start].suffix(3), words[(start + name.count)...].prefix(2))
      return after.first.map(WhoWords.being.contains) ?? false || after.contains("our") || before.contains("our")
    }
  }
}

extension Names {
  /// Those whose names have all of `words`, in the order of their names.
  func users(called words: [String]) -> [UserID] {
    func plain(_ word: String) -> String { word.folding(options: .diacriticInsensitive, locale: nil) }
    let wanted = Set(words.map(plain))
    return all.filter { wanted.isSubset(of: QuestionWords.words($0.name).map(plain)) }.map(\.user)
  }
}
