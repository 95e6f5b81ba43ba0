import Foundation

/// Finds what a message promises, asks for or assigns: the task in a few words, whose it is, when it is due.
package struct ActionParser: Sendable {
  private let words: ActionWords
  private let timeWords: TimeWords
  private let times: TimeParser

  package init() {
    self.init(words: .english, timeWords: .english)
  }

  package init(words: ActionWords, timeWords: TimeWords) {
    self.words = words
    self.timeWords = timeWords
    times = TimeParser(words: timeWords)
  }

  /// The actions of one message, in the order of the text.
  /// - Parameters:
  ///   - speaker: Who wrote it; one of `members` or anybody else.
  ///   - members: The display names of the conversation. With two of them "you" is the one who does not speak.
  ///   - previous: The message before, for answers such as "on it" that take over what it asked.
  ///   - timeZone: The speaker's zone.
  package func actions(
    in text: String, speaker: String, members: [String], previous: Turn?, now: Date, timeZone: TimeZone
  ) -> [ParsedAction] {
    let bytes = Array(text.utf8)
    let tokens = Tokenizer(words: timeWords).tokens(of: bytes)
    guard !tokens.isEmpty else { return [] }
    let reader = PhraseReader(tokens: tokens, bytes: bytes)
    let scene = ActionScene(
      speaker: speaker, members: members, names: NameMatcher(members),
      mentions: times.mentions(in: tokens, of: bytes, now: now, timeZone: timeZone),
      today: CivilDay(now, in: timeZone))
    var actions: [ParsedAction] = []
    var context = previous.flatMap { $0.text.count <= 200 ? $0.text : nil }
    for sentence in Sentences.ranges(of: tokens, bytes: bytes) {
      let scene = scene.within(reader.bytes(of: sentence))
      let clauses = ClauseScanner(words: words, reader: reader, scene: scene, sentence: sentence).clauses()
      let builder = TaskBuilder(words: words, reader: reader, scene: scene, sentence: sentence, context: context)
      if clauses.isEmpty {
        let needs = NeedScanner(words: words, reader: reader, scene: scene, sentence: sentence)
        if let action = needs.action(due: builder.due(within:)) { actions.append(action) }
      }
      for clause in clauses {
        if clause.takesOver {
          actions.append(contentsOf: takeover(clause, builder, previous: previous, scene, now: now, timeZone: timeZone))
        } else if let action = builder.action(of: clause) {
          actions.append(action)
        }
      }
      context = builder.sentenceText
    }
    return actions.removingRepeatedTasks()
  }

  /// "On it": the last thing that the message before asked for is now the speaker's.
  private func takeover(
    _ clause: ActionClause, _ builder: TaskBuilder, previous: Turn?, _ scene: ActionScene, now: Date, timeZone: TimeZone
  ) -> [ParsedAction] {
    guard let previous, previous.speaker != scene.speaker else { return [] }
    let asked = actions(
      in: previous.text, speaker: previous.speaker, members: scene.members, previous: nil, now: now, timeZone: timeZone
    ).last { action in
      switch action.owner {
      case .member(let index, _): scene.members[index] != previous.speaker
      case .named: false
      case .none: true
      }
    }
    guard let asked else { return [] }
    return [
      ParsedAction(
        task: asked.task, owner: scene.speakerIsOwner(saying: builder.words(of: clause)),
        due: builder.due(in: clause)?.mention ?? asked.due, sentence: builder.sentenceText)
    ]
  }
}

extension [ParsedAction] {
  fileprivate func removingRepeatedTasks() -> [ParsedAction] {
    var seen: Set<String> = []
    return filter { seen.insert($0.task.lowercased()).inserted }
  }
}
