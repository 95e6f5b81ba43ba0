/// Says how surely something that a message promises, asks for or assigns is a task that stands
/// alone: it can be done later, by somebody, and its words say what.
///
/// A sum of few features, each of which a reader can check. How it is said gives the start; what
/// the words are about raises or lowers it.
struct TaskJudge {
  /// From here on a task is on the list; below it waits to be confirmed.
  static let listed = 0.5
  /// Below this it is no task.
  static let doubtful = 0.3

  /// Words of a sentence that a reader takes in at once; a transcript without full stops has more.
  private static let longSentence = 25
  private static let runOn = 40

  let action: ParsedAction
  let message: ReadMessage

  var confidence: Double {
    let score = features.reduce(start) { $0 + $1 }
    return (min(max(score, 0), 0.98) * 100).rounded() / 100
  }

  /// How it is said.
  private var start: Double {
    switch action.form {
    case .announced: 0.9
    case .assigned: 0.75
    case .accepted: 0.7
    case .promised: 0.6
    case .requested, .needed: 0.5
    case .ordered, .intended: 0.35
    case .planned: 0.3
    }
  }

  private var features: [Double] {
    [
      action.due == nil ? 0 : 0.2,
      isAsked ? address : 0,
      isNoted ? 0.25 : 0,
      agrees ? 0.2 : 0,
      isUnderWay && TaskWords.telling(task).count > 2 && sentence.count <= Self.longSentence ? 0.1 : 0,
      TaskWords.telling(task).count > 1 ? 0.1 : TaskWords.telling(task).isEmpty ? -0.3 : 0,
      isImmediate ? -0.45 : 0,
      isSaidToAll ? -0.3 : 0,
      isQuestion && !isOpenCall && (!isOwned || action.form == .ordered || action.form == .assigned) ? -0.25 : 0,
      isAdvice ? -0.35 : 0,
      isPast || isOfNoName || isBroken ? -0.4 : 0,
      isConditional ? -0.3 : 0,
      isProposed ? -0.4 : 0,
      isElsewhere ? (isAsked ? -0.2 : isAnswering ? -0.1 : -0.3) : 0,
      isQuoted ? -0.5 : 0,
      sentence.count > Self.runOn ? -0.35 : sentence.count > Self.longSentence ? -0.15 : 0,
      isCutOff ? -0.3 : 0,
      isBabble ? -0.3 : 0,
      isVague ? -0.2 : 0,
      tellsNothing ? -0.4 : 0,
    ]
  }

  private var task: [String] { PlainWords.of(action.task) }
  private var sentence: [String] { PlainWords.of(action.sentence) }

  private var isOwned: Bool {
    if case .none = action.owner { return false }
    return true
  }

  /// Whether somebody is asked by name, or the one who wrote last and may not be meant.
  private var address: Double {
    guard case .member(_, let reason) = action.owner else { return 0 }
    return reason.hasPrefix("asked in answer") ? -0.15 : 0.2
  }

  private var isAsked: Bool { action.form == .requested || action.form == .ordered }

  /// "Add a proposal to issue 468", and nothing else in the message: a note of what is to be done.
  private var isNoted: Bool {
    guard action.form == .ordered || action.form == .assigned && !isOfNoName else { return false }
    let words = PlainWords.of(message.text)
    guard action.form == .assigned || words.first == task.first else { return false }
    return words.count == sentence.count && words.count <= Self.longSentence && TaskWords.telling(task).count > 1
      && !isQuestion && !words.contains(where: TaskWords.persons.contains)
  }

  /// "Ok, moving the table".
  private var agrees: Bool { ActionWords.agreements.contains([action.frame]) }

  /// "I'm adding a map to the leaflet".
  private var isUnderWay: Bool { ActionWords.beings.contains(action.frame.split(separator: " ").map(String.init)) }

  /// What a speaker does while saying it, and how a meeting is led.
  private var isImmediate: Bool {
    if action.frame.hasSuffix("go ahead and") { return true }
    guard action.due == nil else { return false }
    if TaskWords.starts(task, with: TaskWords.conduct) { return true }
    if task.first == "tell", task.dropFirst().first.map(isMember) ?? false { return true }
    guard let verb = task.first, TaskWords.showing.contains(verb) else { return false }
    if verb == "show", let receiver = task.dropFirst().first, isReceiver(receiver) { return true }
    // "I'll send Bo a link": Bo gets it later, and not all in the room now.
    let isSent = verb == "send" && action.form == .promised && task.dropFirst().first.map(isMember) ?? false
    return !isSent && task.contains(where: TaskWords.shown.contains)
  }

  private func isReceiver(_ word: String) -> Bool {
    TaskWords.receivers.contains(word) || isMember(word)
  }

  private func isMember(_ word: String) -> Bool { message.members.contains { PlainWords.of($0).first == word } }

  /// "You have to push hard", and nobody is named.
  private var isAdvice: Bool {
    guard action.due == nil, TaskWords.advice.contains(action.frame) else { return false }
    if case .member(_, let reason) = action.owner { return reason != ActionScene.byName }
    return true
  }

  /// "You must have seen it": nothing is left to do.
  private var isPast: Bool {
    guard task.first == "have", let second = task.dropFirst().first else { return false }
    return ReportWords.isPast(second) || second == "been" || second == "had"
  }

  /// "Paper to note": the word before is nobody's name.
  private var isOfNoName: Bool {
    guard case .named(let name) = action.owner, action.form == .assigned else { return false }
    return PlainWords.of(name).count == 1 && sentence.first == PlainWords.of(name).first
      && action.frame.hasSuffix(" to")
  }

  private var isBroken: Bool { action.form == .needed && task.contains(where: TaskWords.broken.contains) }

  private var isSaidToAll: Bool {
    TaskWords.invitations.contains(where: action.frame.hasSuffix)
      || !isOwned && sentence.contains(where: TaskWords.everybody.contains)
  }

  /// "Could someone …?": whoever takes it will say so.
  private var isOpenCall: Bool {
    action.form == .planned
      && ["someone", "somebody", "anyone", "anybody"].contains { action.frame.hasSuffix(" " + $0) }
  }

  /// Also without its sign: "can we lower it".
  private var isQuestion: Bool {
    action.sentence.hasSuffix("?") || ["can we", "could we", "shall we"].contains(action.frame)
      || ActionWords.searches.contains(action.frame.split(separator: " ").map(String.init))
  }

  private var isConditional: Bool {
    (task + sentence.prefix(1)).contains(where: TaskWords.conditions.contains)
      || task.dropFirst().first.map(["when", "once", "after"].contains) ?? false
  }

  /// What it is done to was named in another message, which may not be meant.
  private var isElsewhere: Bool { !action.sources.isEmpty && action.form != .accepted && action.due == nil }

  /// A promise that takes its thing from the message just before, or from its speaker's own
  /// question that this answered, hardly means another one.
  private var isAnswering: Bool {
    guard action.form == .promised, action.sources.count == 1, let source = action.sources.first,
      message.previous.indices.contains(source)
    else { return false }
    let turn = message.previous[source]
    let isOwnQuestion = turn.speaker == message.speaker && turn.text.hasSuffix("?")
    return message.previous.count - source <= (isOwnQuestion ? 2 : 1)
  }

  /// It is being voted on: the turns just before say so.
  private var isProposed: Bool {
    guard action.form == .ordered else { return false }
    return !sentence.contains(where: TaskWords.voting.contains)
      && message.previous.suffix(2).contains { PlainWords.of($0.text).contains(where: TaskWords.voting.contains) }
  }

  private var isQuoted: Bool {
    guard let start = action.sentence.first else { return true }
    return "\"“‘>".contains(start)
  }

  /// The sentence stops in its middle.
  private var isCutOff: Bool {
    guard let last = sentence.last, let end = task.last else { return true }
    if TaskWords.unfinished.contains(end) { return true }
    // "Thank you", "I'll do it then".
    let isClosed = last == "then" || sentence.suffix(2).elementsEqual(["thank", "you"])
    return !isClosed && TaskWords.unfinished.contains(last)
  }

  /// Somebody thinks aloud.
  private var isBabble: Bool { task.contains(where: TaskWords.babble.contains) }

  /// "Tell Bo", and not what.
  private var tellsNothing: Bool {
    guard let verb = task.first, ReportWords.telling.contains(verb) || TaskWords.letting.contains(verb) else {
      return false
    }
    return task.count > 1 && task.dropFirst().allSatisfy(isReceiver)
  }

  /// Only "this" or "it" says what it is done to.
  private var isVague: Bool {
    task.dropFirst().prefix(2).contains(where: TaskWords.pointers.contains)
      || task.count <= 4 && task.last.map(["one", "ones"].contains) ?? false
  }
}
