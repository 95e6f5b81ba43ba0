/// Who is to do something, as far as the words tell.
public enum OwnerGuess: Hashable, Sendable {
  /// The member at this index of the list given to the parser, and why in words for people.
  case member(Int, reason: String)
  /// Somebody named who is not in the list.
  case named(String)
  case none
}

/// How a message gives a task.
public enum ActionForm: Hashable, Sendable {
  /// "TODO: …"
  case announced
  /// "Bo to …", "Bo will …"
  case assigned
  /// "I'll …"
  case promised
  /// "I can …", "let me …": what the speaker does now, or may do.
  case intended
  /// "On it."
  case accepted
  /// "Can you …", "please …"
  case requested
  /// "Send the list", and no more.
  case ordered
  /// "Let's …", "somebody should …"
  case planned
  /// "The list needs to be sent."
  case needed
}

/// Something to be done that a message asks for or promises.
public struct ParsedAction: Hashable, Sendable {
  /// An imperative phrase ("Send Ana the slides"), at most 140 characters, without the time when it
  /// is due.
  public let task: String
  public let owner: OwnerGuess
  public let due: TimeMention?
  /// The sentence that says it, as it stands in the message.
  public let sentence: String

  /// The indices of the earlier turns that words of the task come from ("fix it"), ascending.
  public let sources: [Int]
  public let form: ActionForm
  /// The words before the verb, lower case: "i'll", "can you".
  public let frame: String

  public init(
    task: String, owner: OwnerGuess, due: TimeMention?, sentence: String, sources: [Int] = [],
    form: ActionForm = .needed, frame: String = ""
  ) {
    self.form = form
    self.frame = frame
    self.sources = sources
    self.task = task
    self.owner = owner
    self.due = due
    self.sentence = sentence
  }

  /// Whether it says again what `earlier` gave to the same person: "I'll set it up on Monday" after
  /// "Bo, could you set up the page?".
  ///
  /// What nobody had taken, somebody takes: that is told anew.
  public func repeats(_ earlier: ParsedAction) -> Bool {
    guard case .member(let owner, _) = owner, case .member(let same, _) = earlier.owner, owner == same else {
      return false
    }
    let (own, other) = (Self.words(of: task), Self.words(of: earlier.task))
    guard let verb = own.first, let first = other.first,
      verb == first || ActionWords.making.isSuperset(of: [verb, first])
    else { return false }
    let (objects, others) = (Set(own.dropFirst()), Set(other.dropFirst()))
    let fewest = min(objects.count, others.count)
    // "Report 12" is not "report 13", nor the red one the blue one: the shorter says nothing that
    // the longer does not.
    return fewest == 0 ? own == other : objects.intersection(others).count == fewest
  }

  /// The same, with one more turn that words of it come from.
  func citing(_ turn: Int) -> ParsedAction {
    ParsedAction(
      task: task, owner: owner, due: due, sentence: sentence, sources: Set(sources + [turn]).sorted(),
      form: form, frame: frame)
  }

  private static func words(of task: String) -> [String] {
    PlainWords.of(task).filter { !["the", "a", "an", "to", "of", "for", "it", "in", "on", "and"].contains($0) }
  }
}
