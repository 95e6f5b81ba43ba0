import OnBoxAI

/// Says which marked line of a chat an item answers to.
///
/// A marked line is found when an item of its kind was found in it, or in a line at most three
/// before or after that has at least half of the marked line's telling words.
enum ChatMatch {
  private static let reach = 3
  private static let share = 0.5

  static func matched(_ items: [ChatEvaluation.Item], in chat: ChatEvaluation.Chat) -> [ChatEvaluation.Item] {
    items.map { item in
      var item = item
      item.mark = mark(of: item, in: chat)
      return item
    }
  }

  private static func mark(of item: ChatEvaluation.Item, in chat: ChatEvaluation.Chat) -> Int? {
    let near = chat.turns.indices.filter { abs($0 - item.turn) <= reach && chat.turns[$0].mark == item.kind }
    if near.contains(item.turn) { return item.turn }
    let words = telling(item.text)
    return near.sorted { abs($0 - item.turn) < abs($1 - item.turn) }.first { index in
      let marked = telling(chat.turns[index].text)
      return !marked.isEmpty && Double(marked.intersection(words).count) >= share * Double(marked.count)
    }
  }

  private static func telling(_ text: String) -> Set<String> {
    Set(TextEngine.words(of: text)).subtracting(TextEngine.stopWords)
  }
}
