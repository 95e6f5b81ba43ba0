import Domain
import Foundation
import OnBoxAI
import ServerCore

/// What somebody has missed, conversation by conversation.
struct Digest: Sendable {
  static let maximumSections = 12
  /// Messages of one conversation that are read: the newest.
  private static let messagesASection = 100
  private static let wordsASection = 45

  struct Section: Sendable {
    let material: SummaryMaterial
    /// Messages by others that were read.
    let count: Int
    /// There may be more than were read.
    let isCut: Bool
    /// How far up it stands, by what the inbox says of its messages.
    let weight: Double
    /// The message that the inbox ranks first, when it is urgent.
    let pressing: MessageID?
  }

  /// The most important first, at most `maximumSections`.
  let sections: [Section]
  /// Of all that was missed.
  let total: Total
  let names: Names
  let profile: Profile
  let timeZone: TimeZone

  struct Total: Sendable {
    var messages = 0
    var conversations = 0
    /// Whether there may be more messages than were counted.
    var isCut = false

    fileprivate mutating func add(_ section: Section) {
      messages += section.count
      conversations += 1
      isCut = isCut || section.isCut
    }
  }

  /// Reads for the asker. Synchronous: call it where the store may be read.
  static func read(
    _ reading: SummaryReading, for asker: UserID, _ preferences: AIPreferences, in store: any IntelligenceStore
  ) throws -> Digest {
    var sections: [Section] = []
    let profile = try reading.people.profile(asker)
    let hidden = try hiddenMessages(from: asker, at: reading.now, in: store)
    let priorities = try PriorityReading(
      asker, preferences, now: reading.now, store: store, people: reading.people, tellsLists: false)
    for outline in try store.outlines(for: asker) where outline.isIntelligenceOn && outline.settings?.archived != true {
      guard outline.lastSeq > max(outline.mine.readSeq, outline.mine.joinSeq) else { continue }
      let read = try reading.material(outline, for: asker, range: .unread, limit: messagesASection, in: store)
      let material = read.without(hidden)
      let others = material.messages.filter { $0.message.sender != asker }
      guard !others.isEmpty else { continue }
      let isMuted = outline.settings?.isMuted(at: reading.now) ?? false
      let first = try priorities.verdicts(on: others, people: reading.people).first
      let isUrgent = first?.priority == .urgent
      let weight = (first?.score ?? 0) + (isUrgent ? 1 : 0) - (isMuted ? 2 : 0)
      sections.append(
        Section(
          material: material, count: others.count, isCut: read.messages.count >= messagesASection, weight: weight,
          pressing: isUrgent ? first?.message : nil))
    }
    var total = Total()
    for section in sections { total.add(section) }
    let kept = sections.sorted { ($0.weight, $0.count) > ($1.weight, $1.count) }.prefix(maximumSections)
    var names = Names()
    names.add(profile.name, for: asker)
    for member in kept.flatMap(\.material.outline.members) { names.add(member.name, for: member.user) }
    let senders = kept.flatMap(\.material.messages).map(\.message.sender)
    for sender in senders where !names.has(sender) {
      names.add(try reading.people.user(sender)?.name ?? "Somebody", for: sender)
    }
    return Digest(
      sections: Array(kept), total: total, names: names, profile: profile,
      timeZone: try reading.people.timeZone(of: asker))
  }

  /// Messages that the asker has found of no help in a digest: alone, or with the digest that they
  /// stood in.
  private static func hiddenMessages(
    from asker: UserID, at now: Timestamp, in store: any IntelligenceStore
  ) throws -> (MessageID) -> Bool {
    let unhelpful = try store.unhelpful(to: asker)
    let digests: [AIOutput] = try store.records(.outputs, of: asker, at: now, limit: 100)
      .map { try RecordBody.decode($0.body) }
    let cited = digests.filter { $0.kind == .digest && $0.feedback == .unhelpful }
      .flatMap(\.points).flatMap(\.citations).map(\.message)
    let messages = Set(cited)
    return { messages.contains($0) || unhelpful.contains(Opinion.id(.digest, of: $0)) }
  }

  /// For cache keys: what presses can change with the hour and the reader's preferences.
  var parameters: [String] {
    sections.map { "\($0.material.outline.conversation.id) \($0.pressing.map(\.description) ?? "")" } + [overview]
  }

  var titles: [ConversationID: String] {
    Dictionary(
      sections.map { ($0.material.outline.conversation.id, $0.material.title) }, uniquingKeysWith: { first, _ in first }
    )
  }

  var title: String { sections.isEmpty ? "Nothing new" : "What you missed" }

  /// How much there is: counts, no claims.
  var overview: String {
    let messages = total.messages == 1 ? "1 new message" : "\(total.messages) new messages"
    let places = total.conversations == 1 ? "1 conversation" : "\(total.conversations) conversations"
    let all = "\(total.isCut ? "At least " : "")\(messages) in \(places)."
    guard total.conversations > sections.count else { return all }
    return "\(all) The \(sections.count) that press most are here."
  }

  /// The digest by the engine on this server.
  func draft(_ engine: OnBoxEngine) -> Draft {
    guard !sections.isEmpty else { return .nothing(title: title, reason: "You have read everything.") }
    var draft = Draft(
      title: title, points: sections.map { point($0, engine) }, confidence: engine.embedder == nil ? 0.5 : 0.6,
      reason: "Quoted on this server, the most pressing conversation first.")
    draft.fallbackText = overview
    return draft
  }

  private func point(_ section: Section, _ engine: OnBoxEngine) -> Draft.Point {
    let material = section.material
    let pressing = section.pressing.flatMap { id in material.messages.firstIndex { $0.message.id == id } }
    let account = engine.text.account(of: material.turns, words: Self.wordsASection, pressing: pressing)
    let points = material.points(account.summary.points.filter { !material.isOwn($0) }, isBehindTitle: true)
    let head = "\(material.title) (\(section.isCut ? "at least " : "")\(section.count) new)"
    if points.isEmpty, !account.unread.isEmpty {
      return Draft.Point(
        "\(head): Not in English, and not understood.",
        citations: account.unread.map { material.messages[$0].message.id })
    }
    guard !points.isEmpty else {
      return Draft.Point("\(head): Nothing but small talk.", citations: material.messages.map(\.message.id))
    }
    return Draft.Point(
      "\(head): \(points.map(\.text).joined(separator: " "))", citations: points.flatMap(\.citations))
  }
}
