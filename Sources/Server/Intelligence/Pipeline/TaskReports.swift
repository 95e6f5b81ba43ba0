import AIProviders
import Domain
import Foundation
import OnBoxAI
import ServerCore
import Synchronization

/// Closes tasks that a later message says are done, and wishes to meet for which a time is found.
///
/// The work on a task's message looks for it among the messages after it, so the same messages
/// give the same result in whatever order they are worked on. A message that may report a task only
/// makes the task's message due again.
struct TaskReports: Sendable {
  /// Messages after a task among which its report is looked for.
  static let reach = 400
  /// Tasks that a message may report, the newest.
  static let mostTasks = 100

  let store: any IntelligenceStore
  private let readings = ReportReadings()

  init(store: any IntelligenceStore) {
    self.store = store
  }

  struct Closed {
    var insights: [Insight]
    /// The messages that say so.
    var reports: [Message] = []

    fileprivate mutating func close(_ index: Int, by report: Message, saying words: String) {
      insights[index].status = .done
      insights[index].report = TaskReport(message: report.id, sender: report.sender, text: words)
      if !insights[index].citations.contains(report.id) { insights[index].citations.append(report.id) }
      reports.append(report)
    }
  }

  /// The insights of `message`, those done that a later message reports.
  func closed(_ insights: [Insight], of message: Message, in conversation: ConversationID) throws -> Closed {
    var closed = Closed(insights: insights.map { $0.withoutReport() })
    let tasks = closed.insights.indices.filter { closed.insights[$0].kind == .actionItem }
    let wishes = closed.insights.indices.filter { closed.insights[$0].kind == .scheduling }
    guard !tasks.isEmpty || !wishes.isEmpty else { return closed }
    let later = try store.messages(
      of: conversation, before: message.seq + 1 + Int64(Self.reach), limit: Self.reach
    ).filter { $0.seq > message.seq }
    guard !later.isEmpty else { return closed }
    let names = try store.presentMembers(of: conversation).map(\.name)
    if !wishes.isEmpty, let meeting = AgreedMeeting(after: message, in: later, members: names.count) {
      for index in wishes { closed.close(index, by: meeting.last, saying: Excerpt.of(meeting.last.text)) }
    }
    var waiting = tasks.map { index in (index, Self.task(closed.insights[index], names, said: message.text)) }
    for other in later {
      guard let report = readings.report(of: other) else { continue }
      for (index, task) in waiting where !closed.insights[index].citations.contains(other.id) {
        guard let words = Self.words(of: report, in: other, task, of: message.id, at: message.seq) else { continue }
        closed.close(index, by: other, saying: words)
      }
      waiting.removeAll { closed.insights[$0.0].report != nil }
      if waiting.isEmpty { break }
    }
    return closed
  }

  static func mayReport(_ message: Message) -> Bool {
    PossibleReport(message.text, by: message.sender.description) != nil
  }

  /// Earlier messages whose tasks `message` may report.
  /// - `open`: the open tasks of the conversation.
  static func revisits(after message: Message, open: [Insight], _ context: MessageContext) -> [MessageID] {
    guard let report = PossibleReport(message.text, by: message.sender.description) else { return [] }
    let names = context.members.map(\.name)
    var found: [MessageID] = []
    for insight in open {
      guard let source = insight.citations.first, source != message.id, !found.contains(source) else { continue }
      // How near it is shows when the task's message is worked on.
      let words = report.words(reporting: task(insight, names, said: ""), distance: 1, isReply: true)
      if words != nil { found.append(source) }
    }
    return found
  }

  private static func task(_ insight: Insight, _ names: [String], said: String) -> OpenTask {
    OpenTask(text: insight.text, owner: insight.owner?.description ?? insight.ownerName, names: names, said: said)
  }

  private static func words(
    of report: PossibleReport, in other: Message, _ task: OpenTask, of message: MessageID, at seq: Int64
  ) -> String? {
    report.words(reporting: task, distance: Int(other.seq - seq), isReply: other.replyTo == message)
  }
}

/// What messages report, by id and revision, so that each is read for a report once and not for
/// every task before it.
private final class ReportReadings: Sendable {
  /// Messages of which it is kept. When there are more, all are forgotten and read again.
  private static let most = 4_096

  private struct Reading: Sendable {
    let rev: Int64
    let report: PossibleReport?
  }

  private let readings = Mutex<[MessageID: Reading]>([:])

  func report(of message: Message) -> PossibleReport? {
    let known = readings.withLock { $0[message.id] }
    if let known, known.rev == message.rev { return known.report }
    let report = PossibleReport(InvisibleText.stripped(message.text), by: message.sender.description)
    readings.withLock { readings in
      if readings.count >= Self.most { readings.removeAll(keepingCapacity: true) }
      readings[message.id] = Reading(rev: message.rev, report: report)
    }
    return report
  }
}
