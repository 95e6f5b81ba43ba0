/// The closed classes of English that the summariser rewrites by.
enum SummaryLexicon {
  /// "No. 5" among them.
  static let abbreviations = Abbreviations.all.union(["no"])

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

  static let openedStems = Set(
    words: """
      i you we they he she it that there this who what where when why how these those would could should might must
      everyone somebody someone nobody
      """)

  /// Forms that invert with the subject in a question.
  static let auxiliaries = Set(
    words: """
      am is are was were do does did have has had can could will would shall should may might must
      """)

  static let modals = Set(words: "can could will would shall should may might must")

  static let questionWords = Set(words: "what when where who whom whose why how which")

  static let subjectPronouns = Set(
    words: """
      i you he she it we they this that these those there someone anyone everyone
      """)

  static let determiners = Set(
    words: """
      the a an this that these those my your his her its our their some any each every no all both another
      """)

  static let prepositions = Set(
    words: """
      to for with from at by about of on in into onto over under after before between without like than against
      through during near behind around off up out down as per via
      """)

  static let conjunctions = Set(
    words: """
      and but or so because if when while that whether although though unless until since where what who why how which
      then whenever as once before after
      """)

  /// Words that stand between a subject and its verb.
  static let midAdverbs = Set(
    words: """
      also really just always never still already only often usually probably actually even definitely certainly
      sometimes almost currently recently finally soon simply totally absolutely fully kind sort hardly barely rather
      quite mostly not particularly personally especially truly both all now ever
      """)

  /// A word that may stand between a subject and its verb: "really", "honestly".
  static func isMidAdverb(_ word: String) -> Bool {
    midAdverbs.contains(word) || word.hasSuffix("ly") && !SummaryVerbs.isBase(word)
  }

  /// Verbs after which a clause with its own subject follows.
  static let clauseVerbs = Set(
    words: """
      think thinks thought know knows knew hope hopes guess suppose believe believes say says said see feel mean means
      wish sure afraid sorry glad wonder wondering bet heard hear understand imagine assume tell told remember forgot
      realize noticed notice
      """)

  /// Words with which turns begin and which say nothing.
  static let openers = Set(
    words: """
      well oh so okay ah uh um hmm hm mm er erm yes no right alright sure and but now anyway actually hey hi hello wow
      gee look listen see then please honestly basically also great good fine ok yeah ha haha lol dear sir madam ma'am
      honey exactly absolutely certainly course indeed really ugh oops man dude maybe-so besides plus moreover
      therefore anyways true correct cool perfect thanks congratulations ouch aha uh-huh mm-hmm mhm
      """)

  static let fillers = Set(
    words: """
      um uh uhm er erm eh hmm hm mm mmm mhm mm-hmm uh-huh huh ah oh hey well yeah yep okay ok wow gee lol haha hi
      """)

  /// What whole sentences consist of that only keep the talk going.
  static let courtesies = Set(
    words: """
      sounds ugh argh aww nope yup yep thx np brb omg works noted hello hi hey thanks thank you very much so a lot bye
      goodbye good morning afternoon evening night welcome are you're is it no problem not at all see later tomorrow
      soon nice to meet how do doing today fine great okay sure yes right all well oh ah wow really i understand got
      of course please excuse me sorry pardon never mind here there go come on what can may help for sir madam ma'am
      mr mrs miss dear congratulations take care have day one weekend time too alright that that's let's let cool
      perfect exactly absolutely certainly indeed true guess think know mm uh um hmm mm-hmm yeah be done lovely
      wonderful my pleasure mine the don't mention n't do will and just kidding wait minute moment second a any
      anything else up am glad happy your i'm it's cheers pleased kind mean believe god gosh goodness heavens ha haha
      lol hm did did has been was good-bye hang hold but correct long
      """)

  static let yesWords = Set(
    words: """
      yes sure okay certainly absolutely definitely alright course gladly agreed deal exactly
      """)
}
