import Foundation

/// All sentences of a conversation, and which belong together.
struct SpokenConversation: Sendable {
  let turns: [Turn]
  let lines: [SpokenLine]
  /// Turns that are not English, ascending; nothing of them is in `lines`.
  let unread: [Int]
  /// Lines of each turn.
  private let places: [Range<Int>]
  /// Words of each turn.
  private let lengths: [Int]
  private let counts: [String: Int]
  /// How many sentences are searched for one: a message may have thousands.
  private static let reach = 40
  /// How many turns after a proposal somebody says yes to it.
  private static let turnsToAccept = 4
  /// Most sentences begin with a capital: one that does not was cut off.
  private let writesCapitals: Bool
  /// Most sentences end with a sign: one that does not was cut off.
  private let writesStops: Bool
  /// A transcript: whoever writes a message ends it where they want.
  let isSpoken: Bool
  let speakers: Int
  /// Too long to be told sentence by sentence.
  let isLong: Bool
  /// Stems of what a long talk turns about; empty for a short one.
  private let topical: Set<String>
  /// What a long talk turns about, the weightiest first.
  let phrases: [KeyPhrases.Phrase]

  init(_ turns: [Turn]) {
    self.turns = turns
    var lines: [SpokenLine] = []
    var places: [Range<Int>] = []
    var unread: [Int] = []
    let names = Set(turns.map { $0.speaker.lowercased() }.flatMap { $0.split(separator: " ").map(String.init) + [$0] })
    for (index, turn) in turns.enumerated() {
      let start = lines.count
      guard Language.isEnglish(turn.text) else {
        unread.append(index)
        places.append(start..<start)
        continue
      }
      lines += SpokenText.sentences(of: turn.text).map {
        SpokenLine($0, turn: index, speaker: turn.speaker, names: names)
      }
      places.append(start..<lines.count)
    }
    self.lines = lines
    self.places = places
    lengths = places.map { $0.reduce(0) { $0 + lines[$1].count } }
    self.unread = unread
    var counts: [String: Int] = [:]
    for line in lines { for term in line.terms { counts[term, default: 0] += 1 } }
    self.counts = counts
    speakers = Set(turns.map(\.speaker)).count
    isLong = lines.count > 60
    phrases = isLong ? KeyPhrases(turns).top(20) : []
    topical = Set(phrases.flatMap(\.stems))
    isSpoken = turns.allSatisfy { $0.at == nil }
    let starts = isSpoken ? lines.compactMap { $0.sentence.body.first } : []
    writesCapitals = starts.count { $0.isCapitalized } * 10 > starts.count * 7
    let ends = isSpoken ? lines.compactMap { $0.tiedWords.last } : []
    writesStops = ends.count { $0.closes } * 10 > ends.count * 7
  }

  /// How much a reader learns from a word: in a long talk only what it turns about counts much.
  func termWeight(_ term: String) -> Double {
    let weight = 1 + log(Double(counts[term] ?? 1))
    return topical.isEmpty || topical.contains(term) ? weight : 0.3 * weight
  }

  func isTopical(_ index: Int) -> Bool { lines[index].terms.contains { topical.contains($0) } }

  /// Cut off at its start or at its end, as spoken turns are, or restarted.
  func isBroken(_ index: Int) -> Bool {
    let line = lines[index]
    guard !line.sentence.isBroken, !isSpoken || !line.sentence.isStranded else { return true }
    guard isLong, let first = line.tiedWords.first, let last = line.tiedWords.last else { return false }
    if Fluency.isRough(line.sentence.body) { return true }
    if isSpoken, line.kind != .reply, !line.sentence.asks, line.count > 3, line.lacksClause { return true }
    let startsSmall =
      !first.isCapitalized && first.text.first?.isLetter == true && places[line.turn].lowerBound == index
      && line.sentence.lead.isEmpty && isGoneOn(line.turn)
    return writesCapitals && startsSmall || writesStops && !last.closes && !goesOn(after: line.turn)
  }

  /// "and then …": the one who speaks goes on with another clause after somebody's "yeah", so that
  /// what they said before was whole.
  private func goesOn(after turn: Int) -> Bool {
    let next = turns.indices[(turn + 1)...].prefix(3).first { turns[$0].speaker == turns[turn].speaker }
    guard let next, let first = lines[places[next]].first else { return false }
    return !first.sentence.lead.isEmpty && first.count > 2
  }

  /// What the one who speaks said just before was left open: this is its end.
  private func isGoneOn(_ turn: Int) -> Bool {
    let before = turns.indices[..<turn].suffix(3).last { turns[$0].speaker == turns[turn].speaker }
    guard let before, let last = lines[places[before]].last?.tiedWords.last else { return false }
    return !last.closes
  }

  /// The lines of a turn, among them none when it is not English.
  func lines(of turn: Int) -> Range<Int> { places[turn] }

  /// How many words the turn of a line has.
  func turnLength(_ index: Int) -> Int { lengths[lines[index].turn] }

  /// The next line of the same turn, when it goes on with `index`.
  func continuation(of index: Int) -> Int? {
    let next = index + 1
    guard next < lines.count, lines[next].turn == lines[index].turn, !isBroken(next), !isEmpty(next) else { return nil }
    let line = lines[next]
    guard line.kind != .reply, !isSpoken || !line.lacksClause else { return nil }
    return line.isOpen || !line.sentence.lead.isEmpty || isTopical(next) && !line.isProcedure && !line.isShowing
      ? next : nil
  }

  /// The first thing that is said: "That is the most boring gift in the world!" speaks of what both
  /// see.
  func isOpening(_ index: Int) -> Bool {
    lines[index].turn < 2 && lines[index].terms.count > (lines[index].wantsReply ? 0 : 1) && !lines[index].isFragment
      && !lines[index].pointsAtSomebody
      && (0..<index).allSatisfy { isEmpty($0) || lines[$0].turn == lines[index].turn && lines[$0].count < 4 }
  }

  /// A courtesy, a sound: what stands between things that are said.
  func isEmpty(_ index: Int) -> Bool { lines[index].kind == .courtesy }

  /// In a long talk: a proposal, a plan or a task that somebody else says yes to.
  func isSettled(_ index: Int) -> Bool { acceptance(of: index) != nil }

  /// Where somebody says yes to a proposal, a plan or a task in a long talk: next, or after others
  /// of the group who say no more than a yes, or something about the same without a doubt.
  func acceptance(of index: Int) -> Int? {
    let line = lines[index]
    guard line.isPlan || line.isDecision || [.proposal, .request].contains(line.kind) else { return nil }
    let own = Set(line.terms)
    var isLast = true
    for other in (index + 1..<lines.count).prefix(Self.reach) {
      let said = lines[other]
      guard said.turn - line.turn <= Self.turnsToAccept else { return nil }
      if said.speaker == line.speaker || isEmpty(other), said.reply == nil {
        // What else the one who proposes says is what the yes is meant for, unless it is the same.
        if said.speaker == line.speaker, own.isDisjoint(with: said.terms) { isLast = false }
        continue
      }
      guard said.speaker != line.speaker else { continue }
      switch said.reply {
      case .accepts: return isLast || !own.isDisjoint(with: said.terms) ? other : nil
      case .refuses, .doubts: return nil
      case nil: if own.isDisjoint(with: said.terms) || said.sentence.asks { return nil }
      }
    }
    return nil
  }

  /// In a long talk: a question that got more than a yes or a no.
  func isAnswered(_ index: Int) -> Bool {
    lines[index].kind == .question
      && replies(to: index).contains { lines[$0].kind != .reply && lines[$0].count > 5 && isTopical($0) }
  }

  // MARK: What belongs to what

  /// The line that an open one points at: the nearest before it that says something.
  func needed(by index: Int) -> Int? {
    let line = lines[index]
    guard line.isOpen || line.kind == .reply else { return nil }
    return before(index)
  }

  /// The line before that it points at: a reply at what asks for one; else, in a group, at the
  /// nearest that has a word with it in common; else at the nearest that says something.
  func before(_ index: Int) -> Int? {
    let line = lines[index]
    let near = (0..<index).reversed().prefix(Self.reach).prefix { line.turn - lines[$0].turn <= 2 }.filter { other in
      lines[other].kind != .courtesy && (lines[other].kind != .reply || line.kind == .reply)
        && (lines[other].turn == line.turn || isPrompt(line.turn, after: lines[other].turn))
    }
    guard let nearest = near.first else { return nil }
    if line.kind == .reply || line.reply != nil {
      return near.first { lines[$0].wantsReply && lines[$0].turn != line.turn } ?? nearest
    }
    guard speakers > 2, lines[nearest].turn != line.turn else { return nearest }
    let own = Set(line.terms)
    return near.first { !own.isDisjoint(with: lines[$0].terms) } ?? nearest
  }

  /// What was said to a question, a request or a proposal: the first lines of the next to speak.
  /// Empty when nobody took it up.
  func replies(to index: Int) -> [Int] {
    let line = lines[index]
    guard line.wantsReply else { return [] }
    var turn = line.turn + 1
    while turn < turns.count, turn - line.turn <= (speakers > 2 ? 4 : 2) {
      defer { turn += 1 }
      if turns[turn].speaker == line.speaker {
        if places[turn].contains(where: { lines[$0].wantsReply }) { return [] }
        continue
      }
      let said = places[turn].prefix(Self.reach).filter { !isEmpty($0) }
      if isLong, line.kind == .question, let told = told(said, about: index) { return told }
      // Between two, an order before the answer is no part of it: "Pass me the paper. There is a
      // western on."
      let answer = speakers == 2 ? said.first { answers($0, to: index) } : said.first
      guard let first = answer, answers(first, to: index), !isLong || isClear(first, to: index) else {
        // After a bare yes to something else, what follows is about that.
        if !said.isEmpty, speakers == 2 || isLong && lines[said[0]].kind == .reply { return [] }
        continue
      }
      var replies = [first]
      // A bare yes, and what it means.
      if lines[first].kind == .reply || lines[first].isOpen && lines[first].count < 8,
        let second = said.first(where: { $0 > first }),
        [.statement, .request].contains(lines[second].kind) || lines[second].isDecision, lines[second].count < 30,
        !isBroken(second)
      {
        replies.append(second)
      }
      // A question for a number is answered by one.
      if line.asksAmount, !replies.contains(where: { lines[$0].hasFigure }),
        let figure = said.first(where: { $0 > replies[0] && lines[$0].hasFigure && !isBroken($0) })
      {
        replies.append(figure)
      }
      return replies
    }
    return []
  }

  /// Of what is said at length right after a question in a long talk, the sentence that has most to
  /// do with it, before others that come later.
  private func told(_ said: [Int], about index: Int) -> [Int]? {
    guard lines[index].count > 4, said.count > 1, lines[said[0]].turn - lines[index].turn == 1 else { return nil }
    let asked = Set(lines[index].terms)
    let open = said.prefix(8).filter {
      lines[$0].kind == .statement && lines[$0].count > 5 && !isBroken($0) && !lines[$0].isOpen
        && !lines[$0].isProcedure
    }
    func shared(_ other: Int) -> Int { lines[other].terms.count { asked.contains($0) } }
    guard let most = open.map({ shared($0) }).max(), let best = open.first(where: { shared($0) == most }) else {
      return nil
    }
    guard best == said[0] || most > 0 else { return nil }
    return lines[said[0]].kind == .reply ? [said[0], best] : [best]
  }

  /// Whether a line of somebody else after `index` can be an answer to it.
  private func answers(_ reply: Int, to index: Int) -> Bool {
    let (line, said) = (lines[reply], lines[index])
    if line.reply != nil || line.kind == .reply, !isLong || isAtOnce(reply, after: index) { return true }
    // In a long talk a bare yes that comes later is meant for what was said in between.
    if line.kind == .reply { return false }
    let isNear = line.turn - said.turn == 1
    if said.kind == .question {
      if speakers == 2, line.isOrder, !said.asksHow { return false }
      if speakers == 2 { return true }
      return isNear
        && (line.isOpen || line.isFragment || !Set(line.terms).isDisjoint(with: said.terms)
          || turns.count < 40 && isPrompt(line.turn, after: said.turn))
        || !Set(line.terms).isDisjoint(with: said.terms)
    }
    if speakers == 2 { return isNear && (!line.isOrder || said.asksHow) }
    return !Set(line.terms).isDisjoint(with: said.terms)
      || isNear && line.isOpen && isPrompt(line.turn, after: said.turn)
      || isNear && ["i'll", "i"].contains(line.sentence.lowers.first ?? "") && isPrompt(line.turn, after: said.turn)
  }

  /// Said by the next to speak, before anything else was said.
  private func isAtOnce(_ reply: Int, after index: Int) -> Bool {
    lines[reply].turn == lines[index].turn + 1 && (index + 1..<reply).allSatisfy { isEmpty($0) }
  }

  /// Whether what was asked may have been answered in words that `replies` does not take for an
  /// answer: between two, the other says more than a sound next, or asks back.
  func mayBeAnswered(_ index: Int) -> Bool {
    let asked = lines[index].turn
    guard speakers == 2,
      let next = turns.indices.first(where: { $0 > asked && turns[$0].speaker != turns[asked].speaker })
    else { return false }
    let said = SpokenText.words(of: turns[next].text)
    return isPrompt(next, after: asked) && (said.count > 1 || said.contains { $0.asks })
  }

  /// In a long talk most of what follows a question is about something else.
  private func isClear(_ reply: Int, to index: Int) -> Bool {
    lines[reply].reply != nil || lines[reply].kind == .reply
      || lines[reply].kind == .statement && (lines[reply].count > 5 || lines[reply].isFragment) && !isBroken(reply)
  }

  /// Said within some hours, where times are known.
  private func isPrompt(_ turn: Int, after other: Int) -> Bool {
    guard let first = turns[other].at, let second = turns[turn].at else { return true }
    return second.timeIntervalSince(first) < 6 * 3_600
  }
}
