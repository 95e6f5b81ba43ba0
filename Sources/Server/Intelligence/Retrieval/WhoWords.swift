/// Words of questions for people, and of sentences that answer them.
enum WhoWords {
  /// Before "who", or at the end, without a meaning of their own.
  static let fillers = words(
    "please tell me us do you know can could and so remind say hey then again exactly right now")
  static let auxiliaries = words(
    "is are was were am be been being has have had will would can could should shall must may might did does do "
      + "currently still already also else just actually now")
  static let determiners = words("the a an our my your this that these those some")
  /// That say nothing of what is done, in their forms.
  static let generic = forms(
    "do handle work responsible take look manage charge deal talk speak contact touch care assign")
  static let roles = words("owner contact lead person one responsible")
  /// Whoever says it is the answer: that is a search for words, not for a doer. In their forms.
  static let saying = forms("say tell ask mention report propose suggest")
  /// Stems of words that say that somebody spoke, and not what.
  static let saidOnly = Set(["ask", "asked", "say", "said", "told", "wrote", "write"].map(QuestionWords.stem))
  static let own = words("i i'll i'm i've i'd")
  /// Where people are together, in their forms.
  static let meetings = forms("call meeting talk appointment session")
  static let anybody = words("who someone somebody anyone anybody")
  /// After "I'll": what others have spoken of.
  static let taking = words("do take handle make get")
  static let beforeHolding = words("i i've ive have just ok okay so and now")
  /// At the start of what says that somebody got a thing.
  static let holding = words("got have took picked collected fetched grabbed")
  /// Before the "me" of whoever says that it is them.
  static let beforeMe = words("with by and yes yep it's its is was probably just also ok sure think maybe not")
  /// What somebody's own work stands on: "on my list".
  static let lists = words("list plate desk job turn part side queue")
  static let denying = words("can't cannot won't don't didn't couldn't")
  /// At the start of an answer of whoever does what they were asked for.
  static let agreeing = words("yes yep yeah sure ok okay will gladly certainly done")
  /// At the start of what nobody has taken on yet.
  static let proposing = words("let's we should could can would please maybe")
  /// Before a verb that nobody does.
  static let undoing = words("to not we never should could can would please let's")
  /// Before a name that a sentence is not about.
  static let beside = words("with to from by for of in at on and or than like")
  static let being = words("is was works leads handles owns from runs")

  static let irregular: [String: String] = [
    "sent": "send", "wrote": "write", "written": "write", "bought": "buy", "made": "make", "built": "build",
    "took": "take", "taken": "take", "got": "get", "gave": "give", "given": "give", "found": "find",
    "brought": "bring", "spoke": "speak", "spoken": "speak", "met": "meet", "paid": "pay", "held": "hold",
    "kept": "keep", "told": "tell", "ran": "run", "drew": "draw", "drawn": "draw", "did": "do", "done": "do",
    "went": "go", "going": "go", "goes": "go", "doing": "do", "does": "do", "won": "win", "chose": "choose",
    "said": "say", "thought": "think", "knew": "know", "has": "have", "had": "have",
  ]

  private static func forms(_ text: String) -> Set<String> { Set(words(text).map(WhoQuestion.form)) }
  private static func words(_ text: String) -> Set<String> { Set(text.split(separator: " ").map(String.init)) }
}
