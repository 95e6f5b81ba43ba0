import Domain
import Foundation
import OnBoxAI
import ServerCore

/// What somebody has missed, conversation by conversation.
struct Digest: Sendable {
  static let maximumSections = 12
  /// Messages of one conversation that are read: the newest.
  private static let messagesASection = 100
  private static let wordsASection = 30

  struct Section: Sendable {
    let material: SummaryMaterial
    /// Messages by others.
    let count: Int
    let weight: Double
  }

  /// The most important first, at most `maximumSections`.
  let sections: [Section]
  let names: Names
  let profile: Profile
  let timeZone: TimeZone

  /// Reads for the asker. Synchronous: call it where the store may be read.
  static func read(
    _ reading: SummaryReading, for asker: UserID, _ preferences: AIPreferences, in store: any IntelligenceStore
  ) throws -> Digest {
    var sections: [Section] = []
    let profile = try reading.people.profile(asker)
    for outline in try store.outlines(for: asker) where outline.isIntelligenceOn && outline.settings?.archived != true {
      guard outline.lastSeq > max(outline.mine.readSeq, outline.mine.joinSeq) else { continue }
      let material = try reading.material(outline, for: asker, range: .unread, limit: messagesASection, in: store)
      let others = material.messages.filter { $0.message.sender != asker }
      guard !others.isEmpty else { continue }
      let isMuted = outline.settings?.isMuted(at: reading.now) ?? false
      let weight = weight(of: others, outline, profile, preferences) - (isMuted ? 1 : 0)
      sections.append(Section(material: material, count: others.count, weight: weight))
    }
    let kept = sections.sorted { $0.weight > $1.weight }.prefix(maximumSections)
    var names = Names()
    names.add(profile.name, for: asker)
    for member in kept.flatMap(\.material.outline.members) { names.add(member.name, for: member.user) }
    let senders = kept.flatMap(\.material.messages).map(\.message.sender)
    for sender in senders where !names.has(sender) {
      names.add(try reading.people.user(sender)?.name ?? "Somebody", for: sender)
    }
    return Digest(
      sections: Array(kept), names: names, profile: profile, timeZone: try reading.people.timeZone(of: asker))
  }

  private static func weight(
    of messages: [PlacedMessage], _ outline: ConversationOutline, _ profile: Profile, _ preferences: AIPreferences
  ) -> Double {
    var weight = outline.conversation.kind == .direct ? 0.3 : 0
    weight += messages.compactMap(\.signals?.urgency).max() ?? 0
    weight += 0.4 * (messages.compactMap(\.signals?.action).max() ?? 0)
    if messages.contains(where: { $0.signals?.isQuestion == true }) { weight += 0.1 }
    let texts = messages.map { $0.message.text.lowercased() }
    let firstName = profile.name.split(separator: " ").first.map { $0.lowercased() } ?? profile.name.lowercased()
    if texts.contains(where: { $0.contains("@\(firstName)") }) { weight += 0.6 }
    let contacts = Set(preferences.urgentContacts)
    if messages.contains(where: { contacts.contains($0.message.sender) }) { weight += 1 }
    let keywords = preferences.urgentKeywords.map { $0.lowercased() }
    if texts.contains(where: { text in keywords.contains { text.contains($0) } }) { weight += 1 }
    return weight + 0.05 * log(Double(messages.count))
  }

  var titles: [ConversationID: String] {
    Dictionary(
      sections.map { ($0.material.outline.conversation.id, $0.material.title) }, uniquingKeysWith: { first, _ in first }
    )
  }

  var title: String { sections.isEmpty ? "Nothing new" : "What you missed" }

  /// How much there is: counts, no claims.
  var overview: String {
    let count = sections.reduce(0) { $0 + $1.count }
    let messages = count == 1 ? "1 new message" : "\(count) new messages"
    return "\(messages) in \(sections.count == 1 ? "1 conversation" : "\(sections.count) conversations")."
  }

  /// The digest by the engine on this server.
  func draft(_ engine: OnBoxEngine) -> Draft {
    guard !sections.isEmpty else { return .nothing(title: title, reason: "You have read everything.") }
    var draft = Draft(
      title: title, points: sections.compactMap { point($0, engine) }, confidence: engine.embedder == nil ? 0.5 : 0.6,
      reason: "Put together on this server from what says most in each conversation, the most pressing first.")
    draft.fallbackText = overview
    return draft
  }

  private func point(_ section: Section, _ engine: OnBoxEngine) -> Draft.Point? {
    let summary = engine.text.summary(of: section.material.turns, words: Self.wordsASection)
    let points = section.material.points(summary.sentences)
    guard !points.isEmpty else { return nil }
    let text = points.map(\.text).joined(separator: " ")
    return Draft.Point(
      "\(section.material.title) (\(section.count) new): \(text)",
      person: section.material.outline.conversation.kind == .direct ? points.first?.person : nil,
      citations: points.flatMap(\.citations))
  }
}
