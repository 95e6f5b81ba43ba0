/// The English words of arranging meetings.
enum MeetingWords {
  /// Words of meeting: "meet", "call", "slot".
  static let meeting = Set(
    words: """
      meet meeting meetings call sync chat talk catch-up schedule reschedule book slot calendar invite available \
      availability free discuss meetup interview demo kickoff retro standup workshop 1:1 session huddle appointment lunch \
      coffee dinner together
      """)
  /// Words that refuse: "can't", "busy".
  static let refusals = Set(
    words: """
      can't cannot cant not don't won't unavailable busy booked out off away except never impossible conflict conflicts \
      tied vacation holiday doesn't isn't travelling traveling unable no nope bad avoid aren't couldn't hardly pto ooo \
      leave sick full blocked
      """)
  /// Words that part what is refused from what is wanted: "but", "instead".
  static let turns = Set(words: "but however though instead otherwise although except then so")
  /// Before what the meeting is about: "about", "discuss".
  static let topics = Set(words: "about discuss regarding re review over through concerning on for plan")
  /// Kinds of meetings that may carry their topic before them: "kickoff".
  static let kinds = Set(
    words: """
      meeting call sync review retro retrospective kickoff kick-off demo standup stand-up interview workshop planning \
      session briefing catch-up onboarding training presentation
      """)
  /// Words at which a topic ends: "on", "with", "sometime".
  static let topicEnds = Set(
    words: """
      with at by before after tomorrow today next this sometime when if please between around until in from and or for \
      would could can i we you how what is are was on -
      """)
  static let determiners = Set(
    words: "the a an our my your this that next another quick short brief weekly monthly daily")
}
