import AIProviders
import Domain
import Foundation
import OnBoxAI
import ServerCore

/// Holds what a model answered against what it was shown, and makes of it what may be kept. The
/// model is taken to be an attacker's. May compute for a while.
struct PassCheck: Sendable {
  /// For how long what presses a reader is told.
  private static let verdictDays: Int64 = 14

  let material: PassMaterial
  let claims: ModelClaims
  /// The model's name, as people may be shown it.
  let model: String
  let now: Timestamp

  func work(on output: PassPrompt.Output, in conversation: ConversationID, _ lease: PassLease) -> PassWork {
    let claimed =
      output.tasks.filter { isAbout($0.task) }.compactMap(claims.actionItem)
      + output.decisions.filter { isAbout($0.decision) }.compactMap(claims.decision)
      + output.meetings.filter { isAbout($0.topic) }.compactMap(claims.meeting)
    let found = findings(claimed)
    var refined = Set<InsightID>()
    for case .refined(let id, _) in found { refined.insert(id) }
    let denied = Set(output.wrong.compactMap { material.asked.indices.contains($0 - 1) ? $0 - 1 : nil })
    let denials = denied.sorted().map { material.asked[$0].id }.filter { !refined.contains($0) }.map { id in
      PassWork.Finding.denied(id, reason: "\(model) read it and found none.")
    }
    return PassWork(
      conversation: conversation, lease: lease,
      shown: material.shown.map { MessageWork.Other(message: $0.message.id, rev: $0.message.rev) },
      seen: Set(material.records.map(\.id)), findings: found + denials,
      records: verdicts(output.urgency, in: conversation), seq: material.seq, model: model)
  }

  /// Whether it cites only what was shown, and something of it that is new.
  private func isAbout(_ claim: CitedText) -> Bool {
    claim.citations.allSatisfy { 1...material.shown.count ~= $0 } && claim.citations.contains { $0 > material.context }
  }

  // MARK: The same record

  /// Each claim refines the record that says the same already, or is a new one; the same claim
  /// twice is one.
  private func findings(_ claimed: [Insight]) -> [PassWork.Finding] {
    var claimed = claimed
    var kept: [Insight] = []
    for claim in claimed where !kept.contains(where: { isRepeat(claim, of: $0) }) { kept.append(claim) }
    claimed = kept
    let pairs = claimed.indices.flatMap { index in
      material.records.compactMap { record in
        likeness(of: claimed[index], to: record).map { (claim: index, record: record.id, likeness: $0) }
      }
    }.sorted { ($0.likeness, -$0.claim) > ($1.likeness, -$1.claim) }
    var refined: [Int: InsightID] = [:]
    for pair in pairs where refined[pair.claim] == nil && !refined.values.contains(pair.record) {
      refined[pair.claim] = pair.record
    }
    return claimed.indices.map { index in
      if let record = refined[index] { return .refined(record, claimed[index]) }
      return .new(mainFirst(claimed[index]))
    }
  }

  private func isRepeat(_ claim: Insight, of other: Insight) -> Bool {
    claim.kind == other.kind && claim.text == other.text && claim.citations.first == other.citations.first
  }

  /// How alike they are, 0 to 1; `nil` for two different things. They are one when the claim rests
  /// on the new message that the record was found in, or shares half of its words with one that
  /// rests on the same messages.
  private func likeness(of claim: Insight, to record: Insight) -> Double? {
    guard claim.kind == record.kind, record.citations.contains(where: claim.citations.contains) else { return nil }
    let (own, other) = (QuestionWords.content(claim.text), QuestionWords.content(record.text))
    let shared = Double(own.intersection(other).count) / Double(max(1, min(own.count, other.count)))
    let isNew = record.citations.first.map { new.contains($0) && claim.citations.contains($0) } ?? false
    return isNew || shared >= 0.5 ? shared : nil
  }

  /// A record lives with its main message: with the first that is new.
  private func mainFirst(_ claim: Insight) -> Insight {
    var claim = claim
    guard let main = claim.citations.first(where: new.contains) else { return claim }
    claim.citations = [main] + claim.citations.filter { $0 != main }
    return claim
  }

  private var new: Set<MessageID> { Set(material.shown.dropFirst(material.context).map(\.message.id)) }

  // MARK: Single readers

  /// What presses whom, for each to read alone. It says nothing that the conversation does not, and
  /// a reader's own rules come before it.
  private func verdicts(_ said: [PassPrompt.Urgency], in conversation: ConversationID) -> [PrivateRecord] {
    struct Place: Hashable {
      let message: Int
      let reader: UserID
    }
    var seen = Set<Place>()
    return said.compactMap { item in
      guard item.message > material.context, item.message <= material.shown.count,
        let reader = material.readers.names.user(named: item.reader), material.audience.contains(reader),
        let priority = Priority(rawValue: item.level),
        seen.insert(Place(message: item.message, reader: reader)).inserted
      else { return nil }
      let message = material.shown[item.message - 1].message
      guard message.sender != reader else { return nil }
      let reason = claims.reason(item)
      let verdict = PriorityVerdict(
        message: message.id, conversation: conversation, seq: message.seq, sender: message.sender, excerpt: "",
        createdAt: message.createdAt, priority: priority, score: PriorityJudge.score(item.score, as: priority),
        reason: reason.text, isUnread: false)
      return PrivateRecord(
        user: reader, collection: .verdicts, id: message.id.description, body: RecordBody.encode(verdict),
        conversations: [conversation], sources: reason.sources, createdAt: now,
        expiresAt: now.adding(seconds: Self.verdictDays * 86_400))
    }
  }
}
