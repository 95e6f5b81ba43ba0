import Foundation
import Testing

@testable import OnBoxAI

#if canImport(Glibc)
  import Glibc
#endif

/// Messages of the greatest length that say one thing over and over. Whoever writes one must not
/// stop the AI of all: what a text costs grows with its length, not with the square of it.
@Suite("Texts that are written to cost much")
struct HostileTextTests {
  private static let scalars = 8_000

  enum Parser: String, CaseIterable {
    case times, meetings, actions, decisions, summaries

    func read(_ text: String) {
      switch self {
      case .times: _ = TimeParser().mentions(in: text, now: wednesday, timeZone: berlin)
      case .meetings:
        _ = MeetingParser().request(in: [Turn(speaker: "Ana", text: text)], now: wednesday) { _ in berlin }
      case .actions:
        _ = ActionParser().actions(
          in: text, speaker: "Ana", members: ["Ana", "Bo"], previous: [], now: wednesday, timeZone: berlin)
      case .summaries:
        let turns = ["Ana", "Bo", "Ana"].map { Turn(speaker: $0, text: text) }
        _ = Summarizer(embedder: nil).account(turns, words: 60)
      case .decisions: _ = DecisionParser().decisions(in: text, previous: [], speaker: "Ana")
      }
    }
  }

  static let phrases = [
    "9:30 ", "meet 9:30 or 10:45 ", "not at 9:31 ", "45 min 9:30 ", "can you meet about the plan and ", "Mondays ",
    "I'll send it by Friday and ", "we decided to go with it ", "the the ", "a half ", "- - ", "5 to 6 ", "1/2/3 ",
    "in 999 workdays ", "@Bo can you ", "let's meet to discuss ", "\n1. do it ", "🦊 ", "either Monday or Tuesday, ",
    "Why? ", "We use it. ", "well, ", "[ ", "so the longer the ", "this plate ",
  ]

  @Test("cost no more than their length says", arguments: Parser.allCases, phrases)
  func linear(parser: Parser, phrase: String) {
    func time(_ scalars: Int) -> Double {
      let text = String(
        String(repeating: phrase, count: scalars / phrase.unicodeScalars.count + 1).unicodeScalars.prefix(scalars))
      return processorSeconds { parser.read(text) }
    }
    let short = (0..<3).map { _ in time(Self.scalars / 8) }.min() ?? 0
    let long = (0..<2).map { _ in time(Self.scalars) }.min() ?? 0
    // Eight times the text: 8 times the work when it is linear, 64 times when it is square.
    #expect(long < max(short, 0.002) * 24, "\(long * 1_000) ms against \(short * 1_000) ms")
  }

  /// What the running thread works, whatever else the machine does.
  private func processorSeconds(_ work: () -> Void) -> Double {
    func now() -> Double {
      var time = timespec()
      clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
      return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
    }
    let start = now()
    work()
    return now() - start
  }
}
