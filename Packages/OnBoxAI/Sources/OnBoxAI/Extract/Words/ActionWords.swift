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
    /// The verb must be one of the known verbs of work: the frame also serves for musing ("I can …").
    let needsKnownVerb: Bool
  }

  /// By first word, longest first.
  static let frames = byFirstWord(
    frames(
      [
        "i'll", "i will", "i'm going to", "i am going to", "i'm gonna", "i'm about to", "i shall", "ill",
        "i promise to", "i plan to", "i'd be happy to", "i would be happy to", "i'm happy to", "happy to", "let me",
        "i need to", "i have to", "i've got to", "i gotta", "i must", "i should", "i volunteer to", "i'd be glad to",
        "i still need to", "i still have to", "my plan is to", "i intend to", "i commit to", "i'll be sure to",
        "i'll make sure to", "i'll try to", "i will try to", "i owe you to", "i'll go ahead and", "i'll be able to",
      ], .speaker) + frames(["i can", "gonna", "will", "going to"], .speaker, needsKnownVerb: true)
      + frames(
        [
          "can you", "could you", "would you", "will you", "can u", "could u", "can you guys", "would you be able to",
          "are you able to", "could you be so kind as to", "would it be possible for you to", "please", "pls", "plz",
          "kindly", "you should", "you need to", "you have to", "you must", "you'll need to", "you might want to",
          "i need you to", "i'd like you to", "i would like you to", "i want you to", "i'd love you to",
          "we need you to",
          "don't forget to", "do not forget to", "remember to", "be sure to", "feel free to", "can i ask you to",
          "may i ask you to", "could i ask you to", "would you please", "can you please", "could you please",
          "it would be great if you could", "it'd be great if you could", "would be great if you could",
          "would appreciate it if you could", "i'd appreciate it if you could", "if you could please", "mind if you",
          "would you kindly", "are you going to", "i was hoping you could",
          "wondering if you could", "i was wondering if you could", "any chance you could", "any chance you can",
          "would you mind", "do you mind", "mind",
          "please do", "please make sure to", "please make sure you", "make sure to", "make sure you", "be so kind to",
        ], .addressee)
      + frames(
        [
          "let's", "lets", "let us", "we should", "we need to", "we have to", "we must", "we'll need to", "we gotta",
          "we ought to", "we still need to", "we'll have to", "somebody should", "someone should", "someone needs to",
          "somebody needs to", "can someone", "can anyone", "can somebody", "could someone", "could anyone",
          "could somebody", "would someone", "someone please", "somebody please", "who can", "who could", "who will",
          "who wants to", "can we", "could we", "shall we", "anyone able to", "anyone free to", "we want to",
          "we'd better", "we better", "need to", "needs to", "need someone to", "we need someone to",
          "has anyone time to",
          "could everyone", "can everyone", "could everybody", "can everybody", "could you all", "can you all",
          "everyone should", "everybody should", "everyone please", "everybody please", "all please", "team please",
          "we will", "we'll", "we're going to",
          "we are going to",
        ], .anyone))
  /// What follows a name that is to do something: "Bo will", "Bo to", "Bo needs to". Longest first.
  static let nameFrames = longestFirst([
    "will", "to", "needs to", "should", "must", "has to", "is going to", "can you", "could you", "would you",
    "will you", "please", "pls", "'ll", "you should", "you need to", "is supposed to", "owns", "can you please",
    "could you please", "please can you", "please could you", "would you mind", "do you mind", "would you please",
    "agreed to",
    "promised to", "offered to", "volunteered to", "is to", "shall",
  ])
  /// Phrases that take over what was asked before: "on it", "will do". Longest first.
  static let takeovers = longestFirst([
    "on it", "i'm on it", "will do", "i'll do it", "i'll do that", "i'll take it", "i'll take that",
    "i'll take this",
    "i'll handle it", "i'll handle that", "i'll take care of it", "i'll take care of that", "i can do it",
    "i can do that", "i can take it", "i can take that", "i can take this", "i can take care of it", "i got it",
    "i've got it", "i got this", "i've got this", "i'll get it done", "i'll get on it", "i'll look into it",
    "leave it to me", "count on me", "i will do it", "i will do that", "i'll do this", "i can handle it",
    "i can handle that", "consider it done", "i'll pick it up", "i'll pick that up", "i'll own it", "i'll own that",
    "i volunteer", "i'll take this one", "i'll take that one", "i can look into it", "i can", "i could", "i will",
    "i'll own this", "i'll jump on it", "i'll jump on that", "mine",
  ])
  /// Verbs of work in their base form: a sentence that begins with one is an order.
  static let verbs = Set(
    words: """
      add address adjust align analyze announce apply approve archive arrange ask assemble assess assign attach audit
      back backup benchmark block book bring build bump buy calculate call cancel capture change chase check clarify
      clean clear close collect combine comment compare compile complete configure confirm connect contact convert
      coordinate copy correct cover create cut debug define delete deliver deploy describe design disable discuss
      distribute do document double download draft drop edit email enable ensure escalate estimate evaluate examine
      expand explain export extend extract fetch file fill finalize finalise find finish fix follow forward gather
      generate get give grab handle help hire identify implement import improve include inform inspect install
      integrate interview introduce investigate invite invoice join keep label launch let list log look loop mail
      make map mark measure merge message migrate mock monitor move note notify onboard open order organize organise
      outline pack pay phone pick ping plan post prepare present print prioritize process produce propose provide
      publish pull purchase push put raise read rebase record recheck reduce refactor refresh refund register reject
      release remind remove rename renew replace reply report request rerun research reserve reset resend resolve
      respond restart restore retest return revert review revise revisit rewrite roll rotate run save scan schedule
      search see-to send set setup share ship show sign sketch solve sort specify split start stop store study submit
      suggest summarize summarise support swap switch sync take talk tell test tidy track train transfer translate
      trigger try turn unblock update upgrade upload use validate verify watch wire work wrap write
      tag host lead own draw paint clarify compose sew bake cook fetch pilot rehearse illustrate photograph film shoot type translate keep bundle archive decline confirm source redraw reorder restructure resize tidy sweep wash water thank invite welcome visit cache redirect tag host lead own drive scope groom triage demo polish proofread patch negotiate renegotiate recap vet source
      provision restock deprecate enforce flag freeze hand hide highlight index inform rotate audit sanity-check reach
      ask chase nudge double-check localize localise cherry-pick rebuild rename resubmit redo mention mute pin unpin
      """)
  /// Verbs that promise or ask for nothing to be done: "be", "see", "think".
  static let idleVerbs = Set(
    words: """
      let's be see think look-forward miss love like guess bet wait never not admit say assume die agree understand remember know hope
      believe feel hear imagine want wish doubt mean seem appear become suppose meet join come stay go live sleep eat
      arrive leave pass enjoy regret happen need stop excuse forgive expect recall figure consider always only
      have-been probably been a an the i you we he she they it there go hang rest relax celebrate
      """)
  /// Verbs whose time is what they are about, not when they are due: "schedule", "move".
  static let planningVerbs = Set(
    words: """
      schedule move reschedule postpone book plan set push shift reserve invite arrange cancel add change put block
      organize organise
      """)
  /// Phrases that are no task in spite of their verb: "make it", "find attached".
  static let idlePhrases = longestFirst([
    "make it", "find attached", "find the attached", "look forward", "click here", "find enclosed", "find below",
    "see below", "see attached", "go with", "go for",
    "get together", "catch up", "be in touch", "talk soon", "talk later", "do lunch", "grab lunch", "grab coffee",
    "keep in mind", "have a", "do it again", "get back to work", "hang on", "get this", "do better", "get there",
    "take a break", "have lunch", "have coffee", "have dinner", "get home", "come back", "go home", "take off",
    "get some", "say that", "tell you that", "call it", "stick with", "stick to", "leave it", "use it",
  ])
  /// Skipped between a frame and its verb, and before a frame: "please", "also", "just".
  static let fillers = Set(
    words: """
      please pls plz kindly also just then maybe perhaps possibly quickly definitely probably certainly gladly
      happily now immediately try to still all both each really asap always
      """)
  /// Openings of a sentence that carry nothing: "ok", "thanks", "so".
  static let openings = Set(
    words: """
      ok okay okey so and but also well yes yeah yep yup sure right alright great cool perfect thanks thank thx hey
      hi hello hmm um uh oh ah actually anyway btw fyi then plus good nice agreed fine sounds awesome no nope team
      all everyone everybody folks morning - * • + & if&when
      """)
  /// Cut from the end of a task: "please", "thanks", "if you can".
  static let closings = longestFirst([
    "please", "pls", "plz", "thanks", "thank you", "thx", "if you can", "if possible", "if you could",
    "when you can", "when you get a chance", "when you have a chance", "when you have time",
    "when you have a moment",
    "if you have time", "if you get a chance", "if that's ok", "if that works", "for me", "ok", "okay", "asap",
    "as soon as possible", "at your earliest convenience", "right away", "immediately", "too", "as well", "instead",
    "then", "now", "many thanks", "thanks in advance", "if you don't mind", "at the latest", "latest", "right",
    "whenever you can", "today or so", "before that", "after that", "until then", "by then", "after", "or so",
    "thanks a lot", "if needed", "once you can", "and",
  ])
  /// Headings that announce a task: "todo", "action item".
  static let headings = longestFirst([
    "todo", "to do", "to-do", "action", "action item", "action items", "next step", "next steps", "task", "tasks",
    "ai", "follow up", "follow-up", "reminder", "actions",
  ])
  /// Objects that only point back: "it", "that".
  static let pointers = Set(words: "it that this them those these one so")
  /// Words before a due time that belong to it: "by", "until", "on".
  static let timePrepositions = Set(
    words: "by before on at until till due for in within this around about the no later than latest ,")
  /// Phrases between a thing and what must be done to it: "needs to be".
  static let passives: [(words: [String], needsDue: Bool)] =
    phrases([
      "needs to be", "need to be", "must be", "has to be", "have to be", "still needs to be", "needs to get",
    ]).map { ($0, false) }
    + phrases(["should be", "is to be", "are to be", "will be", "has to get", "to be"]).map { ($0, true) }
  /// "We need", before a thing.
  static let wants = phrases([
    "we need", "i need", "we'll need", "i'll need", "need", "they need", "the client needs", "legal needs",
  ])
  /// "Have to go to", between a thing and a place.
  static let movements = phrases([
    "have to go to", "has to go to", "must go to", "need to go to", "needs to go to", "have to be at",
    "has to be at",
  ])
  /// "I need your", before what the addressed one is to give.
  static let wantsOfOne = phrases([
    "i need your", "i still need your", "we need your", "i'd need your", "i would need your",
  ])
  static let determiners = Set(
    words: "the a an all our my your this these those any some their his her final updated both")
  static let irregularParticiples = Set(
    words: """
      done sent written built made fixed ready put set paid cut brought bought found held kept read rewritten redone
      rebuilt run shut taken told thrown drawn given chosen begun shown split gone sold met
      """)
  /// Verbs whose past is spelled like their base: "read", "put".
  static let pastAlike = Set(words: "read put set cut shut split hit let reset quit spread run input bid")
  /// Orders that want nothing done: "look at this".
  static let idleOrders = phrases([
    "look at this", "look at that", "look at these", "look at those", "look what", "look who", "guess what",
    "check this out", "check out this", "check it out", "take care", "have fun", "keep it up", "keep up",
    "keep going", "give it", "eat", "call me", "tell me about it", "note that", "mind the", "watch this",
  ])
  /// Verbs of a statement: "is", "was". A sentence with one after its first words is no order.
  static let statingVerbs = Set(
    words: """
      is was are were isn't aren't wasn't weren't has had will would works worked failed passed runs looks seems did
      does took takes went came gives shows reports
      """)
  /// Words after which a statement may follow inside an order: "that", "what".
  static let embedding = Set(
    words: "that what which how where who whether if why when whatever sure until before after once because")
  /// Words with which an object can begin besides the determiners.
  static let objectStarts = Set(
    words: """
      it them him her me us you everyone everybody everything what which how who whether if why where when that up down
      out off back over into in at for with to about away through two three four five six ten again all both one ones
      each more less
      """)
  /// Words with which a statement begins: "i'm", "it". A reminder that begins with one asks for nothing.
  static let statementStarts = Set(
    words: """
      i'm we're it it's he she they there this that these those i we you you're they're he's she's there's that's
      i've we've no nobody nothing
      """)
  /// "Not", "nobody": the order forbids.
  static let refusals = Set(words: "not nobody never don't no none stop-")
  /// Words of a frame that ask one person: "can", "could".
  static let askingOne = Set(words: "can could would will able mind")
  /// Words that address more than one: "everyone".
  static let everyone = Set(
    words: "everyone everybody all somebody someone anyone anybody folks guys team both who nobody")
  /// Planning verbs that are only so with a time of day: "change the job today" is due today.
  static let changingVerbs = Set(words: "add change put set push cancel")
  /// "Minutes", "slot": finding one is arranging a meeting, no task.
  static let slots = Set(words: "minutes minute hour hours time slot date")
  /// Openings of an answer that takes on what was asked: "yes", "of course". Longest first.
  static let agreements = longestFirst([
    "yes", "yeah", "yep", "yup", "sure", "ok", "okay", "alright", "right", "absolutely", "definitely", "certainly",
    "gladly", "of course", "no problem", "can do", "will do", "with pleasure", "happy to", "you'll have it",
    "you'll get it", "you will have it", "you will get it", "consider it done", "on it", "i'm on it",
  ])
  /// Words with which an answer takes on nothing, or not surely.
  static let doubts = Set(
    words: """
      not no nope never can't cannot won't don't doesn't isn't couldn't wouldn't unfortunately sorry afraid unless if
      maybe perhaps why who what which how but busy
      """)

  /// The known verb of which `word` is the "-ing" form.
  static func baseForm(ofGerund word: String) -> String? {
    guard word.hasSuffix("ing"), word.count > 4 else { return nil }
    let stem = String(word.dropLast(3))
    if verbs.contains(stem) { return stem }
    if verbs.contains(stem + "e") { return stem + "e" }
    let isDoubled = stem.count > 2 && stem.last == stem.dropLast().last
    return isDoubled && verbs.contains(String(stem.dropLast())) ? String(stem.dropLast()) : nil
  }

  // MARK: Reading the lists

  private static func phrases(_ phrases: [String]) -> [[String]] { phrases.map { [String](words: $0) } }

  private static func longestFirst(_ list: [String]) -> [[String]] {
    phrases(list).sorted { $0.count > $1.count }
  }

  private static func frames(_ phrases: [String], _ subject: Subject, needsKnownVerb: Bool = false) -> [Frame] {
    phrases.map { Frame(words: [String](words: $0), subject: subject, needsKnownVerb: needsKnownVerb) }
  }

  private static func byFirstWord(_ frames: [Frame]) -> [String: [Frame]] {
    Dictionary(grouping: frames) { $0.words.first ?? "" }.mapValues { $0.sorted { $0.words.count > $1.words.count } }
  }
}
