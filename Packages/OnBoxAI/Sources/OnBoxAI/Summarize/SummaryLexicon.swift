/// The closed classes of English that the summariser rewrites by.
enum SummaryLexicon {
  static func set(_ words: String) -> Set<String> { Set(words.split(separator: " ").map(String.init)) }

  static let abbreviations = set("mr mrs ms dr st vs e.g i.e etc prof no approx jan feb mar sept")

  static let contractions: [String: [String]] = [
    "can't": ["can", "n't"], "cannot": ["can", "n't"], "won't": ["will", "n't"], "shan't": ["shall", "n't"],
    "i'm": ["I", "am"], "im": ["I", "am"], "gonna": ["going", "to"], "wanna": ["want", "to"], "gotta": ["have", "to"],
    "dont": ["do", "n't"], "didnt": ["did", "n't"], "doesnt": ["does", "n't"], "isnt": ["is", "n't"],
    "i'd": ["I", "would"], "you'd": ["you", "would"], "we'd": ["we", "would"], "ive": ["I", "have"],
    "what's": ["what", "is"], "where's": ["where", "is"], "who's": ["who", "is"], "how's": ["how", "is"],
    "when's": ["when", "is"], "u": ["you"], "pls": ["please"], "plz": ["please"], "ok": ["okay"], "k": ["okay"],
    "yep": ["yes"], "yeah": ["yes"], "yup": ["yes"], "nope": ["no"], "nah": ["no"], "ya": ["you"], "ur": ["your"],
    "thx": ["thanks"], "ty": ["thanks"], "gimme": ["give", "me"], "lemme": ["let", "me"], "cant": ["can", "n't"],
  ]

  static let endings = [("'re", "are"), ("'ve", "have"), ("'ll", "will"), ("'m", "am")]

  static let openedStems = set(
    "i you we they he she it that there this who what where when why how these those would could should might must "
      + "everyone somebody someone nobody")

  /// Forms that invert with the subject in a question.
  static let auxiliaries = set(
    "am is are was were do does did have has had can could will would shall should may might must")

  static let modals = set("can could will would shall should may might must")

  static let questionWords = set("what when where who whom whose why how which")

  static let subjectPronouns = set("i you he she it we they this that these those there someone anyone everyone")

  static let determiners = set(
    "the a an this that these those my your his her its our their some any each every no all both another")

  static let prepositions = set(
    "to for with from at by about of on in into onto over under after before between without like than against "
      + "through during near behind around off up out down as per via")

  static let conjunctions = set(
    "and but or so because if when while that whether although though unless until since where what who why how "
      + "which then whenever as once before after")

  /// Words that stand between a subject and its verb.
  static let midAdverbs = set(
    "also really just always never still already only often usually probably actually even definitely certainly "
      + "sometimes almost currently recently finally soon simply totally absolutely fully kind sort hardly barely "
      + "rather quite mostly not particularly personally especially truly both all now ever")

  /// A word that may stand between a subject and its verb: "really", "honestly".
  static func isMidAdverb(_ word: String) -> Bool {
    midAdverbs.contains(word) || word.hasSuffix("ly") && !SummaryVerbs.isBase(word)
  }

  /// Verbs after which a clause with its own subject follows.
  static let clauseVerbs = set(
    "think thinks thought know knows knew hope hopes guess suppose believe believes say says said see feel mean "
      + "means wish sure afraid sorry glad wonder wondering bet heard hear understand imagine assume tell told "
      + "remember forgot realize noticed notice")

  /// Words with which turns begin and which say nothing.
  static let openers = set(
    "well oh so okay ah uh um hmm hm mm er erm yes no right alright sure and but now anyway actually hey hi hello "
      + "wow gee look listen see then please honestly basically also great good fine ok yeah ha haha lol dear sir "
      + "madam ma'am honey exactly absolutely certainly course indeed really ugh oops man dude maybe-so besides plus "
      + "moreover therefore anyways true correct cool perfect thanks congratulations ouch aha uh-huh mm-hmm mhm")

  static let fillers = set(
    "um uh uhm er erm eh hmm hm mm mmm mhm mm-hmm uh-huh huh ah oh hey well yeah yep okay ok wow gee lol haha hi")

  /// What whole sentences consist of that only keep the talk going.
  static let courtesies = set(
    "sounds ugh argh aww nope yup yep thx np brb omg works noted hello hi hey thanks thank you very much so a lot bye goodbye good morning afternoon evening night welcome are "
      + "you're is it no problem not at all see later tomorrow soon nice to meet how do doing today fine great okay "
      + "sure yes right all well oh ah wow really i understand got of course please excuse me sorry pardon never "
      + "mind here there go come on what can may help for sir madam ma'am mr mrs miss dear congratulations take care "
      + "have day one weekend time too alright that that's let's let cool perfect exactly absolutely certainly indeed "
      + "true guess think know mm uh um hmm mm-hmm yeah be done lovely wonderful my pleasure mine the don't mention "
      + "n't do will and just kidding wait minute moment second a any anything else up am glad happy your i'm it's "
      + "cheers pleased kind mean believe god gosh goodness heavens ha haha lol hm did did has been was good-bye "
      + "hang hold but correct long")

  static let yesWords = set("yes sure okay certainly absolutely definitely alright course gladly agreed deal exactly")
  static let noWords = set("no nope never unfortunately")

  static let stopWords = set(
    "a an the and or but if then so because as of at by for with about against between into through during before "
      + "after above below to from up down in out on off over under again further once here there when where why how "
      + "all any both each few more most other some such no nor not only own same than too very can will just do does "
      + "did doing have has had having be am is are was were been being i me my mine myself we us our ours you your "
      + "yours he him his she her hers it its they them their this that these those what which who whom would could "
      + "should may might must shall n't 's get got go going gone one ones thing things stuff lot lots bit kind sort "
      + "really actually well oh um uh okay yes no right like know think mean say said says see want need let make "
      + "made take come came put look good nice great sure maybe also even still much many way something anything "
      + "everything nothing someone somebody anyone people yeah mm mm-hmm hmm hm er ah uh-huh now because since "
      + "though although please thank thanks sorry hello hi bye course time today quite just gonna wanna have "
      + "don't that's it's i'm there's let's what's he's she's guess suppose probably basically obviously certainly "
      + "perhaps rather able sort whole every another around back always never ever first second last next two three "
      + "four five six seven eight nine ten")
}
