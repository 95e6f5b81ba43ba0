import Foundation

/// Finds out of a few turns what meeting is wanted and who can when.
struct MeetingParser: Sendable {
  private let times = TimeParser()
  private let tokenizer = Tokenizer()

  /// - Parameters:
  ///   - turns: Oldest first. Times count from each turn's own time, or from `now`.
  ///   - timeZone: A speaker's zone.
  /// - Returns: `nil` when no turn speaks of meeting.
  func request(in turns: [Turn], now: Date, timeZone: (String) -> TimeZone) -> MeetingRequest? {
    var draft = MeetingDraft()
    var isRequested = false
    for (index, turn) in turns.enumerated() {
      let zone = timeZone(turn.speaker)
      let bytes = Array(turn.text.utf8)
      let reader = PhraseReader(tokens: tokenizer.tokens(of: bytes), bytes: bytes)
      let mentions = times.mentions(in: reader.tokens, of: bytes, now: turn.at ?? now, timeZone: zone)
      let page = MeetingTurn(
        reader: reader, mentions: mentions, turn: turn, index: index,
        zone: zone, now: turn.at ?? now)
      let asks = page.speaksOfMeeting
      if draft.duration == nil { draft.duration = page.duration }
      if draft.topic == nil, asks { draft.topic = page.topic }
      page.collect(into: &draft, setsBounds: asks && !isRequested)
      isRequested = isRequested || asks
    }
    guard isRequested else { return nil }
    return MeetingRequest(
      topic: draft.topic, duration: draft.duration, wanted: draft.wanted.all,
      refused: draft.refused.all,
      earliest: draft.earliest, latest: draft.latest)
  }
}
