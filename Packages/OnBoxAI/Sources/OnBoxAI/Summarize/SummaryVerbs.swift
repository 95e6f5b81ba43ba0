/// English verbs as far as rewriting into the third person needs them.
enum SummaryVerbs {
  /// Base forms that begin an imperative or follow a subject in everyday talk.
  static let bases: Set<String> = Set(
    words: """
      attach back bump checkout commit debug deploy dial double draft download email forward google host merge message
      nudge ping postpone rebase release reschedule restart reboot review roll schedule scan skip swap sync text
      upload upgrade unmute verify rely reply fly supply multiply ditch grab pop drag tag test track trim join archive
      arrive assign bake block bookmark brief collect crop edit email format hide mail measure paste peel print record
      refund rename scan sort split stack stamp store unlock water wipe zip accept add admit advise agree allow
      announce answer apologize apply appreciate argue arrange arrive ask attend avoid be bear beat become begin
      believe book borrow break bring build buy call cancel care carry catch change charge check choose clean climb
      close collect come compare complain complete confirm consider contact continue cook copy cost count cover create
      cross cut dance decide deliver depend describe deserve discuss do draw dress drink drive drop eat encourage end
      enjoy enter exchange exercise expect explain face fail fall fasten feed feel fight fill find finish fit fix fly
      follow forget forgive get give go grow guess hand handle hang happen hate have hear help hire hit hold hope
      hurry hurt imagine improve include increase install introduce invite join jump keep kill knock know last lead
      learn leave lend let lie lift like listen live look lose love make manage marry matter mean measure meet mention
      mind miss mix move need notice offer open order own owe pack park pass pay phone pick plan play point post
      practice prefer prepare press promise pronounce prove provide pull push put quit raise reach read realize
      receive recommend record reduce refuse regret remember remind remove rent repair repeat replace reply report
      request reserve rest return ride ring rise run save say search see seem sell send serve set share ship shop
      shout show shut sign sing sit sleep smell smoke sound speak spell spend spread stand start stay steal stick stop
      study suffer suggest suit supply support suppose surprise swim switch take talk taste teach tell test thank
      think throw tie touch train transfer travel treat trust try turn type understand update use visit wait wake walk
      want wash waste watch wear weigh win wish wonder work worry write
      """)

  static let pastOfBase: [String: String] = {
    let pairs =
      "be was become became begin began break broke bring brought build built buy bought catch caught choose chose "
      + "come came cost cost cut cut do did draw drew drink drank drive drove eat ate fall fell feel felt fight fought "
      + "find found fly flew forget forgot forgive forgave get got give gave go went grow grew hang hung have had "
      + "hear heard hit hit hold held hurt hurt keep kept know knew lead led learn learned leave left lend lent let "
      + "let lie lay lose lost make made mean meant meet met pay paid put put quit quit read read ride rode ring rang "
      + "rise rose run ran say said see saw sell sold send sent set set show showed shut shut sing sang sit sat sleep "
      + "slept speak spoke spend spent stand stood steal stole stick stuck swim swam take took teach taught tell told "
      + "think thought throw threw understand understood wake woke wear wore win won write wrote am was is was are "
      + "were has had does did can could will would may might shall should bear bore beat beat feed fed wish wished"
    let words = pairs.split(separator: " ").map(String.init)
    var table: [String: String] = [:]
    for index in stride(from: 0, to: words.count - 1, by: 2) { table[words[index]] = words[index + 1] }
    return table
  }()

  private static let irregularPasts: Set<String> = Set(pastOfBase.values)
    .subtracting(["let", "put", "cut", "hit", "hurt", "set", "shut", "quit", "read", "cost", "beat"])

  /// Whether `word` is a past form: no ending is added to it.
  static func isPast(_ word: String) -> Bool {
    irregularPasts.contains(word) || (word.hasSuffix("ed") && word.count > 3 && word != "need" && word != "feed")
  }

  /// The form after he, she or a name: "go" becomes "goes"; past forms and modals stay.
  static func thirdPerson(_ verb: String) -> String {
    switch verb {
    case "am", "are": return "is"
    case "were": return "was"
    case "have": return "has"
    case "do": return "does"
    default: break
    }
    if SummaryLexicon.modals.contains(verb) || isPast(verb) || verb == "is" || verb == "was" || verb == "had" {
      return verb
    }
    if verb.hasSuffix("s"), !verb.hasSuffix("ss") { return verb }
    if ["s", "x", "z", "ch", "sh", "o"].contains(where: { verb.hasSuffix($0) }) { return verb + "es" }
    if verb.hasSuffix("y"), let before = verb.dropLast().last, !"aeiou".contains(before) {
      return verb.dropLast() + "ies"
    }
    return verb + "s"
  }

  /// The simple past of a base form, a third person or a modal; past forms stay.
  static func past(_ verb: String) -> String {
    if let irregular = pastOfBase[verb] { return irregular }
    if isPast(verb) || ["could", "would", "should", "might", "must"].contains(verb) { return verb }
    var base = verb
    if verb.hasSuffix("ies") {
      base = verb.dropLast(3) + "y"
    } else if verb.hasSuffix("s"), !verb.hasSuffix("ss") {
      base = String(verb.dropLast())
    }
    if let irregular = pastOfBase[base] { return irregular }
    if base.hasSuffix("e") { return base + "d" }
    if base.hasSuffix("y"), let before = base.dropLast().last, !"aeiou".contains(before) {
      return base.dropLast() + "ied"
    }
    if doubling.contains(base) { return base + String(base.suffix(1)) + "ed" }
    return base + "ed"
  }

  private static let doubling = Set(words: "stop plan drop ship shop prefer refer fit chat step grab pop trim")

  /// Whether `word` can follow a subject as a verb in the present: a known base form.
  static func isBase(_ word: String) -> Bool { bases.contains(word) }
}
