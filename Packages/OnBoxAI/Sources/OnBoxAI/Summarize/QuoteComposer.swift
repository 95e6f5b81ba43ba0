/// Chooses what is quoted of a conversation.
struct QuoteComposer {
  private static let mostWordsOfExchange = 70
  /// What adds less than this share of what the heaviest but few add is not worth a long talk's
  /// reader's time.
  private static let leastShare = 0.4
  private static let heaviest = 5
  /// What has less than this share of the most to do with a question does not answer it.
  private static let leastRelevance = 0.4

  private static let mostTopics = 5
  private static let leastTopic = 4.0
  /// What is settled last says at least this share of what the heaviest settlement does.
  private static let leastOutcome = 0.4

  let talk: SpokenConversation
  private let weights: LineWeights
  private let isAsked: Bool
  private let relevance: [Double]
  private var writer: QuoteWriter { QuoteWriter(talk: talk) }

  init(talk: SpokenConversation, embeddings: [Embedding], focus: Focus) {
    self.talk = talk
    isAsked = !focus.isEverything
    relevance = isAsked ? Relevance.scores(of: talk, embeddings: embeddings, for: focus) : []
    weights = LineWeights(talk, relevance: relevance)
  }

  func compose(words budget: Int, pressing: Int? = nil) -> Summary {
    var selection = QuoteSelection(talk, weights: weights)
    var chosen: [Exchange] = []
    let all = candidates(budget)
    func best(_ among: [Exchange], factor: (Exchange) -> Double = { _ in 1 }) -> Exchange? {
      var best: (Exchange, Double)?
      for exchange in among {
        let new = exchange.lines.reduce(0) { $0 + (selection.lines.contains($1) ? 0 : talk.lines[$1].count) }
        guard selection.words + new <= budget else { continue }
        let gain = selection.gain(of: exchange) * factor(exchange)
        if gain > (best?.1 ?? 0.01) { best = (exchange, gain) }
      }
      return best?.0
    }
    func take(_ exchange: Exchange?) {
      guard let exchange else { return }
      selection.take(exchange)
      chosen.append(exchange)
    }
    if let pressing { take(best(all.filter { talk.lines[$0.seed].turn == pressing })) }
    if !isAsked, talk.isLong {
      let most = all.map { selection.gain(of: $0) }.sorted(by: >).prefix(Self.heaviest).last ?? 0
      func worthy(_ exchange: Exchange) -> Bool { selection.gain(of: exchange) > most * Self.leastShare }
      take(outcome(all.filter(worthy), budget))
      for part in parts(max(3, budget / 34)) { take(best(all.filter { part.contains($0.seed) && worthy($0) })) }
      while let next = best(all.filter(worthy)) { take(next) }
      return Summary(topics: chosen.isEmpty ? [] : topics(), points: writer.points(chosen))
    } else if !isAsked {
      take(opening(all, budget))
      take(outcome(all, budget))
    }
    while let next = best(all) { take(next) }
    return Summary(points: writer.points(chosen))
  }

  /// What more than one person speaks of all along.
  private func topics() -> [SummaryTopic] {
    let shared = talk.phrases.filter { $0.voices.count > 1 && $0.weight >= Self.leastTopic }
    guard shared.count > 1 else { return [] }
    return shared.prefix(Self.mostTopics).map { SummaryTopic(text: $0.text, turns: Array($0.voices.prefix(2))) }
  }

  private func candidates(_ budget: Int) -> [Exchange] {
    let most = relevance.max() ?? 0
    return talk.lines.indices.compactMap { index in
      guard talk.lines[index].kind != .courtesy, talk.lines[index].kind != .reply else { return nil }
      // What is said without a verb in a meeting was heard with what they saw.
      if talk.isLong, talk.isSpoken, talk.lines[index].isFragment || talk.lines[index].lacksClause { return nil }
      // How the meeting goes on is over when somebody reads of it.
      if talk.isLong, !isAsked, talk.lines[index].isProcedure, !talk.lines[index].isDecision { return nil }
      if isAsked, relevance[index] <= max(0.3, most * Self.leastRelevance) { return nil }
      return Exchange(around: index, in: talk, words: min(budget, Self.mostWordsOfExchange))
    }
  }

  /// What the conversation is about is said early.
  private func opening(_ all: [Exchange], _ budget: Int) -> Exchange? {
    let early = all.filter {
      $0.seed <= max(3, talk.lines.count / 4) && 4...(budget * 2 / 3) ~= $0.count(in: talk)
    }.prefix(4)
    let selection = QuoteSelection(talk, weights: weights)
    // What somebody came for, and what they got.
    let isAnswered = early.first.map { talk.lines[$0.seed].wantsReply && $0.lines.count > 1 } ?? false
    let places = [isAnswered ? 2 : 1, 0.85, 0.7, 0.6]
    let gains = early.enumerated().map { selection.gain(of: $1) * places[$0] }
    return zip(early, gains).max { $0.1 < $1.1 }?.0
  }

  /// What was settled last.
  private func outcome(_ all: [Exchange], _ budget: Int) -> Exchange? {
    let late = all.filter { $0.seed >= talk.lines.count / 2 && $0.count(in: talk) <= budget * 2 / 3 }
    let selection = QuoteSelection(talk, weights: weights)
    let settling = late.filter { exchange in
      exchange.lines.contains {
        talk.lines[$0].isDecision || talk.lines[$0].isSettlement
          || talk.lines[$0].reply == .accepts && exchange.lines.count > 1
      }
    }
    let most = settling.map { selection.gain(of: $0) }.max() ?? 0
    return settling.last { selection.gain(of: $0) > most * Self.leastOutcome }
      ?? late.suffix(4).max { selection.gain(of: $0) < selection.gain(of: $1) }
  }

  /// Cuts the lines into `count` parts of about as many words.
  private func parts(_ count: Int) -> [Range<Int>] {
    let total = max(1, talk.lines.reduce(0) { $0 + $1.count })
    var parts: [Range<Int>] = []
    var (start, sum) = (0, 0)
    for (index, line) in talk.lines.enumerated() {
      sum += line.count
      if sum * count >= total * (parts.count + 1) {
        parts.append(start..<index + 1)
        start = index + 1
      }
    }
    if start < talk.lines.count { parts.append(start..<talk.lines.count) }
    return parts
  }

  /// What was asked last and got no answer.
  func openQuestions() -> [SummaryPoint] {
    writer.points(OpenQuestions(talk).lines().map { Exchange(lone: $0) })
  }

  func contributions() -> [SummaryPoint] {
    var speakers: [String] = []
    for turn in talk.turns where !speakers.contains(turn.speaker) { speakers.append(turn.speaker) }
    let selection = QuoteSelection(talk, weights: weights)
    return speakers.compactMap { speaker in
      let own = talk.lines.indices.filter {
        talk.lines[$0].speaker == speaker && !talk.lines[$0].isOpen && !talk.isBroken($0) && weights.values[$0] > 0
          && talk.lines[$0].kind != .reply
      }
      let lone = own.compactMap { Exchange(lone: $0) }
      guard let best = lone.max(by: { selection.gain(of: $0) < selection.gain(of: $1) }) else { return nil }
      return writer.points([best]).first
    }
  }
}

extension Exchange {
  /// One line that needs no other.
  init(lone seed: Int) {
    lines = [seed]
    self.seed = seed
  }
}
