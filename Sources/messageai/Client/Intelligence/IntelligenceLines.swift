import Domain
import ViewModels

/// What the AI answers, as lines of text.
struct IntelligenceLines {
  let names: CommandNames

  /// Title, text, claims with the numbers of their sources, the sources, and how it was made.
  func output(_ output: AIOutput) -> [String] {
    let reading = OutputReading(output)
    var lines = [output.title, ""]
    if let text = reading.text { lines += [text, ""] }
    lines += reading.claims.map(claim)
    if !reading.contributions.isEmpty { lines += ["", "Who said what:"] + reading.contributions.map(claim) }
    for (index, slot) in output.slots.enumerated() {
      lines.append("\(index + 1). \(names.moment(slot.start)) to \(names.moment(slot.end)): \(slot.reason)")
    }
    if !reading.sources.isEmpty {
      lines.append("")
      lines += reading.sources.map { "[\($0.number)] \(source($0.citation))" }
    }
    lines += ["", output.reason]
    if let receipt = ReceiptText.sentence(for: output.receipt) { lines.append(receipt.english) }
    return lines + ["id: \(output.id)"]
  }

  /// Who wrote what, where and when.
  func source(_ citation: Citation) -> String {
    "\(names.name(citation.sender)) in \(names.title(citation.conversation)), \(names.moment(citation.createdAt)): \(citation.excerpt)"
  }

  func hit(_ hit: SmartSearchHit) -> String {
    let snippet = hit.snippet.filter { $0 != "\u{2}" && $0 != "\u{3}" }
    let citation = hit.citation
    return "\(names.moment(citation.createdAt)) \(names.title(citation.conversation)), "
      + "\(names.name(citation.sender)): \(hit.file.map { "In a file: \($0): " } ?? "")\(snippet) (by \(hit.matchedBy.joined(separator: " and ")))"
  }

  func insight(_ placed: PlacedInsight) -> String {
    let insight = placed.insight
    let mark =
      switch insight.status {
      case .open where insight.isMaybe: "[?]"
      case .done: "[x]"
      case .dismissed: "[-]"
      case .open, .withdrawn: insight.kind == .actionItem ? "[ ]" : "*"
      }
    var facts: [String] = []
    if let owner = insight.owner.map(names.name) ?? insight.ownerName { facts.append(owner) }
    if let due = names.due(insight) ?? insight.dueText { facts.append("due \(due)") }
    if let done = insight.completedAt { facts.append("done \(names.moment(done))") }
    facts.append(names.title(placed.conversation))
    if insight.kind != .actionItem { facts.append(names.moment(insight.createdAt)) }
    facts += insight.tags.map { "#\($0)" }
    if let report = insight.report { facts.append("\(names.name(report.sender)) said “\(report.text)”") }
    if insight.isMaybe { facts.append("\(Int((insight.confidence * 100).rounded())) % sure") }
    if let model = insight.model, !AIReceipt.isOnBox(model) { facts.append("read by \(model)") }
    return "\(mark) \(insight.text) (\(facts.joined(separator: ", "))) id: \(insight.id)"
  }

  func reminder(_ reminder: Reminder) -> String {
    var facts = [reminder.state == .due ? "due" : names.moment(reminder.at)]
    if let dueAt = reminder.dueAt { facts.append("the task is due \(names.moment(dueAt))") }
    if let conversation = reminder.conversation { facts.append(names.title(conversation)) }
    if let output = reminder.output { facts.append("output \(output)") }
    let text = RemindersViewModel.text(of: reminder).english
    return "\(text) (\(facts.joined(separator: ", "))) id: \(reminder.id)"
  }

  func verdict(_ verdict: PriorityVerdict) -> String {
    "\(verdict.priority.rawValue) \(names.title(verdict.conversation)), \(names.name(verdict.sender)): \(verdict.excerpt) "
      + "— \(verdict.reason) message: \(verdict.message)"
  }

  /// What the assistant said, what it rests on, and what waits for a word of mine.
  func talk(_ message: AssistantMessage) -> [String] {
    var lines = ["\(message.role == .user ? "You" : "Assistant"): \(message.text)"]
    lines += OutputReading.sources(of: message).map { "[\($0.number)] \(source($0.citation))" }
    lines += message.proposals.map { proposal in
      let next = proposal.state == .waiting ? "messageai ai approve \(proposal.id), or reject" : proposal.state.rawValue
      return "Proposal: \(proposal.summary) (\(next))"
    }
    if let notice = message.receipt?.notice { lines.append(notice) }
    return lines
  }

  func ledger(_ entry: LedgerEntry) -> String {
    let sent = entry.messagesSent == 0 ? "nothing sent" : "\(entry.messagesSent) messages sent"
    return "\(names.moment(entry.at)) \(entry.feature): \(entry.model) on \(entry.place), \(sent), "
      + "\(entry.inputTokens + entry.outputTokens) tokens, cost \(LedgerViewModel.text(ofCost: entry.cost).english)"
      + (entry.isCached ? ", from an earlier answer" : "")
  }

  private func claim(_ claim: OutputReading.Claim) -> String {
    let numbers = claim.sources.map { "[\($0.number)]" }.joined()
    return "- \(claim.person.map { names.name($0) + ": " } ?? "")\(claim.text) \(numbers)"
  }
}
