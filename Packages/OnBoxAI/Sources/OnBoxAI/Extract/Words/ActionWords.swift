/// A language's ways to promise, to ask and to assign.
struct ActionWords: Sendable {
  /// Who is meant by the words of a frame.
  enum Subject: Sendable {
    case speaker, addressee, anyone
  }

  /// Words before a verb, and whom they bind.
  struct Frame: Sendable {
    let words: [String]
    let subject: Subject
    /// The verb must be one of the known verbs of work: the frame also serves for musing ("I can …").
    let needsKnownVerb: Bool
  }

  /// By first word, longest first.
  private(set) var frames: [String: [Frame]] = [:]
  /// What follows a name that is to do something: "Bo will", "Bo to", "Bo needs to". Longest first.
  private(set) var nameFrames: [[String]] = []
  /// Phrases that take over what was asked before: "on it", "will do". Longest first.
  private(set) var takeovers: [[String]] = []
  /// Verbs of work in their base form: a sentence that begins with one is an order.
  private(set) var verbs: Set<String> = []
  /// Verbs that promise or ask for nothing to be done: "be", "see", "think".
  private(set) var idleVerbs: Set<String> = []
  /// Verbs whose time is what they are about, not when they are due: "schedule", "move".
  private(set) var planningVerbs: Set<String> = []
  /// Phrases that are no task in spite of their verb: "make it", "find attached".
  private(set) var idlePhrases: [[String]] = []
  /// Skipped between a frame and its verb, and before a frame: "please", "also", "just".
  private(set) var fillers: Set<String> = []
  /// Openings of a sentence that carry nothing: "ok", "thanks", "so".
  private(set) var openings: Set<String> = []
  /// Cut from the end of a task: "please", "thanks", "if you can".
  private(set) var closings: [[String]] = []
  /// Headings that announce a task: "todo", "action item".
  private(set) var headings: [[String]] = []
  /// Objects that only point back: "it", "that".
  private(set) var pointers: Set<String> = []
  /// Words before a due time that belong to it: "by", "until", "on".
  private(set) var timePrepositions: Set<String> = []
  /// The first person's and the second person's forms and how a name takes their place.
  private(set) var speakerForms: [String: String] = [:]

  /// Phrases between a thing and what must be done to it: "needs to be".
  private(set) var passives: [(words: [String], needsDue: Bool)] = []
  /// "We need", before a thing.
  private(set) var wants: [[String]] = []
  /// "Have to go to", between a thing and a place.
  private(set) var movements: [[String]] = []
  /// "I need your", before what the addressed one is to give.
  private(set) var wantsOfOne: [[String]] = []
  private(set) var determiners: Set<String> = []
  private(set) var irregularParticiples: Set<String> = []

  /// Verbs whose past is spelled like their base: "read", "put".
  private(set) var pastAlike: Set<String> = []
  /// Orders that want nothing done: "look at this".
  private(set) var idleOrders: [[String]] = []
  /// Verbs of a statement: "is", "was". A sentence with one after its first words is no order.
  private(set) var statingVerbs: Set<String> = []
  /// Words after which a statement may follow inside an order: "that", "what".
  private(set) var embedding: Set<String> = []
  /// Words with which an object can begin besides the determiners.
  private(set) var objectStarts: Set<String> = []
  /// Words with which a statement begins: "i'm", "it". A reminder that begins with one asks for nothing.
  private(set) var statementStarts: Set<String> = []
  /// "Not", "nobody": the order forbids.
  private(set) var refusals: Set<String> = []
  /// Words of a frame that ask one person: "can", "could".
  private(set) var askingOne: Set<String> = []
  /// Words that address more than one: "everyone".
  private(set) var everyone: Set<String> = []
  /// Planning verbs that are only so with a time of day: "change the job today" is due today.
  private(set) var changingVerbs: Set<String> = []
  /// "Minutes", "slot": finding one is arranging a meeting, no task.
  private(set) var slots: Set<String> = []

  /// Openings of an answer that takes on what was asked: "yes", "of course". Longest first.
  private(set) var agreements: [[String]] = []
  /// Words with which an answer takes on nothing, or not surely.
  private(set) var doubts: Set<String> = []

  init() {}

  mutating func setAnswers(agreements: [String], doubts: String) {
    self.agreements = agreements.map(Self.split).sorted { $0.count > $1.count }
    self.doubts = Set(Self.split(doubts))
  }

  mutating func setOrders(
    pastAlike: String, idle: [String], stating: String, embedding: String, objectStarts: String, statementStarts: String
  ) {
    self.pastAlike = Set(Self.split(pastAlike))
    idleOrders = idle.map(Self.split)
    statingVerbs = Set(Self.split(stating))
    self.embedding = Set(Self.split(embedding))
    self.objectStarts = Set(Self.split(objectStarts))
    self.statementStarts = Set(Self.split(statementStarts))
  }

  mutating func setAsking(refusals: String, one: String, everyone: String, changing: String, slots: String) {
    self.slots = Set(Self.split(slots))
    self.refusals = Set(Self.split(refusals))
    askingOne = Set(Self.split(one))
    self.everyone = Set(Self.split(everyone))
    changingVerbs = Set(Self.split(changing))
  }

  mutating func setNeeds(
    passives: [String], passivesWithDue: [String], wants: [String], movements: [String], wantsOfOne: [String],
    determiners: String, participles: String
  ) {
    self.movements = movements.map(Self.split)
    self.wantsOfOne = wantsOfOne.map(Self.split)
    self.passives =
      passives.map { (Self.split($0), false) } + passivesWithDue.map { (Self.split($0), true) }
    self.wants = wants.map(Self.split)
    self.determiners = Set(Self.split(determiners))
    irregularParticiples = Set(Self.split(participles))
  }

  /// The known verb of which `word` is the "-ing" form.
  func baseForm(ofGerund word: String) -> String? {
    guard word.hasSuffix("ing"), word.count > 4 else { return nil }
    let stem = String(word.dropLast(3))
    if verbs.contains(stem) { return stem }
    if verbs.contains(stem + "e") { return stem + "e" }
    let isDoubled = stem.count > 2 && stem.last == stem.dropLast().last
    return isDoubled && verbs.contains(String(stem.dropLast())) ? String(stem.dropLast()) : nil
  }

  mutating func addFrames(_ phrases: [String], _ subject: Subject, needsKnownVerb: Bool = false) {
    for phrase in phrases {
      let words = Self.split(phrase)
      guard let first = words.first else { continue }
      frames[first, default: []].append(Frame(words: words, subject: subject, needsKnownVerb: needsKnownVerb))
      frames[first]?.sort { $0.words.count > $1.words.count }
    }
  }

  mutating func setPhrases(
    nameFrames: [String], takeovers: [String], idlePhrases: [String], closings: [String], headings: [String]
  ) {
    func longestFirst(_ phrases: [String]) -> [[String]] {
      phrases.map(Self.split).sorted { $0.count > $1.count }
    }
    self.nameFrames = longestFirst(nameFrames)
    self.takeovers = longestFirst(takeovers)
    self.idlePhrases = longestFirst(idlePhrases)
    self.closings = longestFirst(closings)
    self.headings = longestFirst(headings)
  }

  mutating func setVerbs(_ verbs: String, idle: String, planning: String) {
    self.verbs = Set(Self.split(verbs))
    idleVerbs = Set(Self.split(idle))
    planningVerbs = Set(Self.split(planning))
  }

  mutating func setSmallWords(fillers: String, openings: String, pointers: String, timePrepositions: String) {
    self.fillers = Set(Self.split(fillers))
    self.openings = Set(Self.split(openings))
    self.pointers = Set(Self.split(pointers))
    self.timePrepositions = Set(Self.split(timePrepositions))
  }

  private static func split(_ text: String) -> [String] {
    text.split { $0 == " " || $0 == "\n" }.map(String.init)
  }
}
