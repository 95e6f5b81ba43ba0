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
  static let determiners = Set(English.words("meetings.determiners"))
}
