/// Clauses that take up a task that was named before: "on it", "can you do that by Friday?".
extension TaskBuilder {
  /// What a clause adds to the task that it takes up.
  struct Resumption {
    let owner: OwnerGuess
    let due: TimeMention?
    /// "before the launch".
    let rest: String
    let sentence: String
    let form: ActionForm
    /// "Take it", "do that": of the thing itself, nothing can be made of it.
    let needsTask: Bool

    func applied(to task: ParsedAction) -> ParsedAction {
      var owner = owner
      if case .none = owner { owner = task.owner }
      let text = rest.isEmpty || task.task.hasSuffix("…") ? task.task : "\(task.task) \(rest)"
      return ParsedAction(
        task: TaskBuilder.shortened(text), owner: owner, due: due ?? task.due, sentence: sentence,
        sources: task.sources, form: form)
    }
  }

  func takeover(of asked: ParsedAction, by clause: ActionClause) -> ParsedAction {
    ParsedAction(
      task: asked.task, owner: scene.speakerIsOwner(saying: words(of: clause)),
      due: due(in: clause)?.mention ?? asked.due,
      sentence: sentenceText, sources: asked.sources, form: .accepted)
  }

  /// "Tidy Ana's shelf" of "I can't tidy my shelf. Could anyone do it?".
  func refused(resumedBy clause: ActionClause) -> ParsedAction? {
    for earlier in context.earlier.reversed() {
      guard let index = earlier.first(where: { ["can't", "cannot", "cant"].contains(reader.tokens[$0].text) }),
        index > earlier.lowerBound, ["i", "we"].contains(reader.tokens[index - 1].text), index + 2 < earlier.upperBound,
        ActionWords.verbs.contains(reader.tokens[index + 1].text)
      else { continue }
      let refused = ActionClause(
        subject: clause.subject, frame: index..<index + 1, body: index + 1..<earlier.upperBound,
        addressee: clause.addressee, takesOver: false)
      return action(of: refused)
    }
    return nil
  }

  /// "Me!", to what anybody was asked to do.
  func offersSelf(_ clause: ActionClause) -> Bool { clause.frame.map { reader.tokens[$0].text } == ["me"] }

  /// Whether a clause may take up what was asked of nobody somewhat earlier.
  func mayTakeUp(_ clause: ActionClause) -> Bool {
    ActionWords.openTakeovers.contains(clause.frame.map { reader.tokens[$0].text })
  }

  /// "Do that before the launch", "finish it": `nil` for a clause that names its own task.
  func resumption(of clause: ActionClause) -> Resumption? {
    guard let work = work(of: clause), work.indices.count >= 2 else { return nil }
    let indices = work.indices
    guard ReferenceWords.resumes.contains(reader.tokens[indices[0]].text), isPointer(at: 1, of: indices),
      indices.count == 2 || !isParticle(at: 2, of: indices)
    else { return nil }
    let rest = indices.dropFirst(2)
    let isLinked = rest.first.map { ReferenceWords.prepositions.contains(reader.tokens[$0].text) } ?? true
    return Resumption(
      owner: owner(of: clause), due: work.due?.mention,
      rest: isLinked ? phrase(Array(rest), clause).lowercasedFirst : "",
      sentence: sentenceText, form: form(of: clause),
      needsTask: ReferenceWords.empty.contains(reader.tokens[indices[0]].text))
  }
}

extension String {
  var lowercasedFirst: String { prefix(1).lowercased() + dropFirst() }
}
