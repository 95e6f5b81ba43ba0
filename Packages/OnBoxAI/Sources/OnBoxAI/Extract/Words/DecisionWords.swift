/// How teams decide, propose and agree in English chats.
enum DecisionWords {
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
  static let markers = longestFirst(
    markers(
      [
        "we decided to", "we've decided to", "we have decided to", "i decided to", "i've decided to", "we agreed to",
        "we've agreed to", "we all agreed to", "the team decided to", "the team agreed to", "the decision is to",
        "decision was to", "the plan is to", "we concluded to", "we've chosen to", "we chose to", "it was decided to",
        "they decided to", "everyone agreed to", "management decided to", "then we'll", "so we'll", "so we will",
        "ok we'll", "we are going to", "we're going to", "we will", "let's", "lets", "we opted to", "i have decided to",
        "consensus is to", "the consensus is to", "the conclusion is to", "final decision is to", "we'll",
      ], .action)
      + markers(
        [
          "we're going with", "we are going with", "let's go with", "lets go with", "we'll go with", "we will go with",
          "we go with", "going with", "let's go for", "we'll go for", "we settled on", "we've settled on",
          "let's settle on", "we decided on", "we've decided on", "we agreed on", "we've agreed on", "we chose",
          "we picked", "we've picked", "we've chosen", "let's pick", "we opted for", "i'm going with", "i'll go with",
          "let's stick with", "we'll stick with", "we're sticking with", "sticking with", "we decided for",
          "the winner is", "we have chosen", "we'll settle on", "final choice is", "let's choose", "i'd say we go with",
          "then we go with", "we'll take", "let's take", "we have settled on",
        ], .choice)
      + markers(
        [
          "we won't", "we will not", "we're not going to", "we are not going to", "let's not", "we decided not to",
          "we've decided not to", "we agreed not to", "we decided against", "we've decided against",
          "we have decided not to",
          "i decided not to",
        ], .refusal)
      + markers(
        [
          "decision :", "decided :", "agreed :", "final decision :", "conclusion :", "resolved :", "outcome :",
          "we decided that", "we've decided that", "we agreed that", "we've agreed that", "we all agreed that",
          "it is decided that", "it was decided that", "the decision is that", "we have decided that", "the decision :",
          "everyone agreed that", "the team agreed that", "we concluded that", "final answer :", "decision -",
          "i decided that", "agreed that", "consensus :", "verdict :",
        ], .statement))
  /// Markers of proposals: what follows may be agreed to. Longest first.
  static let proposals = longestFirst(
    markers(
      [
        "how about we", "what if we", "why don't we", "should we", "shall we", "can we", "could we", "i propose we",
        "i suggest we", "i propose to", "i suggest to", "let's", "lets", "we should", "we could", "maybe we should",
        "i'd suggest we", "we might", "i would suggest we", "i think we should", "we can", "do we", "i propose that we",
        "i suggest that we", "do you want to", "do we want to", "would it make sense to", "i'd like to",
      ], .action) + markers(["could i", "can i", "may i", "would it be ok if i"], .permission)
      + markers(
        [
          "how about", "what about", "i propose", "i suggest", "i'd go with", "i vote for", "my vote is for",
          "my vote goes to", "i'd pick", "i'd prefer", "i prefer", "i vote", "i'd recommend", "i recommend",
          "proposal :",
          "suggestion :", "i would go with", "i'd choose", "i'd vote for", "either", "i'd take", "i would take",
          "i'd use", "i would use",
        ], .choice))
  /// Phrases that close a matter by agreeing: "agreed", "let's do that". Longest first.
  static let agreements = longestFirst(
    phrases([
      "agreed", "deal", "done deal", "it's settled", "that's settled", "settled", "let's do that", "let's do it",
      "let's do this", "let's go with that", "let's go with it", "let's go with this", "sold", "approved",
      "then that's decided", "that's decided", "it's decided", "decided", "go for it", "let's go", "ship it",
      "go ahead", "we're agreed", "so agreed", "i approve", "motion carried", "then we're agreed", "make it so",
      "we have a deal", "let's lock it in", "lock it in", "that's the plan", "then it's settled", "let's go for it",
      "let's go for that",
    ]))
  /// Phrases that agree but decide nothing alone: "+1", "sounds good".
  static let assents = longestFirst(
    phrases([
      "sounds good", "works for me", "fine with me", "fine by me", "+ 1", "yes", "yep", "yeah", "ok", "okay", "sure",
      "good idea", "great idea", "i agree", "same here", "me too", "makes sense", "no objections", "no objection",
      "i'm in", "perfect", "great", "good with me", "ok for me", "that works", "happy with that",
      "i'm fine with that",
      "i'm ok with that", "👍", "✅", "love it", "lgtm", "all good", "seconded", "absolutely", "definitely",
    ]))
  /// Negations before a marker that undo it: "we haven't decided".
  static let undoings = Set(
    words: "haven't not never hasn't didn't don't yet if until before should can could did have has once")
  /// "first", "second", "b": which of the options, from 0; -1 is the last.
  static let choices: [String: Int] = [
    "first": 0, "1st": 0, "former": 0, "one": 0, "1": 0, "a": 0, "second": 1, "2nd": 1, "two": 1, "2": 1, "b": 1,
    "third": 2, "3rd": 2, "3": 2, "c": 2, "three": 2, "fourth": 3, "4": 3, "d": 3, "latter": -1, "last": -1,
  ]
  /// Words that only point at what was said: "that", "it", "option", "one".
  static let pointers = Set(
    words: """
      that it this the option one ones idea proposal plan suggestion approach variant version your choice then them
      his her their alternative second first third fourth former latter last a b c d 1 2 3 4 st nd rd way
      """)
  /// Words after which the reason follows: "because".
  static let reasons = Set(words: "because since as given due")
  /// Words before a colon that announce what holds: "decision", "new rule".
  static let announcements = Set(
    words: "decision decisions decided rule rules policy verdict resolution conclusion agreement")
  /// Openings after which "we keep …" settles a matter: "then", "good".
  static let closers = Set(words: "then so ok okay good right agreed fine great alright perfect yes yep cool")
  /// What after "we" settles nothing: "have", "need", "should".
  static let unsettling = Set(
    words: """
      have need needed know see think are were was had can could should would must may might want hope believe guess
      feel mean talk meet said did got still also already just all only both don't do' didn't can't won't aren't
      haven't never ever wait discuss agree disagree understand try tried like love wish expect found lost saw went
      came made took gave ran get seem look used hardly usually often always currently first really definitely agree
      """)
  /// Phrases that make a sentence a rule: "from now on".
  static let rules = phrases(["from now on", "from today on", "as of today", "going forward", "from next week on"])
  /// Markers that also open plans and musings: "let's", "we'll".
  static let weakMarkers = Set(
    phrases([
      "let's", "lets", "we'll", "we will", "we're going to", "we are going to", "so we'll", "so we will", "ok we'll",
      "i decided to", "i've decided to", "i'll go with", "i'm going with", "let's take", "we'll take",
      "the plan is to",
    ]))
  static let choiceLead = "Go with"
  static let refusalLead = "Do not"

  // MARK: Reading the lists

  private static func phrases(_ phrases: [String]) -> [[String]] { phrases.map { [String](words: $0) } }

  private static func longestFirst(_ phrases: [[String]]) -> [[String]] { phrases.sorted { $0.count > $1.count } }

  private static func markers(_ phrases: [String], _ shape: Shape) -> [Marker] {
    phrases.map { Marker(words: [String](words: $0), shape: shape) }
  }

  private static func longestFirst(_ markers: [Marker]) -> [Marker] {
    markers.sorted { $0.words.count > $1.words.count }
  }
}
