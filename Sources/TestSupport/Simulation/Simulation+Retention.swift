import Domain
import ServerCore

/// Messages that were kept for long enough, and holds.
extension Simulation {
  /// Sweeps a conversation as it would be a day later, or some messages before that.
  func sweep(_ room: ConversationID) {
    let later = clock.now.adding(seconds: 86_400).adding(milliseconds: -Int64.random(in: 0...3_000, using: &random))
    note("\(room) is swept")
    anyServer().store.submit(WriteCommand(.retention(.sweep(room)), at: later))
  }

  func hold(_ room: ConversationID) {
    guard let user = users.randomElement(using: &random) else { return }
    let subject: HoldSubject = chance(2) ? .account(user) : .conversation(room)
    let isHeld = chance(2)
    note("\(subject) is held: \(isHeld)")
    submit(.retention(.hold(asker: nil, subject, isHeld: isHeld)))
  }
}
