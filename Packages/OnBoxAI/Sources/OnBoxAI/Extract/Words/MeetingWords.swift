/// The English words of arranging meetings.
enum MeetingWords {
  /// Words of meeting: "meet", "call", "slot".
  static let meeting = Set(English.words("meetings.meeting"))
  /// Words that refuse: "can't", "busy".
  static let refusals = Set(English.words("meetings.refusals"))
  /// Words with which something is said of a time: "works".
  static let stating = Set(English.words("meetings.stating"))
  /// Words that part what is refused from what is wanted: "but", "instead".
  static let turns = Set(English.words("meetings.turns"))
  /// Before what the meeting is about: "about", "discuss".
  static let topics = Set(English.words("meetings.topics"))
  /// Kinds of meetings that may carry their topic before them: "kickoff".
  static let kinds = Set(English.words("meetings.kinds"))
  /// Words at which a topic ends: "on", "with", "sometime".
  static let topicEnds = Set(English.words("meetings.topicEnds"))
  /// With one of these a sentence does without a meeting: "async".
  static let elsewise = Set(English.words("meetings.elsewise"))
  /// A sentence with one greets: "happy Wednesday".
  static let greetings = Set(English.words("meetings.greetings"))
  /// What says of a time that one can: "free", "works".
  static let offers = Set(English.words("meetings.offers"))
  /// What says so after the time: "Tuesday is fine".
  static let praises = Set(English.words("meetings.praises"))
  /// How a time is proposed: "how about".
  static let proposals = English.phrases("meetings.proposals")
  /// What may stand around a time that is the whole answer: "maybe Thursday".
  static let fillers = Set(English.words("meetings.fillers"))
  /// Whose a time is that is complained of: "23:00 for me".
  static let selves = Set(English.words("meetings.selves"))
  static let meals = Set(English.words("meetings.meals"))
  /// Before a meal that is only a time of day: "after lunch".
  static let beforeMeals = Set(English.words("meetings.beforeMeals"))
  /// What is wished for in a calendar: "some time".
  static let wishes = Set(English.words("meetings.wishes"))
  /// What a time is too much of: "late".
  static let burdens = Set(English.words("meetings.burdens"))
  /// Faces that complain.
  static let faces = English.words("meetings.faces")
  static let determiners = Set(English.words("meetings.determiners"))
}
