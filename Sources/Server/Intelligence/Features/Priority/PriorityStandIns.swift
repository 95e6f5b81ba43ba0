// Until the engine's own part is here.
package enum PriorityLevel: Sendable { case urgent, canWait, aiHandled }

package struct PriorityFeatures: Sendable {
  package var urgency: Double
  package var mentionsMe: Bool
  package var isQuestion: Bool
  package var isDirect: Bool
  package init(
    urgency: Double, action: Double, isQuestion: Bool, mentionsMe: Bool, isDirect: Bool, fromUrgentContact: Bool,
    hasKeyword: Bool, sender: String, conversation: String, text: String
  ) {
    self.urgency = urgency
    self.mentionsMe = mentionsMe
    self.isQuestion = isQuestion
    self.isDirect = isDirect
  }
}

package struct PersonalModel: Sendable {
  package init() {}
  package init?(bytes: [UInt8]) { self.init() }
  package var bytes: [UInt8] { [] }
  package mutating func learn(_ features: PriorityFeatures, level: PriorityLevel) {}
  package func score(_ features: PriorityFeatures) -> Double { features.urgency }
  package func explanation(_ features: PriorityFeatures) -> [String] { [] }
}
