/// Clauses without the words that a careful writer would put before the verb.
extension ClauseScanner {
  /// "Who writes the notes?", "who's updating the page?": whoever takes it.
  func search(at index: Int) -> Opening? {
    guard isQuestion || isFirst(index),
      let next = reader.match(anyOf: ActionWords.searches, at: index, before: sentence.upperBound),
      next < sentence.upperBound
    else { return nil }
    let isUnderWay = next > index + 1 || tokens[index].text != "who"
    let verb =
      isUnderWay
      ? ActionWords.baseForm(ofGerund: tokens[next].text) : ActionWords.baseForm(ofThirdPerson: tokens[next].text)
    guard verb != nil else { return nil }
    return Opening(subject: .anyone, frame: index..<next, addressee: nil, takesOver: false)
  }

  /// Nothing but "ok", "fyi" and the name of who is spoken to stands before it in the sentence.
  private func isFirst(_ index: Int) -> Bool {
    (sentence.lowerBound..<index).allSatisfy { place in
      tokens[place].kind == .sign || scene.names.index(called: tokens[place].text) != nil
        || ActionWords.openings.contains(tokens[place].text) && !ActionWords.everyone.contains(tokens[place].text)
    }
  }

  /// "I'm adding a map to the leaflet", "ok moving the table": what the speaker does, or is about
  /// to do.
  func underWay(at index: Int) -> Opening? {
    let answers = index > sentence.lowerBound && ActionWords.agreements.contains([tokens[index - 1].text])
    guard !isQuestion, isFirst(index),
      let next = reader.match(anyOf: ActionWords.beings, at: index, before: sentence.upperBound)
        ?? (answers ? index : nil),
      next + 1 < sentence.upperBound, ActionWords.baseForm(ofGerund: tokens[next].text).map({ $0 != "do" }) ?? false,
      ActionWords.determiners.contains(tokens[next + 1].text),
      !sentence.contains(where: { ["now", "currently", "still", "if"].contains(tokens[$0].text) })
    else { return nil }
    if answers, (next..<sentence.upperBound).contains(where: { ActionWords.statingVerbs.contains(tokens[$0].text) }) {
      return nil
    }
    let start = next == index ? index - 1 : index
    return Opening(subject: .speaker, frame: start..<next, addressee: nil, takesOver: false)
  }

  /// "I think it's the fuse, will look at it": who says "I" before the comma does it.
  func continuesOwn(_ index: Int) -> Bool {
    guard index > sentence.lowerBound, tokens[index - 1].isSign(","), tokens[index].text == "will" else { return false }
    let clause = sentence.prefix { $0 < index - 1 }.split { tokens[$0].isSign(",") }.last ?? []
    let first = clause.first { tokens[$0].kind != .sign && !ActionWords.openings.contains(tokens[$0].text) }
    return first.map { ["i", "i'm", "im", "i've", "ive"].contains(tokens[$0].text) } ?? false
  }

  /// "Green please, blue is for doors", "three pls, two broke": "please" belongs to what stands
  /// before it, and what follows the comma asks for nothing.
  func closesWish(_ please: Int) -> Bool {
    guard ["please", "pls", "plz"].contains(tokens[please].text), please + 1 < sentence.upperBound,
      tokens[please + 1].isSign(","), please > sentence.lowerBound
    else { return false }
    let before = tokens[please - 1]
    return before.kind != .sign && !ActionWords.openings.contains(before.text)
      && !(please + 2 < sentence.upperBound && ActionWords.verbs.contains(tokens[please + 2].text))
  }
}
