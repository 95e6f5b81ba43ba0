import Foundation

/// Who is there and which times are named: what the reading of a message's clauses needs to know.
struct ActionScene {
  /// Why somebody is the owner whose name the sentence begins or ends with.
  static let byName = "addressed by name"

  let speaker: String
  let members: [String]
  let names: NameMatcher
  /// In the order of the text.
  let mentions: [TimeMention]
  let today: CivilDay
  /// Whom the message seems to answer: the member who wrote shortly before.
  let answered: Int?
  /// Whether "shall I …?" is read too: somebody has said yes to it.
  var readsOffers = false

  /// The same scene with only the times named in a part of the message.
  func within(_ bytes: Range<Int>) -> ActionScene {
    var (low, high) = (0, mentions.count)
    while low < high {
      let middle = (low + high) / 2
      if mentions[middle].range.upperBound <= bytes.lowerBound { low = middle + 1 } else { high = middle }
    }
    let named = mentions[low...].prefix { $0.range.lowerBound < bytes.upperBound }
    return ActionScene(
      speaker: speaker, members: members, names: names, mentions: Array(named), today: today, answered: answered,
      readsOffers: readsOffers)
  }

  func speakerIsOwner(saying words: String) -> OwnerGuess {
    guard let index = names.index(of: speaker) else { return .named(speaker) }
    return .member(index, reason: "\(members[index]) said “\(words)”")
  }

  /// "You" in a conversation of two.
  var onlyOther: Int? {
    guard members.count == 2, let own = names.index(of: speaker) else { return nil }
    return own == 0 ? 1 : 0
  }

  func isSpeaker(_ member: Int) -> Bool { names.index(of: speaker) == member }

  /// How a person is called inside a task.
  static func shortName(_ name: String) -> String {
    name.split(separator: " ").first.map(String.init) ?? name
  }
}
