import Foundation

/// Finds what a message decides, and what in the turns before led to it.
struct DecisionParser: Sendable {
  /// Words of a turn that leads to nothing: "ok then".
  private static let shortRemark = 3
  /// Words of a proposal that says of what only with what was said before: "9 now, 3 later".
  private static let shortProposal = 4

  let tokenizer = Tokenizer()

  /// The decisions of one message, in the order of the text.
  /// - Parameters:
  ///   - previous: The turns before it, oldest first. The last eight are read.
  ///   - speaker: Who wrote it, to say for "I".
  func decisions(in text: String, previous: [Turn], speaker: String? = nil) -> [ParsedDecision] {
    let bytes = Array(text.utf8)
    let reader = PhraseReader(tokens: tokenizer.tokens(of: bytes), bytes: bytes)
    let history = ProposalHistory(previous, tokenizer: tokenizer)
    var decisions: [ParsedDecision] = []
    for sentence in Sentences.ranges(of: reader.tokens, bytes: bytes) {
      let statement = DecisionSentence(reader: reader, range: sentence)
      guard let found = statement.found, let decision = decision(found, statement, history, speaker) else { continue }
      if !decisions.contains(where: { $0.summary == decision.summary }) { decisions.append(decision) }
    }
    return decisions
  }

  private func decision(
    _ found: DecisionSentence.Found, _ statement: DecisionSentence, _ history: ProposalHistory, _ speaker: String?
  ) -> ParsedDecision? {
    let summary: String
    var proposals: [ProposalHistory.Proposal]
    switch found {
    case .content(let content):
      proposals = history.proposals(about: content)
      let option = history.option(named: content, lead: DecisionWords.choiceLead)
      if let option, proposals.isEmpty { proposals = [option.proposal] }
      // "18:30 then" says of what only with what was said before.
      if proposals.isEmpty, statement.form == .concluded, let named = concluded(content, statement, history) {
        return named
      }
      if proposals.isEmpty || statement.form == .planned, namesOnlyTime(content) { return nil }
      summary = named(option.map { "\(DecisionWords.choiceLead) \($0.text)" } ?? told(content), speaker: speaker)
    case .agreement:
      guard let last = history.latest, !(statement.isApproval && history.isReviewed(after: last)) else { return nil }
      proposals = [last]
      summary = last.summary
    case .sum(let content):
      guard history.assentingSpeakers > 1, let about = history.topic(of: content) else { return nil }
      return ParsedDecision(
        summary: content.prefix(1).uppercased() + content.dropFirst(), context: about.text,
        tags: tags(of: content, nil), supporting: history.supporting(after: about.turn), form: .concluded,
        sentence: statement.text)
    case .option(let index):
      guard let last = history.latestWithOptions, let option = last.option(index) else {
        return concluded(statement.text, statement, history)
      }
      proposals = [last]
      summary = chosen(option)
    }
    let clean = TaskBuilder.shortened(summary.prefix(1).uppercased() + summary.dropFirst())
    guard clean.count > 3 else { return nil }
    let before = proposals.isEmpty ? history.statement(about: clean) : nil
    let context = statement.reason ?? proposals.first.map(\.text) ?? before?.text
    return ParsedDecision(
      summary: clean, context: context == clean ? nil : context.map(TaskBuilder.shortened),
      tags: tags(of: clean, proposals.first), supporting: before.map { [$0.turn] } ?? history.supporting(proposals),
      isExplicit: statement.isExplicit, form: statement.form, sentence: statement.text)
  }

  /// "4 it is", said to "can we have 4 microphones instead of 2?".
  private func concluded(
    _ content: String, _ statement: DecisionSentence, _ history: ProposalHistory
  ) -> ParsedDecision? {
    history.proposal(naming: content).map { named in
      ParsedDecision(
        summary: named.summary.prefix(1).uppercased() + named.summary.dropFirst(), context: named.text,
        tags: tags(of: named.summary, named), supporting: history.supporting([named]), form: .concluded,
        sentence: statement.text)
    }
  }

  /// The decision on what a question proposed, with the option that was chosen. `nil` when it says
  /// of what only with what was said before, and that is not there, or names nothing but a time.
  func decision(
    on question: ProposalQuestion, choosing option: String?, after previous: [Turn], speaker: String
  ) -> ParsedDecision? {
    let summary = TaskBuilder.shortened(option.map(chosen) ?? shared(question.summary, speaker: speaker))
    guard summary.count > 3, option != nil || !namesOnlyTime(summary) else { return nil }
    let words = PlainWords.of(summary)
    guard option != nil || words.count > 2 else { return nil }
    let isOpen = !DecisionWords.openWords.isDisjoint(with: words)
    var before = ProposalHistory(previous, tokenizer: tokenizer).statement(about: question.sentence)
    if before == nil, isOpen || words.count <= Self.shortProposal {
      let telling = previous.indices.filter { PlainWords.of(previous[$0].text).count > Self.shortRemark }
      let own = telling.last { previous[$0].speaker == speaker && $0 + ProposalHistory.near >= previous.count }
      before = (own ?? telling.last).map { (previous[$0].text, $0) }
    }
    let context =
      option == nil
      ? question.before ?? before?.text
      : question.before.map { "\($0) \(question.sentence)" } ?? question.sentence
    guard context != nil || !isOpen else { return nil }
    return ParsedDecision(
      summary: summary.prefix(1).uppercased() + summary.dropFirst(), context: context.map(TaskBuilder.shortened),
      tags: KeyTerms(tokenizer: tokenizer).terms(of: [question.sentence]),
      supporting: option == nil && question.before == nil ? before.map { [$0.turn] } ?? [] : [],
      isExplicit: false, form: .asked, sentence: question.sentence)
  }

  /// Whether "go with …" or "do …" names nothing but a day or an hour.
  private func namesOnlyTime(_ content: String) -> Bool {
    guard let lead = [DecisionWords.choiceLead, "Do", "do"].first(where: { content.hasPrefix($0 + " ") }) else {
      return false
    }
    let bytes = Array(content.dropFirst(lead.count).utf8)
    return tokenizer.tokens(of: bytes).allSatisfy { token in
      let meaning = token.meaning
      return token.kind != .word || meaning.weekday != nil || meaning.month != nil || meaning.zone != nil
        || meaning.meridiem != nil || meaning.isOrdinalEnding || meaning.role != nil
    }
  }

  // MARK: Resolutions

  /// What a message resolves that says only what: it repeats a proposal of the turns before word
  /// for word, or people agreed just before. `nil` when somebody objected, or it is no such
  /// message.
  func resolution(in text: String, previous: [Turn], speaker: String) -> ParsedDecision? {
    let votes = Votes(previous: previous, tokenizer: tokenizer)
    let summary = TaskBuilder.shortened(Votes.content(of: text))
    guard let found = votes.resolution(of: text) else { return nil }
    return ParsedDecision(
      summary: summary.prefix(1).uppercased() + summary.dropFirst(),
      context: nil, tags: KeyTerms(tokenizer: tokenizer).terms(of: [summary]), supporting: found.supporting,
      form: found.isRestated ? .restated : .bare, sentence: text)
  }

  /// The terms of the decision itself; with fewer than two, those of what was proposed.
  private func tags(of summary: String, _ proposal: ProposalHistory.Proposal?) -> [String] {
    let terms = KeyTerms(tokenizer: tokenizer)
    let first = summary.split(separator: " ").first.map { $0.lowercased() } ?? ""
    let body = ActionWords.verbs.contains(first) ? String(summary.dropFirst(first.count)) : summary
    let own = terms.terms(of: [body])
    return own.count > 1 ? own : terms.terms(of: [body, proposal?.text ?? ""])
  }

  /// "We go with B" as "Go with B".
  private func told(_ content: String) -> String {
    let lead = "we \(DecisionWords.choiceLead.lowercased()) "
    guard content.lowercased().hasPrefix(lead) else { return content }
    return "\(DecisionWords.choiceLead) \(content.dropFirst(lead.count))"
  }

  /// "I own the certificates", said by Priya, as "Priya owns the certificates".
  private func named(_ content: String, speaker: String?) -> String {
    guard let name = speaker.map(ActionScene.shortName), !name.isEmpty else { return content }
    var parts = content.split(separator: " ", omittingEmptySubsequences: false).map(String.init)
    for index in parts.indices where parts[index] == "I" {
      parts[index] = name
      guard parts.indices.contains(index + 1) else { continue }
      let verb = parts[index + 1]
      let irregular = ["am": "is", "have": "has", "do": "does", "will": "will", "can": "can", "won't": "won't"]
      let isBase = verb.allSatisfy { $0.isLetter && $0.isLowercase } && !verb.hasSuffix("ed") && !verb.hasSuffix("s")
      parts[index + 1] = irregular[verb] ?? (isBase ? verb + "s" : verb)
    }
    return parts.joined(separator: " ")
  }

  /// "Bo the seeds, me the prices", said by Dana, as "Bo the seeds, Dana the prices".
  private func shared(_ content: String, speaker: String) -> String {
    let name = ActionScene.shortName(speaker)
    guard !name.isEmpty else { return content }
    let parts = content.split(separator: ",", omittingEmptySubsequences: false).map { part in
      let words = part.split(separator: " ", maxSplits: 1)
      guard words.count == 2, ["me", "Me"].contains(words[0]) else { return String(part) }
      return "\(part.hasPrefix(" ") ? " " : "")\(name) \(words[1])"
    }
    return parts.joined(separator: ",")
  }

  /// "Go with Postgres", but "Split out billing": an option that is something to do needs no lead.
  private func chosen(_ option: String) -> String {
    let first = option.split(separator: " ").first.map { $0.lowercased() } ?? ""
    return ActionWords.verbs.contains(first) ? option : "\(DecisionWords.choiceLead) \(option)"
  }
}
