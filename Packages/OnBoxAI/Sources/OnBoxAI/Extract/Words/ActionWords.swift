/// How people promise, ask and assign in English, as it is written in team chats.
enum ActionWords {
  /// Who is meant by the words of a frame.
  enum Subject: Sendable {
    case speaker, addressee, anyone
  }

  /// Words before a verb, and whom they bind.
  struct Frame: Sendable {
    let words: [String]
    let subject: Subject
    /// The verb must be one of the known verbs of work: the frame also serves for musing ("I can
    /// …").
    let needsKnownVerb: Bool
  }

  /// By first word, longest first.
  static let frames = Dictionary(
    grouping: frames("actions.frames.speaker", .speaker)
      + frames("actions.frames.speakerOfWork", .speaker, needsKnownVerb: true)
      + frames("actions.frames.addressee", .addressee) + frames("actions.frames.anyone", .anyone)
  ) { $0.words.first ?? "" }.mapValues { $0.sorted { $0.words.count > $1.words.count } }
  /// Frames that bind the speaker: "I'll", and not "I can" or "let me".
  static let promises = English.phrases("actions.promises").map { $0.joined(separator: " ") }
  /// What follows a name that is to do something: "Bo will", "Bo to", "Bo needs to". Longest first.
  static let nameFrames = English.phrases("actions.nameFrames").longestFirst
  /// Phrases that take over what was asked before: "on it", "will do". Longest first.
  static let takeovers = loose("actions.takeovers").longestFirst
  /// Those that may take up what was said somewhat earlier and nobody has taken: "I'll do that".
  static let openTakeovers = Set(loose("actions.takeovers.open"))
  /// Verbs of work in their base form: a sentence that begins with one is an order.
  static let verbs = Set(English.words("actions.verbs"))
  /// Verbs that are no nouns: what follows needs no article, as in "add third option".
  static let plainVerbs = Set(English.words("actions.plainVerbs"))
  /// Verbs that say the same of a document or an issue: "make", "file".
  static let making = Set(English.words("actions.making"))
  /// Verbs that promise or ask for nothing to be done: "be", "see", "think".
  static let idleVerbs = Set(English.words("actions.idleVerbs"))
  /// Verbs whose time is what they are about, not when they are due: "schedule", "move".
  static let planningVerbs = Set(English.words("actions.planningVerbs"))
  /// Phrases that are no task in spite of their verb: "make it", "find attached".
  static let idlePhrases = English.phrases("actions.idlePhrases").longestFirst
  /// Skipped between a frame and its verb, and before a frame: "please", "also", "just".
  static let fillers = Set(English.words("actions.fillers"))
  /// Openings of a sentence that carry nothing: "ok", "thanks", "so".
  static let openings = Set(English.words("actions.openings"))
  /// What says at its end that somebody is at work, and not on what: "work through".
  static let idleEnds = English.phrases("actions.idleEnds").longestFirst
  /// Verbs that do nothing to a thing that stands right after them: "look".
  static let objectless = Set(English.words("actions.objectless"))
  /// Cut from the end of a task: "please", "thanks", "if you can".
  static let closings = English.phrases("actions.closings").longestFirst
  /// Headings that announce a task: "todo", "action item".
  static let headings = English.phrases("actions.headings").longestFirst
  /// Objects that only point back: "it", "that".
  static let pointers = Set(English.words("actions.pointers"))
  /// Words before a due time that belong to it: "by", "until", "on".
  static let timePrepositions = Set(English.words("actions.timePrepositions"))
  /// Phrases between a thing and what must be done to it: "needs to be".
  static let passives: [(words: [String], needsDue: Bool)] =
    English.phrases("actions.passives").map { ($0, false) }
    + English.phrases("actions.passives.due").map { ($0, true) }
  /// "We need", before a thing.
  static let wants = English.phrases("actions.wants")
  /// "Have to go to", between a thing and a place.
  static let movements = English.phrases("actions.movements")
  /// "I need your", before what the addressed one is to give.
  static let wantsOfOne = English.phrases("actions.wantsOfOne")
  /// "Want me to", before what the speaker offers to do. Longest first.
  static let offers = English.phrases("actions.offers").longestFirst
  /// All of a message, or of its first sentence, that says yes to an offer.
  static let consents = Set(English.phrases("actions.consents"))
  /// "I'm", before what the speaker is doing.
  static let beings = loose("actions.beings")
  /// "You'll have", before what the speaker is going to give.
  static let handing = English.phrases("actions.handing").longestFirst
  /// "Will be on your desk", after what the speaker is going to bring.
  static let reaching = English.phrases("actions.reaching").longestFirst
  /// "Goes out", after what the speaker is going to send.
  static let leaving = English.phrases("actions.leaving").longestFirst
  /// "Can I get", before what the addressed one is to give.
  static let lending = English.phrases("actions.lending").longestFirst
  static let determiners = Set(English.words("actions.determiners"))
  static let irregularParticiples = Set(English.words("actions.irregularParticiples"))
  /// Verbs whose past is spelled like their base: "read", "put".
  static let pastAlike = Set(English.words("actions.pastAlike"))
  /// Orders that want nothing done: "look at this".
  static let idleOrders = English.phrases("actions.idleOrders")
  /// Verbs of a statement: "is", "was". A sentence with one after its first words is no order.
  static let statingVerbs = Set(English.words("actions.statingVerbs"))
  /// Words after which a statement may follow inside an order: "that", "what".
  static let embedding = Set(English.words("actions.embedding"))
  /// Words with which an object can begin besides the determiners.
  static let objectStarts = Set(English.words("actions.objectStarts"))
  /// Words with which a statement begins: "i'm", "it". A reminder that begins with one asks for
  /// nothing.
  static let statementStarts = Set(English.words("actions.statementStarts"))
  /// "Not", "nobody": the order forbids.
  static let refusals = Set(English.words("actions.refusals"))
  /// Words of a frame that ask one person: "can", "could".
  static let askingOne = Set(English.words("actions.askingOne"))
  /// Words that address more than one: "everyone".
  static let everyone = Set(English.words("actions.everyone"))
  /// Planning verbs that are only so with a time of day: "change the job today" is due today.
  static let changingVerbs = Set(English.words("actions.changingVerbs"))
  /// "Minutes", "slot": finding one is arranging a meeting, no task.
  static let slots = Set(English.words("actions.slots"))
  /// "Who", "who's", before what somebody is to do. Longest first.
  static let searches = English.phrases("actions.searches").longestFirst
  /// Words for a length of time: "hour", "sec".
  static let spans = Set(English.words("actions.spans"))
  /// Openings of an answer that takes on what was asked: "yes", "of course". Longest first.
  static let agreements = English.phrases("actions.agreements").longestFirst
  /// Words with which an answer takes on nothing, or not surely.
  static let doubts = Set(English.words("actions.doubts"))

  /// Whether the words before a verb offer to do it.
  static func isOffer(_ frame: String) -> Bool {
    offers.contains(frame.split(separator: " ").map(String.init))
  }

  /// Whether a word before a verb makes it a request: "please", and not "also".
  static func asks(_ word: String) -> Bool {
    !fillers.contains(word) || ["please", "pls", "plz", "kindly"].contains(word)
  }

  /// The known verb of which `word` is the "-ing" form.
  static func baseForm(ofGerund word: String) -> String? {
    guard word.hasSuffix("ing"), word.count > 4 else { return nil }
    let stem = String(word.dropLast(3))
    if verbs.contains(stem) { return stem }
    if verbs.contains(stem + "e") { return stem + "e" }
    let isDoubled = stem.count > 2 && stem.last == stem.dropLast().last
    return isDoubled && verbs.contains(String(stem.dropLast())) ? String(stem.dropLast()) : nil
  }

  /// The known verb of which `word` is the form of "he, she, it".
  static func baseForm(ofThirdPerson word: String) -> String? {
    guard word.hasSuffix("s"), word.count > 3 else { return nil }
    let stem = String(word.dropLast())
    if verbs.contains(stem) { return stem }
    if word.hasSuffix("es"), verbs.contains(String(stem.dropLast())) { return String(stem.dropLast()) }
    return word.hasSuffix("ies") && verbs.contains(stem.dropLast(2) + "y") ? stem.dropLast(2) + "y" : nil
  }

  /// The phrases of a list, and as they are typed in a hurry: "ill do it".
  private static func loose(_ list: String) -> [[String]] {
    let phrases = English.phrases(list)
    let hurried = ["i'll": "ill", "i'm": "im", "i've": "ive"]
    return phrases + phrases.map { $0.map { hurried[$0] ?? $0 } }.filter { !phrases.contains($0) }
  }

  private static func frames(_ list: String, _ subject: Subject, needsKnownVerb: Bool = false) -> [Frame] {
    loose(list).map { Frame(words: $0, subject: subject, needsKnownVerb: needsKnownVerb) }
  }
}
