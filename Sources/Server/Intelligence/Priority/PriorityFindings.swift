import Domain
import Foundation
import OnBoxAI
import ServerCore

/// The reader's own word on a message.
struct PriorityCorrection: Sendable {
  static let reason = "You said so."

  let priority: Priority
  let at: Timestamp

  /// As it is kept; `nil` for what is none.
  init?(_ record: PrivateRecord) {
    guard let priority = Priority(rawValue: String(decoding: record.body, as: UTF8.self)) else { return nil }
    self.priority = priority
    at = record.createdAt
  }
}

extension PriorityJudge {
  /// What the message is to the reader, as a mark says it. The reader's own word comes before all
  /// else.
  func finding(
    on placed: PlacedMessage, in surroundings: Surroundings, opinion: PriorityVerdict?, correction: PriorityCorrection?
  ) -> PriorityFinding {
    let message = placed.message
    let judged = verdict(on: placed, in: surroundings, opinion: opinion)
    let isUrgent = (correction?.priority ?? judged.priority) == .urgent
    let reason = correction == nil ? judged.reason : PriorityCorrection.reason
    let since = max(message.createdAt, correction?.at ?? message.createdAt)
    let mark = PriorityMark(
      message: message.id, conversation: placed.conversation, seq: message.seq, reason: isUrgent ? reason : nil,
      isByModel: isUrgent && correction == nil && judged.isByModel,
      until: since.adding(seconds: PriorityMark.days * 86_400))
    return PriorityFinding(
      reader: reader, messageRev: message.rev, mark: mark,
      reviewAt: correction == nil ? judged.changesAt.map { Timestamp($0) } : nil)
  }
}

/// Finds out for whom a message is urgent when it is worked on. Synchronous, and reads the store.
struct PriorityMarker: Sendable {
  let store: any IntelligenceStore
  let people: PeopleDirectory
  let clock: any WallClock

  /// Of the readers for whom it is urgent or may come to be; `nil` for a message that is too old to
  /// press anybody. `tasks`: what it gives people to do.
  func findings(
    on placed: PlacedMessage, in context: MessageContext, giving tasks: [Insight]
  ) throws -> [PriorityFinding]? {
    let message = placed.message
    let now = clock.now
    guard message.createdAt.adding(seconds: PriorityMark.days * 86_400) > now else { return nil }
    let said = MessageCues(placed, members: context.members, timeZone: context.timeZone)
    let owners = Set(tasks.filter { $0.kind == .actionItem && $0.status == .open && !$0.isMaybe }.compactMap(\.owner))
    return try context.members.compactMap { member in
      guard member.user != message.sender, message.seq > member.joinSeq,
        let judge = try judge(for: member.user, at: now)
      else { return nil }
      let surroundings = PriorityJudge.Surroundings(
        isDirect: context.kind == .direct, senderName: context.names[message.sender], said: said,
        isMine: owners.contains(member.user))
      let id = message.id.description
      let correction = try store.record(.corrections, id: id, of: member.user).flatMap { PriorityCorrection($0) }
      let opinion: PriorityVerdict? = try store.record(.verdicts, id: id, of: member.user)
        .map { try RecordBody.decode($0.body) }
      let isSaid = correction != nil || opinion != nil
      guard isSaid || judge.mayPress(placed, in: surroundings) else { return nil }
      let finding = judge.finding(on: placed, in: surroundings, opinion: opinion, correction: correction)
      return finding.mark.reason == nil && finding.reviewAt == nil ? nil : finding
    }
  }

  /// `nil` for somebody whom priorities do not reach.
  private func judge(for reader: UserID, at now: Timestamp) throws -> PriorityJudge? {
    let preferences = try store.preferences(of: reader)
    let profile = try people.profile(reader)
    guard profile.isReached(preferences) else { return nil }
    let model = try store.record(.models, id: PriorityReading.modelID, of: reader)
      .flatMap { PersonalModel(bytes: $0.body) }
    return PriorityJudge(
      reader: reader, readerName: profile.name, preferences: preferences, timeZone: try people.timeZone(of: reader),
      model: model ?? Self.untaught, now: now.date)
  }

  private static let untaught = PersonalModel()
}

extension Profile {
  /// Whether anything is urgent for the user: they let the AI see to it, and it may.
  func isReached(_ preferences: AIPreferences) -> Bool {
    preferences.isOn && has(.ai) && has(.priorities)
  }
}
