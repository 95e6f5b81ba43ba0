import Domain
import Foundation
import OnBoxAI

/// One thing that speaks for or against a message, in words that name it.
struct PriorityReason: Hashable, Sendable {
  /// In the order in which readers want to hear of them.
  enum Kind: Int, Sendable {
    case contact, keyword, task, asks, deadline, incident, named, learned, urgentWords, openToAll
  }

  let kind: Kind
  let text: String

  /// Concerns a reader even when the message is for somebody else.
  var isStronger: Bool { kind == .incident || kind == .learned }

  /// At most two sentences, the reader's own rules first.
  static func words(of reasons: [PriorityReason]) -> String {
    reasons.sorted { $0.kind.rawValue < $1.kind.rawValue }.prefix(2).map(\.text).joined(separator: " ")
  }
}
