import Foundation

/// Finds what a message promises, asks for or assigns: the task in a few words, whose it is, when
/// it is due.
struct ActionParser: Sendable {
  /// How many turns back a task or a thing may have been named that a message points at.
  static let reach = 6
  /// A message this long after the one before is no answer to it, in seconds.
  private static let longestPause: TimeInterval = 12 * 3_600
  /// Tokens that are read as one sentence. What one costs grows with the square of its length, so a
  /// longer one is read in parts.
  private static let longestSentence = 256
  /// Sentences and tokens of the message, before a clause's own sentence, in which the thing may
  /// have been named that it points at.
  private static let sentencesBack = 24
  private static let tokensBack = 256

  let tokenizer = Tokenizer()
  let times = TimeParser()

  /// The actions of one message, in the order of the text.
  /// - Parameters:
  ///   - speaker: Who wrote it; one of `members` or anybody else.
  ///   - members: The display names of the conversation. With two of them "you" is the one who does
  ///     not speak.
  ///   - previous: The turns before, oldest first, for answers such as "on it" and tasks such as
  ///     "fix it". The last `reach` are read.
  ///   - timeZone: The speaker's zone.
  func actions(
    in text: String, speaker: String, members: [String], previous: [Turn], now: Date, timeZone: TimeZone
  ) -> [ParsedAction] {
    let moment = Moment(members: members, now: now, timeZone: timeZone)
    return actions(in: text, speaker: speaker, after: previous.suffix(Self.reach), moment, depth: 2)
  }

  /// The same for a message of which at most the one before is known.
  func actions(
    in text: String, speaker: String, members: [String], previous: Turn?, now: Date, timeZone: TimeZone
  ) -> [ParsedAction] {
    actions(
      in: text, speaker: speaker, members: members, previous: previous.map { [$0] } ?? [], now: now, timeZone: timeZone)
  }

  private struct Moment {
    let members: [String]
    let now: Date
    let timeZone: TimeZone
  }

  private func actions(
    in text: String, speaker: String, after previous: ArraySlice<Turn>, _ moment: Moment, depth: Int,
    readsOffers: Bool = false
  ) -> [ParsedAction] {
    let bytes = Array(text.utf8)
    let tokens = tokenizer.tokens(of: bytes)
    guard !tokens.isEmpty else { return [] }
    let reader = PhraseReader(tokens: tokens, bytes: bytes)
    var scene = scene(of: reader, speaker: speaker, after: previous, moment)
    scene.readsOffers = readsOffers
    let sentences = Sentences.ranges(of: tokens, bytes: bytes, longest: Self.longestSentence)
    var actions = offered(in: previous, acceptedBy: speaker, in: reader, sentences, moment, depth: depth - 1)
    // What the turns before ask for and leave open is the same for all clauses: each is looked for
    // once, and none or one is found.
    var asked: [ParsedAction]?
    var open: [ParsedAction]?
    for (position, sentence) in sentences.enumerated() {
      let scene = scene.within(reader.bytes(of: sentence))
      let clauses = ClauseScanner(reader: reader, scene: scene, sentence: sentence).clauses()
      let builder = TaskBuilder(
        reader: reader, scene: scene, sentence: sentence,
        context: TaskContext(
          reader: reader, earlier: Self.near(sentences[..<position]),
          turns: previous, tokenizer: tokenizer, names: scene.names, verbs: ActionWords.verbs))
      let shared = SharingScanner(reader: reader, scene: scene, sentence: sentence, context: builder.context).actions()
      if !shared.isEmpty {
        actions += shared
        continue
      }
      if clauses.isEmpty {
        let needs = NeedScanner(reader: reader, scene: scene, sentence: sentence)
        let deliveries = DeliveryScanner(reader: reader, scene: scene, sentence: sentence)
        if let action = needs.action(due: builder.due(within:)) ?? deliveries.action(due: builder.due(within:)) {
          actions.append(action)
        }
      }
      for clause in clauses {
        if clause.takesOver {
          let isOffered = builder.offersSelf(clause)
          if !isOffered, asked == nil {
            asked = self.asked(of: speaker, in: previous, moment, depth: depth - 1).map { [$0] } ?? []
          }
          var found = isOffered ? nil : asked?.first
          if found == nil, depth > 0, builder.mayTakeUp(clause) {
            found = self.open(in: isOffered ? previous.suffix(2) : previous, moment, forAnybody: true)
          }
          if let task = found { actions.append(builder.takeover(of: task, by: clause)) }
        } else if let resumption = builder.resumption(of: clause) {
          if let last = actions.popLast() {
            actions.append(resumption.applied(to: last))
            continue
          }
          let refused = builder.refused(resumedBy: clause)
          if refused == nil, open == nil {
            open = (depth > 0 ? self.open(in: previous, moment) : nil).map { [$0] } ?? []
          }
          if let task = refused ?? open?.first {
            actions.append(resumption.applied(to: task))
          } else if let action = builder.action(of: clause), !resumption.needsTask {
            actions.append(action)
          }
        } else if let action = builder.action(of: clause) {
          actions.append(action)
        }
      }
    }
    return actions.removingRepeatedTasks()
  }

  /// The last of the sentences, as many as are looked back at.
  private static func near(_ sentences: ArraySlice<Range<Int>>) -> [Range<Int>] {
    var left = tokensBack
    let near = sentences.suffix(sentencesBack).reversed().prefix { sentence in
      left -= sentence.count
      return left >= 0
    }
    return near.reversed()
  }

  private func scene(
    of reader: PhraseReader, speaker: String, after previous: ArraySlice<Turn>, _ moment: Moment
  ) -> ActionScene {
    let names = NameMatcher(moment.members)
    var answered: Int?
    if let last = previous.last, last.speaker != speaker {
      let pause = last.at.map { moment.now.timeIntervalSince($0) } ?? 0
      if pause <= Self.longestPause { answered = names.index(of: last.speaker) }
    }
    return ActionScene(
      speaker: speaker, members: moment.members, names: names,
      mentions: times.mentions(in: reader.tokens, of: reader.bytes, now: moment.now, timeZone: moment.timeZone),
      today: CivilDay(moment.now, in: moment.timeZone), answered: answered)
  }

  // MARK: Tasks named before

  /// The last thing that the turn before, or the one before that, asked of `speaker` or of nobody.
  private func asked(of speaker: String, in previous: ArraySlice<Turn>, _ moment: Moment, depth: Int) -> ParsedAction? {
    guard depth >= 0 else { return nil }
    for position in previous.indices.reversed().prefix(2) where previous[position].speaker != speaker {
      let turn = previous[position]
      let then = Moment(members: moment.members, now: turn.at ?? moment.now, timeZone: moment.timeZone)
      let tasks = actions(in: turn.text, speaker: turn.speaker, after: previous[..<position], then, depth: depth)
      let found = tasks.last { action in
        switch action.owner {
        case .member(let index, _): moment.members[index] != turn.speaker
        case .named: false
        case .none: true
        }
      }
      if let found { return found.citing(position) }
    }
    return nil
  }

  /// "Shall I call them?" of the turn before, or the one before that, when `reader` says yes to it.
  private func offered(
    in previous: ArraySlice<Turn>, acceptedBy speaker: String, in reader: PhraseReader, _ sentences: [Range<Int>],
    _ moment: Moment, depth: Int
  ) -> [ParsedAction] {
    guard depth >= 0, let first = sentences.first else { return [] }
    let words = first.prefix { !reader.tokens[$0].isSign(",") }.filter { reader.tokens[$0].kind == .word }
    guard ActionWords.consents.contains(words.map { reader.tokens[$0].text }),
      !(first.last.map { reader.tokens[$0].isSign("?") } ?? true)
    else { return [] }
    for position in previous.indices.reversed().prefix(2) where previous[position].speaker != speaker {
      let turn = previous[position]
      let then = Moment(members: moment.members, now: turn.at ?? moment.now, timeZone: moment.timeZone)
      let offers = actions(
        in: turn.text, speaker: turn.speaker, after: previous[..<position], then, depth: depth, readsOffers: true
      ).filter { ActionWords.isOffer($0.frame) && !PlainWords.of($0.sentence).contains("or") }
      guard let offer = offers.last else { continue }
      // "I could have a look": "yeah" only hears it.
      let isAsked = offer.sentence.hasSuffix("?") || offer.frame.hasSuffix("want me to")
      guard isAsked || words.count > 1 else { return [] }
      let name = ActionScene.shortName(turn.speaker)
      let owner: OwnerGuess =
        NameMatcher(moment.members).index(of: turn.speaker).map {
          .member($0, reason: "\(name) said “\(offer.frame)”, and the answer was yes")
        } ?? .named(turn.speaker)
      return [
        ParsedAction(
          task: offer.task, owner: owner, due: offer.due, sentence: reader.text(first), sources: offer.sources,
          form: .accepted, frame: offer.frame
        ).citing(position)
      ]
    }
    return []
  }

  /// The task named last that nobody has taken.
  /// - `forAnybody`: only what anybody may take, and not what one of them was asked for.
  private func open(in previous: ArraySlice<Turn>, _ moment: Moment, forAnybody: Bool = false) -> ParsedAction? {
    for position in previous.indices.reversed() {
      let turn = previous[position]
      let found = actions(in: turn.text, speaker: turn.speaker, after: [], moment, depth: 0)
        .last { action in
          guard case .none = action.owner else { return false }
          return !forAnybody || [.planned, .needed, .announced].contains(action.form)
        }
      if let found { return found.citing(position) }
    }
    return nil
  }
}

extension [ParsedAction] {
  fileprivate func removingRepeatedTasks() -> [ParsedAction] {
    var seen: Set<String> = []
    return filter { seen.insert($0.task.lowercased()).inserted }
  }
}
