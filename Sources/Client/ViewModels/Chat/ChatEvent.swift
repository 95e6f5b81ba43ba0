import Domain

/// A line between the messages of a group: somebody has joined or left it, or it has got another
/// name.
public struct ChatEvent: Hashable, Sendable, Identifiable {
  public enum ID: Hashable, Sendable {
    case joined(UserID)
    case left(UserID)
    case renamed
  }

  public let id: ID
  public let text: Phrase
}

/// Derives the events of a group from its rows, so that everybody sees the same: the last coming
/// and the last going of each member, but not who let them in or sent them away, and the last
/// renaming.
struct ChatEvents {
  let me: UserID

  /// Events by the index in `items` of what they stand before, from 0 on; the number of committed
  /// messages stands for after all of these. What happened before the first of `items` is left out,
  /// unless the chat begins with it.
  func lines(of timeline: Timeline, among items: ArraySlice<TimelineItem>, fromBeginning: Bool) -> [Int: [ChatEvent]] {
    guard timeline.conversation.kind == .group else { return [:] }
    let committed = items.prefix { $0.seq != nil }
    var lines: [Int: [ChatEvent]] = [:]
    func tell(_ id: ChatEvent.ID, _ text: Phrase, after isBefore: (TimelineItem) -> Bool) {
      let place = Self.count(committed, while: isBefore)
      if place > 0 || fromBeginning { lines[place, default: []].append(ChatEvent(id: id, text: text)) }
    }
    for member in timeline.members {
      if member.joinSeq > 0 {
        tell(.joined(member.user), joined(member)) { $0.seq ?? 0 <= member.joinSeq }
      }
      if let time = member.leftAt {
        tell(.left(member.user), Phrase("\(member.name) left")) { $0.createdAt <= time }
      }
    }
    if let renamed = timeline.conversation.renamed {
      tell(.renamed, text(of: renamed, in: timeline)) { $0.createdAt <= renamed.at }
    }
    return lines
  }

  private func joined(_ member: Member) -> Phrase {
    member.user == me ? Phrase("You joined") : Phrase("\(member.name) joined")
  }

  private func text(of renamed: Renaming, in timeline: Timeline) -> Phrase {
    let (former, name) = (renamed.from, timeline.conversation.name ?? "")
    if renamed.by == me { return Phrase("You renamed the group from “\(former)” to “\(name)”") }
    let somebody = timeline.members.first { $0.user == renamed.by }.map { Phrase(verbatim: $0.name) } ?? "Someone"
    return Phrase("\(somebody) renamed the group from “\(former)” to “\(name)”")
  }

  /// How many items at the beginning fulfil a condition that no later one does.
  private static func count(_ items: ArraySlice<TimelineItem>, while isBefore: (TimelineItem) -> Bool) -> Int {
    var (low, high) = (items.startIndex, items.endIndex)
    while low < high {
      let middle = (low + high) / 2
      if isBefore(items[middle]) { low = middle + 1 } else { high = middle }
    }
    return low - items.startIndex
  }
}
