import Domain

extension Rules.Priorities {
  /// Marks of one reader at most: the newest messages' stay.
  package static let mostMarks = 200

  /// Whether what was found of a message counts: the message is as it was judged, and the reader
  /// may be told of it.
  package static func keeps(
    _ finding: PriorityFinding, of source: SourceState?, in state: ConversationState
  ) -> Bool {
    guard let source, source.rev == finding.messageRev, !source.isDeleted, state.row.isIntelligenceOn,
      let member = state.presentMember(finding.reader)?.row
    else { return false }
    return finding.mark.seq > member.joinSeq
  }

  /// The rows that change when this is found of messages of a reader who has these marks: one for
  /// each message, and none where nothing changes. More than `mostMarks` are not kept: those of the
  /// oldest messages go, and do not come.
  package static func settle(_ found: [PriorityMark], over marks: [PriorityMark], at time: Timestamp) -> [PriorityMark]
  {
    var former: [MessageID: PriorityMark] = [:]
    for mark in marks { former[mark.message] = mark }
    var wanted = former
    for mark in found { wanted[mark.message] = mark.isLiving(at: time) ? mark : nil }
    for mark in wanted.values.sorted(by: isNewer).dropFirst(mostMarks) { wanted[mark.message] = nil }
    let changed = wanted.values.filter { mark in former[mark.message].map { !says($0, mark) } ?? true }
    let gone = former.values.filter { wanted[$0.message] == nil }.map(ended)
    return (changed + gone).sorted(by: isNewer)
  }

  /// The tombstone.
  package static func ended(_ mark: PriorityMark) -> PriorityMark {
    var copy = mark
    (copy.reason, copy.isByModel) = (nil, false)
    return copy
  }

  private static func says(_ mark: PriorityMark, _ other: PriorityMark) -> Bool {
    (mark.reason, mark.isByModel, mark.until) == (other.reason, other.isByModel, other.until)
  }

  /// By how long they count, which is how new their messages are.
  private static func isNewer(_ mark: PriorityMark, _ other: PriorityMark) -> Bool {
    (mark.until, mark.message) > (other.until, other.message)
  }
}
