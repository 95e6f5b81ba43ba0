/// A language's words of arranging meetings.
struct MeetingWords: Sendable {
  /// Words of meeting: "meet", "call", "slot".
  let meeting: Set<String>
  /// Words that refuse: "can't", "busy".
  let refusals: Set<String>
  /// Words that part what is refused from what is wanted: "but", "instead".
  let turns: Set<String>
  /// Before what the meeting is about: "about", "discuss".
  let topics: Set<String>
  /// Kinds of meetings that may carry their topic before them: "kickoff".
  let kinds: Set<String>
  /// Words at which a topic ends: "on", "with", "sometime".
  let topicEnds: Set<String>
  let determiners: Set<String>

  static let english = MeetingWords(
    meeting: set(
      """
      meet meeting meetings call sync chat talk catch-up schedule reschedule book slot calendar invite available \
      availability free discuss meetup interview demo kickoff retro standup workshop 1:1 session huddle appointment lunch \
      coffee dinner together
      """),
    refusals: set(
      """
      can't cannot cant not don't won't unavailable busy booked out off away except never impossible conflict conflicts \
      tied vacation holiday doesn't isn't travelling traveling unable no nope bad avoid aren't couldn't hardly pto ooo \
      leave sick full blocked
      """),
    turns: set("but however though instead otherwise although except then so"),
    topics: set("about discuss regarding re review over through concerning on for plan"),
    kinds: set(
      """
      meeting call sync review retro retrospective kickoff kick-off demo standup stand-up interview workshop planning \
      session briefing catch-up onboarding training presentation
      """),
    topicEnds: set(
      """
      with at by before after tomorrow today next this sometime when if please between around until in from and or for \
      would could can i we you how what is are was on -
      """),
    determiners: set("the a an our my your this that next another quick short brief weekly monthly daily"))

  private static func set(_ text: String) -> Set<String> {
    Set(text.split { $0 == " " || $0 == "\n" }.map(String.init))
  }
}
