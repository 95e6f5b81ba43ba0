/// The words that the cues look for.
enum CueWords {
  /// Skipped at the head of a sentence: what it says begins after them.
  static let leadIns = TokenSet(
    """
    ok okay so well yes yeah yep yup no nope oh ah um uh uhm hmm mm alright right sure great thanks cool perfect
    awesome nice fine and but also then now just actually basically hi hello hey anyway sorry please kindly , - ; :
    """)
  static let auxiliaries = TokenSet(
    """
    can could will would should shall may might do does did is are was were has have had am can't couldn't won't
    wouldn't shouldn't don't doesn't didn't isn't aren't
    """)
  static let questionWords = TokenSet(
    """
    what what's when when's where where's who who's whom whose why which how how's
    """)
  static let verbs = TokenSet(
    """
    accept add address adjust advise agree aim align allow announce answer apply approve arrange ask assign attach
    avoid back block book bring build bump buy call cancel change chase check choose clarify clean clear click close
    collect come commit compare complete confirm connect consider contact continue convert copy correct cover create
    cut decide define delete deliver deploy describe design develop disable discuss display do document double
    download draft drop edit email enable encrypt enjoy ensure enter escalate estimate evaluate examine expect
    explain explore export extend extract feel fetch figure file fill filter find finish fix flag follow forget
    format forward generate get give go grab handle hang have help hide highlight hold implement import improve
    include increase inform insert install investigate invite involve join keep know label launch learn leave let
    limit link list listen load log look loop maintain make manage mark meet mention merge mock monitor move name
    note notify offer open order organize overwrite pass pay persist pick ping place plan play post postpone prepare
    present prevent print prioritize process propose provide publish pull push put raise reach read rebase record
    reduce refactor refer refresh register reject release remember remind remove rename replace reply report request
    reschedule reset resolve respond restart restrict retry return review revert rewrite roll rotate run save say
    schedule search see select send separate set share ship show sign simplify sit skip solve sort speak specify
    split stand start stay stop store submit suggest switch sync take talk tell test think track transfer translate
    try turn type unify update upgrade upload use validate verify view visit wait wake walk warn watch wrap write
    """)
  static let days = TokenSet(
    """
    monday tuesday wednesday thursday friday saturday sunday mon tue tues wed thu thur thurs fri sat sun tomorrow
    today tonight weekend week noon midnight morning afternoon evening eod eow january february march april june
    july august september october november december
    """)
  static let past = TokenSet(
    """
    was were did had went said told sent made got took came gave found thought saw met called asked wrote changed
    added fixed created removed updated tried wanted needed used decided moved discussed
    """)
  static let hedges = TokenSet(
    """
    maybe perhaps might could probably possibly alternatively either or if
    """)
  static let secondPerson = TokenSet(
    """
    you your you're you'll yours yourself u ya
    """)
  static let urgent = TokenSet(
    """
    urgent urgently asap immediately now critical blocker blocking blocked outage down broken emergency fails
    failing failure crash crashes crashed leak loss corrupt corruption deadlock security vulnerability cve stuck
    hang hangs exception npe error regression release
    """)
  static let calendar = TokenSet(
    """
    calendar schedule appointment meeting meet invite slot availability available free
    """)
}
