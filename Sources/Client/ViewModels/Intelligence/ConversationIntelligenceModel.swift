import Domain
import Observation

/// Switching the intelligence on or off for one conversation, for all its members.
@MainActor @Observable
public final class ConversationIntelligenceModel {
  /// What was set last; `nil` before.
  public private(set) var isOn: Bool?
  public private(set) var isBusy = false
  public private(set) var problem: Problem?
  @ObservationIgnored private let conversation: ConversationID
  @ObservationIgnored private let intelligence: any IntelligenceRepository

  public init(conversation: ConversationID, intelligence: any IntelligenceRepository) {
    self.conversation = conversation
    self.intelligence = intelligence
  }

  /// Off erases what was derived from the conversation. Refused for those who are no administrator of a group.
  public func set(isOn: Bool) async {
    guard !isBusy else { return }
    isBusy = true
    problem = nil
    defer { isBusy = false }
    do {
      try await intelligence.setIntelligence(isOn: isOn, in: conversation)
      self.isOn = isOn
    } catch {
      problem = Problem(error)
    }
  }

  public func dismissProblem() {
    problem = nil
  }
}
