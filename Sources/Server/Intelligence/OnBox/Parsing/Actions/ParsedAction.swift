/// Who is to do something, as far as the words tell.
package enum OwnerGuess: Hashable, Sendable {
  /// The member at this index of the list given to the parser, and why in words for people.
  case member(Int, reason: String)
  /// Somebody named who is not in the list.
  case named(String)
  case none
}

/// Something to be done that a message asks for or promises.
package struct ParsedAction: Hashable, Sendable {
  /// An imperative phrase ("Send Ana the slides"), at most 140 characters, without the time when it is due.
  package let task: String
  package let owner: OwnerGuess
  package let due: TimeMention?
  /// The sentence that says it, as it stands in the message.
  package let sentence: String

  package init(task: String, owner: OwnerGuess, due: TimeMention?, sentence: String) {
    self.task = task
    self.owner = owner
    self.due = due
    self.sentence = sentence
  }
}
