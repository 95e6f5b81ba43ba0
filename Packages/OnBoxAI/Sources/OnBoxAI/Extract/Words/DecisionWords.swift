/// A language's ways to decide, to propose and to agree.
struct DecisionWords: Sendable {
  /// How the words after a marker become a sentence.
  enum Shape: Sendable {
    /// "we decided to …": what follows is the decision.
    case action
    /// "we're going with …": a choice; the lead ("Go with") is put before it.
    case choice
    /// "we won't …", "let's not …": the lead "Do not" is put before it.
    case refusal
    /// "we agreed that …", "decision: …": a statement as it stands.
    case statement
    /// "could I …": what is asked is allowed to the one who asks.
    case permission
  }

  struct Marker: Sendable {
    let words: [String]
    let shape: Shape
  }

  /// Longest first.
  private(set) var markers: [Marker] = []
  /// Markers of proposals: what follows may be agreed to. Longest first.
  private(set) var proposals: [Marker] = []
  /// Phrases that close a matter by agreeing: "agreed", "let's do that". Longest first.
  private(set) var agreements: [[String]] = []
  /// Phrases that agree but decide nothing alone: "+1", "sounds good".
  private(set) var assents: [[String]] = []
  /// Negations before a marker that undo it: "we haven't decided".
  private(set) var undoings: Set<String> = []
  /// "first", "second", "b": which of the options, from 0; -1 is the last.
  private(set) var choices: [String: Int] = [:]
  /// Words that only point at what was said: "that", "it", "option", "one".
  private(set) var pointers: Set<String> = []
  /// Words that carry no subject matter.
  private(set) var stopWords: Set<String> = []
  /// Words after which the reason follows: "because".
  private(set) var reasons: Set<String> = []
  /// Words before a colon that announce what holds: "decision", "new rule".
  private(set) var announcements: Set<String> = []
  /// Openings after which "we keep …" settles a matter: "then", "good".
  private(set) var closers: Set<String> = []
  /// What after "we" settles nothing: "have", "need", "should".
  private(set) var unsettling: Set<String> = []
  /// Phrases that make a sentence a rule: "from now on".
  private(set) var rules: [[String]] = []
  /// Markers that also open plans and musings: "let's", "we'll".
  private(set) var weakMarkers: Set<[String]> = []
  /// "Go with", "Do not".
  let choiceLead: String
  let refusalLead: String

  init(choiceLead: String, refusalLead: String) {
    self.choiceLead = choiceLead
    self.refusalLead = refusalLead
  }

  mutating func addMarkers(_ phrases: [String], _ shape: Shape) {
    markers += phrases.map { Marker(words: Self.split($0), shape: shape) }
    markers.sort { $0.words.count > $1.words.count }
  }

  mutating func addProposals(_ phrases: [String], _ shape: Shape) {
    proposals += phrases.map { Marker(words: Self.split($0), shape: shape) }
    proposals.sort { $0.words.count > $1.words.count }
  }

  mutating func setSettling(
    announcements: String, closers: String, unsettling: String, rules: [String], weakMarkers: [String]
  ) {
    self.announcements = Set(Self.split(announcements))
    self.closers = Set(Self.split(closers))
    self.unsettling = Set(Self.split(unsettling))
    self.rules = rules.map(Self.split)
    self.weakMarkers = Set(weakMarkers.map(Self.split))
  }

  mutating func setAgreements(_ agreements: [String], assents: [String]) {
    self.agreements = agreements.map(Self.split).sorted { $0.count > $1.count }
    self.assents = assents.map(Self.split).sorted { $0.count > $1.count }
  }

  mutating func setSmallWords(
    undoings: String, choices: [String: Int], pointers: String, stopWords: String, reasons: String
  ) {
    self.undoings = Set(Self.split(undoings))
    self.choices = choices
    self.pointers = Set(Self.split(pointers))
    self.stopWords = Set(Self.split(stopWords))
    self.reasons = Set(Self.split(reasons))
  }

  private static func split(_ text: String) -> [String] {
    text.split { $0 == " " || $0 == "\n" }.map(String.init)
  }
}
