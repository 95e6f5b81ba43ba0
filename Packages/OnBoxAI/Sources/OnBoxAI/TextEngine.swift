import Foundation

/// All that this package does with texts. Rules find times, tasks, decisions and meetings; models,
/// where their files are, add meanings and the judgement of what a message is. A value without
/// state: safe on several threads.
public struct TextEngine: Sendable {
  private static let times = TimeParser()
  private static let actions = ActionParser()
  private static let decisions = DecisionParser()
  private static let meetings = MeetingParser()

  /// Which weights `signals` come from; kept beside them, to tell what is out of date.
  public static let classifierName = "\(MessageClassifier.model) \(MessageClassifier.version)"
  /// How many turns back a task or a thing may have been named that a message points at.
  public static let reach = ActionParser.reach
  /// An answer that names a time and nothing to do has no more words than this.
  public static let shortAnswer = ActionParser.shortAnswer

  /// The confidence from which on what is found belongs on a list.
  public static let leastListed = TaskJudge.listed

  private let embedder: TextEmbedder?
  private let classifier: MessageClassifier?
  private let quickClassifier: MessageClassifier?
  /// What is missing and how to mend it, for whoever runs the program.
  public let notices: [String]

  /// Rules alone.
  public init() {
    embedder = nil
    classifier = nil
    quickClassifier = nil
    notices = []
  }

  /// The engine with whatever of its models lies in `folder`. Never fails: what cannot be loaded is
  /// left out, and `notices` says so.
  /// - `readsMeaning`: whether to load the sentence model; without it the classifier judges by
  ///   words alone.
  public init(models folder: ModelFolder, readsMeaning: Bool = true) {
    var notices: [String] = []
    func loaded<Model>(_ make: () throws(ModelUnavailable) -> Model) -> Model? {
      do throws(ModelUnavailable) {
        return try make()
      } catch {
        notices.append(error.description)
        return nil
      }
    }
    let embedder =
      readsMeaning ? loaded { () throws(ModelUnavailable) in try TextEmbedder(folder: folder) } : nil
    classifier = loaded { () throws(ModelUnavailable) in try MessageClassifier(folder: folder, embedder: embedder) }
    quickClassifier = classifier?.withoutEmbedder()
    self.embedder = embedder
    self.notices = notices
  }

  // MARK: Words

  /// Words that say nothing of what a text is about.
  public static let stopWords = StopWords.common

  /// The words of `text` in lower case and in order, without the signs between them. An apostrophe
  /// belongs to its word; a typographic one is made straight.
  public static func words(of text: String) -> [String] { PlainWords.of(text) }

  /// The sentences of `text` as they stand in it, white space made single; those of signs alone are
  /// left out. One of more than `longest` characters is cut.
  public static func sentences(of text: String, longest: Int) -> [String] { Sentences.of(text, longest: longest) }

  // MARK: Meanings

  /// Whether the sentence model is there.
  public var readsMeaning: Bool { embedder != nil }

  /// Whether the classifier is there.
  public var judges: Bool { classifier != nil }

  /// Reads the sentence model, which the first text does otherwise.
  public func prepare() {
    embedder?.prepare()
  }

  /// The meanings of `texts`, in their order; many at once are faster than one by one. `nil`
  /// without the sentence model.
  public func embed(_ texts: [String]) -> [Embedding]? {
    embedder?.embed(texts)
  }

  /// Meanings, and what `signals` judge by, for as much as `embed`. `nil` without the sentence
  /// model.
  public func read(_ texts: [String]) -> [TextReading]? {
    embedder?.read(texts)
  }

  // MARK: Judging

  /// What `text` seems to be; `nil` without the classifier.
  /// - `reading`: of `text`, when the caller has it already.
  /// - `previous`: the message before it in the conversation.
  public func signals(of text: String, reading: TextReading? = nil, previous: String? = nil) -> MessageSignals? {
    classifier?.signals(of: text, reading: reading, previous: previous)
  }

  /// The same by words alone: for texts that are not worth the sentence model.
  public func quickSignals(of text: String) -> MessageSignals? {
    quickClassifier?.signals(of: text, reading: nil, previous: nil)
  }

  // MARK: Finding

  /// Every date or time that `text` names, in its order; "tomorrow" counts from `now`, in the
  /// writer's zone.
  public func times(in text: String, now: Date, timeZone: TimeZone) -> [TimeMention] {
    Self.times.mentions(in: text, now: now, timeZone: timeZone)
  }

  /// What a message promises, asks for or assigns, in the order of the text.
  /// - `speaker`: who wrote it; one of `members`, the display names of the conversation, or anybody
  ///   else.
  /// - `previous`: the turns before, oldest first; the last `reach` are read.
  public func actions(
    in text: String, speaker: String, members: [String], previous: [Turn] = [], now: Date, timeZone: TimeZone
  ) -> [ParsedAction] {
    Self.actions.actions(
      in: text, speaker: speaker, members: members, previous: previous, now: now, timeZone: timeZone)
  }

  /// The time that a message gives to `task`, which `previous[turn]` gave, or (`nil`) one from
  /// before these; `nil` when it names none for it.
  public func due(
    givenTo task: ParsedAction, of turn: Int?, in text: String, speaker: String, members: [String], previous: [Turn],
    now: Date, timeZone: TimeZone
  ) -> TimeMention? {
    Self.actions.due(
      givenTo: task, of: turn, in: text, speaker: speaker, members: members, previous: previous, now: now,
      timeZone: timeZone)
  }

  /// What a message decides, in the order of the text, and which of the turns before led to it.
  public func decisions(in text: String, previous: [Turn] = [], speaker: String? = nil) -> [ParsedDecision] {
    Self.decisions.decisions(in: text, previous: previous, speaker: speaker)
  }

  /// The tasks of a message that belong on a list, in the order of the text: what is said again is
  /// no new one.
  public func tasks(in message: ReadMessage) -> [FoundTask] {
    TaskFinder(parser: Self.actions, decisions: DecisionFinder(parser: Self.decisions)).tasks(in: message)
  }

  /// The decisions of a message that belong on a list, in the order of the text.
  public func decisions(in message: ReadMessage) -> [FoundDecision] {
    DecisionFinder(parser: Self.decisions).decisions(in: message)
  }

  /// Whether a message does nothing but agree to what was said before: "+1", "fine with me".
  public static func agrees(_ text: String) -> Bool { Votes.endorses(text) }

  /// Whether a message may propose something by a question or a choice.
  public static func mayPropose(_ text: String) -> Bool {
    text.contains("?") || text.contains(" or ") || proposesByWords(text)
  }

  /// Whether one of its sentences proposes, with its sign or without it: "can we make it 11".
  public static func proposesByWords(_ text: String) -> Bool {
    text.split { ".!\n".contains($0) }.contains { ProposalQuestion.asksByWords(String($0)) }
  }

  /// How many others must agree before something is settled, in a conversation of so many members.
  public static func agreementsNeeded(among members: Int) -> Int { members == 2 ? 1 : 2 }

  /// Whether somebody goes on with an answer that they got: "ok telling them", "👍 will send it".
  public static func takesUp(_ text: String) -> Bool { Votes.takesUp(text) }

  /// Whether a message is short enough to accept or refuse what was proposed before: "10 is good".
  public static func mayAnswerProposal(_ text: String) -> Bool {
    !text.contains("?") && Votes.opening(text).count <= Votes.longestAcceptance
  }

  /// Whether the last of the turns after a message makes a decision of what it only plans or
  /// proposes, or undoes one.
  public func isEndorsed(_ message: ReadMessage) -> Bool {
    DecisionFinder(parser: Self.decisions).isEndorsed(message)
  }

  /// Whether a text has a word of meeting: "call", "sync".
  public static func speaksOfMeeting(_ text: String) -> Bool {
    !MeetingWords.meeting.isDisjoint(with: PlainWords.of(text))
  }

  /// What meeting is wanted and who can when; `nil` when no turn speaks of meeting.
  /// - `timeZone`: a speaker's.
  public func meeting(in turns: [Turn], now: Date, timeZone: (String) -> TimeZone) -> MeetingRequest? {
    Self.meetings.request(in: turns, now: now, timeZone: timeZone)
  }

  /// Times to meet that share inconvenient hours out fairly, the best first; none when there is no
  /// time.
  public func slots(for request: SlotRequest) -> [ProposedSlot] {
    SlotProposer().slots(for: request)
  }

  /// The time at which the most participants could meet without any inconvenience, and their ids;
  /// `nil` when fewer than two could, or when everybody could.
  public func comfortableSlot(for request: SlotRequest) -> (slot: ProposedSlot, participants: [String])? {
    SlotProposer().comfortable(for: request)
  }

  // MARK: Telling

  /// What `turns` came to in the words of those who spoke, at most about `words` of them; about
  /// `question` if there is one. Empty when they say nothing, or nothing about that.
  public func summary(of turns: [Turn], question: String? = nil, words: Int) -> Summary {
    Summarizer(embedder: embedder).summarize(turns, question: question, words: words)
  }

  /// The same with what else a reader wants to know, of turns whose `embeddings`, one a turn, may
  /// be known.
  /// - `pressing`: the turn that is quoted before all others.
  public func account(
    of turns: [Turn], embeddings: [Embedding] = [], question: String? = nil, words: Int, pressing: Int? = nil
  ) -> ConversationAccount {
    Summarizer(embedder: embedder).account(
      turns, embeddings: embeddings, question: question, words: words, pressing: pressing)
  }

  /// In how many words a summary of `count` messages is read at ease.
  public static func summaryWords(for count: Int) -> Int { Summarizer.words(for: count) }

  /// What the turns are about in a few words, the weightiest first.
  public func topics(of turns: [Turn], limit: Int) -> [String] {
    Summarizer(embedder: embedder).topics(of: turns, limit: limit)
  }

  // MARK: Ranking

  /// The best `limit` passages, best first, by words and, with the sentence model, by meaning.
  public func rank(_ query: String, among passages: [Passage], limit: Int) -> [RankedPassage] {
    HybridRanker(embedder: embedder).rank(query, among: passages, limit: limit)
  }

  /// The same for a query and passages whose embeddings are known: nothing more is embedded.
  public func rank(
    _ query: String, embedding: Embedding?, among passages: [Passage], limit: Int
  ) -> [RankedPassage] {
    HybridRanker(embedder: nil).rank(query, embedding: embedding, among: passages, limit: limit)
  }
}
