import Domain
import GRDB
import WireProtocol

/// Answers are kept for the user who asked: one that comes when somebody else has signed in is
/// nobody's.
extension ClientStore {
  package func keepSummary(_ output: AIOutput, of conversation: ConversationID, for user: UserID) throws {
    try keep(KeptAnswers.summary(conversation), [AnswerItem(output)], for: user)
  }

  package func keepDigest(_ output: AIOutput, for user: UserID) throws {
    try keep(KeptAnswers.digest, [AnswerItem(output)], for: user)
  }

  /// The answer to a question.
  package func keepAnswer(_ output: AIOutput, for user: UserID) throws {
    try keep(KeptAnswers.question, [AnswerItem(output)], for: user)
  }

  package func keep(_ verdicts: [PriorityVerdict], unreadOnly: Bool, for user: UserID) throws {
    try keep(KeptAnswers.priorities(unreadOnly: unreadOnly), verdicts.map(AnswerItem.init), for: user)
  }

  package func keep(talk: [AssistantMessage], for user: UserID) throws {
    try keep(KeptAnswers.talk, talk.map(AnswerItem.init), for: user)
  }

  package func keep(_ memory: [MemoryEntry], for user: UserID) throws {
    try keep(KeptAnswers.memory, memory.map(AnswerItem.init), for: user)
  }

  package func keep(_ outputs: [AIOutput], for user: UserID) throws {
    try keep(KeptAnswers.outputs, outputs.map(AnswerItem.init), for: user)
  }

  package func keep(_ ledger: [LedgerEntry], for user: UserID) throws {
    try keep(KeptAnswers.ledger, ledger.map(AnswerItem.init), for: user)
  }

  package func keep(_ status: AIStatus, for user: UserID) throws {
    try keep(KeptAnswers.status, [AnswerItem(status)], for: user)
  }

  /// With the AI off, everything that it has answered goes.
  package func keep(_ preferences: AIPreferences, for user: UserID) throws {
    if !preferences.isOn { try write(AnswerRecord.forgetAll) }
    try keep(KeptAnswers.preferences, [AnswerItem(preferences)], for: user)
  }

  private func keep(_ name: String, _ items: [AnswerItem], for user: UserID) throws {
    try write { db in
      guard try AccountRecord.user(db) == user else { return }
      try AnswerRecord.save(name, items, at: clock.now, db)
    }
  }

  // MARK: - Reading

  package func keptSummary(of conversation: ConversationID) throws -> KeptAnswer<AIOutput>? {
    try one(KeptAnswers.summary(conversation))
  }

  package func keptDigest() throws -> KeptAnswer<AIOutput>? { try one(KeptAnswers.digest) }
  /// An output, whatever it is the answer to.
  package func keptOutput(_ output: AIOutputID) throws -> AIOutput? {
    let now = clock.now
    return try read { try AnswerRecord.find(item: output.description, at: now, $0) }.map { try AIOutput(json: $0) }
  }

  package func keptAnswer() throws -> KeptAnswer<AIOutput>? { try one(KeptAnswers.question) }
  package func keptTalk() throws -> KeptAnswer<[AssistantMessage]>? { try list(KeptAnswers.talk) }
  package func keptMemory() throws -> KeptAnswer<[MemoryEntry]>? { try list(KeptAnswers.memory) }
  package func keptOutputs() throws -> KeptAnswer<[AIOutput]>? { try list(KeptAnswers.outputs) }
  package func keptLedger() throws -> KeptAnswer<[LedgerEntry]>? { try list(KeptAnswers.ledger) }
  package func keptStatus() throws -> KeptAnswer<AIStatus>? { try one(KeptAnswers.status) }

  /// With the priorities that wait to be corrected.
  package func keptPriorities(unreadOnly: Bool) throws -> KeptAnswer<[PriorityVerdict]>? {
    guard let kept: KeptAnswer<[PriorityVerdict]> = try list(KeptAnswers.priorities(unreadOnly: unreadOnly)) else {
      return nil
    }
    let local = try read(LocalRequests.init)
    return KeptAnswer(kept.value.map(local.corrected), savedAt: kept.savedAt)
  }

  /// With those that wait to be saved.
  package func keptPreferences() throws -> KeptAnswer<AIPreferences>? {
    guard let kept: KeptAnswer<AIPreferences> = try one(KeptAnswers.preferences) else { return nil }
    return KeptAnswer(try waitingPreferences() ?? kept.value, savedAt: kept.savedAt)
  }

  /// What the user has said of their preferences and the server has not heard.
  package func waitingPreferences() throws -> AIPreferences? {
    try read(LocalRequests.init).preferences
  }

  private func one<Value: WireBody>(_ name: String) throws -> KeptAnswer<Value>? {
    guard let found: KeptAnswer<[Value]> = try list(name), let value = found.value.first else { return nil }
    return KeptAnswer(value, savedAt: found.savedAt)
  }

  private func list<Value: WireBody>(_ name: String) throws -> KeptAnswer<[Value]>? {
    let now = clock.now
    guard let found = try read({ try AnswerRecord.find(name, at: now, $0) }) else { return nil }
    return KeptAnswer(try found.bodies.map { try Value(json: $0) }, savedAt: found.savedAt)
  }

  // MARK: - Erasing

  /// The user has put an output away.
  package func forget(_ output: AIOutputID) throws {
    try forget(item: output.description)
  }

  package func forget(_ memory: MemoryEntryID) throws {
    try forget(item: memory.description)
  }

  package func forgetTalk() throws {
    try writeDurably { try AnswerRecord.forget(KeptAnswers.talk, $0) }
    try emptyLog()
  }

  private func forget(item: String) throws {
    try writeDurably { try AnswerRecord.forget(item: item, $0) }
    try emptyLog()
  }
}
