/// How much was found in chats, and how many of the marked lines are among it.
struct ChatFigures {
  private var messages = 0
  private var found: [ChatEvaluation.Kind: Int] = [:]
  private var waiting: [ChatEvaluation.Kind: Int] = [:]
  private var marked: [ChatEvaluation.Kind: Int] = [:]
  private var recalled: [ChatEvaluation.Kind: Int] = [:]

  mutating func add(_ chat: ChatEvaluation.Chat, _ items: [ChatEvaluation.Item]) {
    messages += chat.turns.count
    for item in items {
      if item.isListed { found[item.kind, default: 0] += 1 } else { waiting[item.kind, default: 0] += 1 }
    }
    for index in chat.turns.indices {
      guard let kind = chat.turns[index].mark else { continue }
      marked[kind, default: 0] += 1
      if items.contains(where: { $0.isListed && $0.kind == kind && $0.mark == index }) {
        recalled[kind, default: 0] += 1
      }
    }
  }

  /// A line for each kind.
  var lines: [String] {
    [ChatEvaluation.Kind.action, .decision].map { kind in
      let count = found[kind, default: 0]
      let rate = messages == 0 ? 0 : (10_000.0 * Double(count) / Double(messages)).rounded() / 10
      return "\(kind.rawValue): \(count) in \(messages) messages, \(rate) per 1,000; \(waiting[kind, default: 0]) in "
        + "doubt; found \(recalled[kind, default: 0]) of \(marked[kind, default: 0]) that were marked."
    }
  }
}
