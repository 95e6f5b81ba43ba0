import Foundation
import OnBoxAI

/// The words of a message that tell a reader why it was taken for something.
///
/// A model weighs all words; those with the greatest weight are often none that explain anything
/// ("an hour", "Mira, can"). Only words that stand for the thing itself are quoted, in the longest
/// run that makes sense alone; without any nothing is.
package enum ReasonWords {
  package enum Label: Sendable {
    case task, decision, meeting, urgency
  }

  /// What of `phrases`, the strongest first, may be quoted: each once, in their order.
  package static func telling(_ phrases: [String], of label: Label) -> [String] {
    var seen: Set<String> = []
    return phrases.flatMap(parts).compactMap { part in
      guard let words = told(part, label), seen.insert(words.lowercased()).inserted else { return nil }
      return words
    }
  }

  /// The words of `text` that say that something presses: one of `phrases` if one does, else the
  /// first that do.
  package static func urgent(in text: String, weighed phrases: [String]) -> String? {
    if let weighed = telling(phrases, of: .urgency).first(where: { !isDenied($0, in: text) }) {
      // As it stands in the text, with the words that belong to it.
      let whole = pressing(in: text, holding: weighed) ?? weighed
      return whole.count > weighed.count ? whole : weighed
    }
    return pressing(in: text, holding: nil)
  }

  // MARK: Cutting

  /// Runs without punctuation inside.
  private static func parts(_ phrase: String) -> [[String]] {
    phrase.split { ",.;:!?()\"“”".contains($0) }.map { $0.split(whereSeparator: \.isWhitespace).map(String.init) }
  }

  private static func told(_ words: [String], _ label: Label) -> String? {
    let cues = Self.cues(label)
    var words = words[...]
    func isIdle(_ word: String) -> Bool { !cues.contains(folded(word)) && empty.contains(folded(word)) }
    while let first = words.first, isIdle(first) { words = words.dropFirst() }
    while let last = words.last, isIdle(last) { words = words.dropLast() }
    guard words.contains(where: { cues.contains(folded($0)) }) else { return nil }
    if words.count == 1, let only = words.first, weak.contains(folded(only)) { return nil }
    return words.joined(separator: " ")
  }

  private static func folded(_ word: String) -> String {
    word.lowercased().replacing("’", with: "'")
  }

  private static func cues(_ label: Label) -> Set<String> {
    switch label {
    case .task: taskCues
    case .decision: decisionCues
    case .meeting: meetingCues
    case .urgency: urgentCues
    }
  }

  /// The first run of the text that presses; with `words`, the one that holds them.
  private static func pressing(in text: String, holding words: String?) -> String? {
    for run in parts(text) {
      if let words, !run.joined(separator: " ").localizedStandardContains(words) { continue }
      for (index, word) in run.enumerated() {
        for phrase in urgentPhrases where index + phrase.count <= run.count {
          let here = run[index..<index + phrase.count]
          if here.map(folded) == phrase { return here.joined(separator: " ") }
        }
        guard urgentCues.contains(folded(word)), !isDenied(at: index, in: run) else { continue }
        let next = index + 1 < run.count ? run[index + 1] : nil
        let isNamed = naming.contains(folded(word)) && next.map { !empty.contains(folded($0)) } ?? false
        return isNamed ? "\(word) \(next ?? "")" : word
      }
    }
    return nil
  }

  /// "Not down": what a text says not to be so.
  private static func isDenied(_ words: String, in text: String) -> Bool {
    let cues = urgentCues.intersection(words.split(separator: " ").map { folded(String($0)) })
    return parts(text).contains { run in
      run.indices.contains { cues.contains(folded(run[$0])) && isDenied(at: $0, in: run) }
    }
  }

  private static func isDenied(at index: Int, in run: [String]) -> Bool {
    index > 0 && denying.contains(folded(run[index - 1]))
  }

  // MARK: Words

  private static let denying = words("not no never isn't aren't wasn't weren't")
  private static let taskCues = words(
    """
    i'll please need needs must let's todo send write check update fix review prepare deliver finish make call book ask
    call remind follow schedule draft test deploy sign submit share set clean remove add build
    """)
  private static let decisionCues = words(
    """
    decided decide decision agreed agree approved approve let's settled chosen choose go keep final conclusion resolved
    """)
  private static let meetingCues = words(
    """
    meet meeting call sync chat catch-up talk session interview workshop slot available free minutes schedule invite
    calendar appointment standup retrospective
    """)
  private static let urgentCues = words(
    """
    urgent urgently asap immediately emergency critical blocking blocker blocked broken crash crashed crashes crashing
    fails failing fail failed failure expires expire expired leak leaked leaking breach attack attacked outage down
    overdue stuck lost losing unreachable unavailable corrupted hacked stolen fire deadline
    """)
  /// They name what comes after them: "blocking problem".
  private static let naming = words("urgent critical blocking")
  private static let urgentPhrases = [
    "as soon as possible", "right now", "right away", "at once", "out of memory", "hit the limit", "hits the limit",
    "over the limit", "running out", "data loss", "did not renew", "does not work", "doesn't work", "not working",
    "no longer works", "stopped working", "can't log in", "cannot log in", "at risk", "will be down",
  ].map { $0.split(separator: " ").map(String.init) }

  /// Alone they tell nothing, though they are part of what does.
  private static let weak = words("go keep need needs call free minutes make set add please")
  private static let empty = TextEngine.stopWords
    .subtracting(words("get got her his it's okay said say"))
    .union(words("also every may might must one ones really shall since still thing things until"))

  private static func words(_ text: String) -> Set<String> {
    Set(text.split(whereSeparator: \.isWhitespace).map(String.init))
  }
}
