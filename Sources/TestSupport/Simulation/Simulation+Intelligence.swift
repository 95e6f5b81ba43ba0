import ClientStore
import Domain
import ServerCore

/// What the pipeline finds, and what users do with it.
extension Simulation {
  func markOrChange(_ device: SimulatedDevice, _ room: ConversationID) throws {
    let shown = try device.store.insights(InsightFilter(conversation: room))
    if let placed = shown.randomElement(using: &random), !chance(3) {
      let status: Insight.Status = [.open, .done, .dismissed].randomElement(using: &random) ?? .done
      let text = chance(2) ? "changed \(identifiers.next() as InsightID)" : nil
      let change = InsightChange(text: text, status: status, owner: users.randomElement(using: &random))
      note("\(device.name) changes insight \(placed.id)")
      submit(.intelligence(.insight(.change(asker: device.user, conversation: room, id: placed.id, change))))
      return
    }
    let messages = try device.store.timeline(room)?.items.filter { $0.seq != nil && !$0.isDeleted } ?? []
    guard let main = messages.randomElement(using: &random) else { return }
    let others = messages.filter { $0.id != main.id }.shuffled(using: &random).prefix(chance(2) ? 1 : 0)
    let insight = Insight(
      id: identifiers.next(), kind: .decision, text: "marked", citations: [main.id] + others.map(\.id),
      confidence: 1, reason: "marked", createdAt: clock.now)
    note("\(device.name) marks \(main.id) as \(insight.id)")
    submit(.intelligence(.insight(.put(asker: device.user, conversation: room, insight))))
  }

  func switchIntelligence(_ device: SimulatedDevice, _ room: ConversationID) {
    guard chance(3) else { return }
    let isOn = !chance(3)
    note("\(device.name) switches the AI of \(room): \(isOn)")
    submit(.intelligence(.insight(.setIntelligence(asker: device.user, conversation: room, isOn: isOn))))
  }

  /// Works on some of what is due, in any order; some of it fails.
  func workPipeline() throws {
    let due = try store.intelligence.dueMessages(at: clock.now, limit: 20).shuffled(using: &random)
    let batch = due.prefix(Int.random(in: 1...8, using: &random))
    note("pipeline works on \(batch.map(\.message.id))")
    for item in batch where chance(8) {
      let retryAt = chance(3) ? nil : clock.now.adding(milliseconds: Int64.random(in: 0...5_000, using: &random))
      submit(
        .intelligence(
          .pipeline(.postpone(item.message.id, conversation: item.conversation, reason: "simulated", retryAt: retryAt)))
      )
    }
    submit(.intelligence(.pipeline(.record(batch.map(work)))))
  }

  /// Works until nothing is due, whatever has failed before.
  func finishPipeline() throws {
    submit(.intelligence(.pipeline(.reviveDead)))
    drain()
    while true {
      let due = try store.intelligence.dueMessages(at: clock.now.adding(seconds: 3_600), limit: 50)
      if due.isEmpty { return }
      submit(.intelligence(.pipeline(.record(due.map(work)))))
      drain()
    }
  }

  private func work(_ item: DueMessage) -> MessageWork {
    let message = item.message
    var insights: [Insight] = []
    if !message.isDeleted {
      for _ in 0..<(chance(2) ? 0 : Int.random(in: 1...2, using: &random)) {
        var insight =
          Insight(
            id: identifiers.next(), kind: chance(2) ? .actionItem : .scheduling, text: "found in \(message.text)",
            citations: [message.id] + (message.replyTo.map { [$0] } ?? []), owner: message.sender,
            tags: ["found"], context: "context", confidence: Double.random(in: 0...1, using: &random),
            reason: "simulated", model: "simulated 1", createdAt: message.createdAt)
        if let reported = message.replyTo, insight.kind == .actionItem, chance(2) {
          insight.status = .done
          insight.report = TaskReport(message: reported, sender: message.sender, text: "done")
        }
        insights.append(insight)
      }
    }
    return MessageWork(
      conversation: item.conversation, message: message.id, rev: message.rev,
      embedding: message.isDeleted ? nil : [UInt8](repeating: UInt8(message.seq & 127), count: 384),
      embedder: "simulated 1", signals: nil, insights: insights)
  }
}
