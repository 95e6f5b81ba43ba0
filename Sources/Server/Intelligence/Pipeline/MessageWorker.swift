import AIProviders
import Domain
import Foundation
import OnBoxAI
import ServerCore

/// Makes of one message, in the light of those before it, all that the AI keeps of it: vector,
/// signals, insights.
///
/// Synchronous, and reads the store: call it where the store may be read. The same message in the
/// same context gives the same work but for the ids of the insights; the store keeps those of equal
/// ones.
package struct MessageWorker: Sendable {
  private let engine: OnBoxEngine
  private let store: any IntelligenceStore
  private let people: PeopleDirectory
  private let finder: InsightFinder
  private let reports: TaskReports
  private let marker: PriorityMarker

  package init(
    engine: OnBoxEngine, store: any IntelligenceStore, people: PeopleDirectory, clock: any WallClock,
    identifiers: any IdentifierSource
  ) {
    self.engine = engine
    self.store = store
    self.people = people
    reports = TaskReports(store: store)
    marker = PriorityMarker(store: store, people: people, clock: clock)
    finder = InsightFinder(engine: engine, clock: clock, identifiers: identifiers)
  }

  /// How many messages are read together: what a reading holds is large, and more at once would not
  /// be faster.
  private static let together = 8

  /// Works on each of the messages; embeds some together, which is faster than one by one.
  package func work(on due: [DueMessage]) -> [Result<MessageWork, any Error>] {
    stride(from: 0, to: due.count, by: Self.together).flatMap { first in
      workTogether(on: due[first..<min(first + Self.together, due.count)])
    }
  }

  /// The same for what nobody has asked for: of messages whose sender the pipeline does not reach,
  /// nothing is made.
  package func workUnasked(on due: [DueMessage]) -> [Result<MessageWork, any Error>] {
    var reached: [DueMessage] = []
    do {
      for item in due where try people.has(.pipeline, item.message.sender) { reached.append(item) }
    } catch {
      return due.map { _ in .failure(error) }
    }
    var works = work(on: reached)[...]
    let ids = Set(reached.map(\.message.id))
    return due.map { ids.contains($0.message.id) ? works.removeFirst() : .success(nothing(of: $0)) }
  }

  private func workTogether(on due: ArraySlice<DueMessage>) -> [Result<MessageWork, any Error>] {
    var readings = read(due.map(\.message).filter { !$0.isDeleted })[...]
    return due.map { item in
      let reading = item.message.isDeleted ? nil : readings.popFirst()
      return Result { try work(on: item, reading: reading ?? Reading()) }
    }
  }

  /// Works on one message.
  package func work(on due: DueMessage) throws -> MessageWork {
    try work(on: due, reading: due.message.isDeleted ? Reading() : read([due.message])[0])
  }

  /// What a message is searched by, and how it is read; neither when there is nothing to do so
  /// with.
  private struct Reading {
    var embedding: Embedding?
    var text: TextReading?
  }

  /// One a message, in their order.
  private func read(_ messages: [Message]) -> [Reading] {
    var readings = read(messages.map(\.text))
    // Found by its files too. What they are called asks nothing of anybody, so nothing else is read
    // in it.
    let withFiles = messages.indices.filter { !messages[$0].attachments.isEmpty }
    guard !withFiles.isEmpty, let embedder = engine.embedder else { return readings }
    let embeddings = embedder.embed(withFiles.map { messages[$0].textWithFiles })
    for (index, embedding) in zip(withFiles, embeddings) { readings[index].embedding = embedding }
    return readings
  }

  private func read(_ texts: [String]) -> [Reading] {
    if let readings = engine.text.read(texts) {
      return readings.map { Reading(embedding: $0.meaning, text: $0) }
    }
    guard let embedder = engine.embedder else { return texts.map { _ in Reading() } }
    return embedder.embed(texts).map { Reading(embedding: $0) }
  }

  /// What a message is read in the light of, as the store has it now.
  package func context(
    of message: Message, in conversation: ConversationID, kind: Conversation.Kind
  ) throws -> MessageContext {
    let past = try store.messages(of: conversation, before: message.seq, limit: MessageContext.memory).map(\.visible)
    let following = try store.messages(
      of: conversation, before: message.seq + 1 + Int64(MessageContext.memory), limit: MessageContext.memory
    ).filter { $0.seq > message.seq }.map(\.visible)
    let members = try store.presentMembers(of: conversation)
    let speakers = Set((past + following).map(\.sender) + [message.sender])
    var timeZones: [UserID: TimeZone] = [:]
    for speaker in speakers { timeZones[speaker] = try people.timeZone(of: speaker) }
    return MessageContext(
      kind: kind, past: past, following: following, members: members,
      names: try people.names(of: speakers, members: members), timeZone: timeZones[message.sender] ?? .gmt,
      timeZones: timeZones)
  }

  /// Earlier messages whose tasks are done, get another time or are taken on by this one, or whose
  /// plan it makes a decision.
  private func revisits(
    after message: Message, giving insights: [Insight], in conversation: ConversationID, _ context: MessageContext
  ) throws -> [MessageID] {
    var revisits = finder.plans(endorsedBy: message, context)
    revisits += finder.meetings(settledBy: message, context).filter { !revisits.contains($0) }
    let isDated = finder.isDated(message, context)
    let taken = insights.filter { $0.kind == .actionItem && $0.owner != nil }
    guard isDated || TaskReports.mayReport(message) || !taken.isEmpty else { return revisits }
    let open = try store.openTasks(of: conversation, limit: TaskReports.mostTasks)
    var others = isDated ? finder.revisits(after: message, open: open, context: context) : []
    others += TaskReports.revisits(after: message, open: open, context)
    others += finder.gave(taken, before: message, open: open)
    for other in others where !revisits.contains(other) { revisits.append(other) }
    return revisits
  }

  /// What others made of `message`, with the tasks done that a later message reports.
  package func reported(_ insights: [Insight], in message: PlacedMessage) throws -> [Insight] {
    try reports.closed(insights, of: message.message, in: message.conversation).insights
  }

  private func nothing(of due: DueMessage) -> MessageWork {
    MessageWork(
      conversation: due.conversation, message: due.message.id, rev: due.message.rev, embedding: nil, embedder: nil,
      signals: nil, insights: [])
  }

  private func work(on due: DueMessage, reading: Reading) throws -> MessageWork {
    let message = due.message.visible
    guard !message.isDeleted else { return nothing(of: due) }
    let context = try context(of: message, in: due.conversation, kind: due.kind)
    let signals = engine.text.signals(
      of: message.text, reading: reading.text, previous: context.previous.last?.text)
    let found = signals.map { finder.found(in: message, signals: $0, context: context) } ?? []
    let previousInsights = try store.previousInsights(of: message.id, in: due.conversation)
    let closed = try reports.closed(
      ModelWords(message: message, context: context).kept(previousInsights, over: found), of: message,
      in: due.conversation)
    let insights = closed.insights
    let stored = signals.map { StoredSignals($0, of: message.text) }
    let placed = PlacedMessage(conversation: due.conversation, message: message, signals: stored)
    let cited = Set(insights.flatMap(\.citations))
    let read = context.past + context.following + previousInsights.flatMap(\.sources) + closed.reports
    return MessageWork(
      conversation: due.conversation, message: message.id, rev: message.rev, embedding: reading.embedding?.bytes,
      embedder: reading.embedding.flatMap { _ in engine.embedder?.name },
      signals: stored,
      insights: insights,
      others: Set(
        read.filter { cited.contains($0.id) }.map { MessageWork.Other(message: $0.id, rev: $0.rev) }
      ).sorted { $0.message < $1.message },
      previousInsights: previousInsights.map { MessageWork.SeenInsight(insight: $0.insight.id, rev: $0.insight.rev) },
      revisits: try revisits(after: message, giving: insights, in: due.conversation, context),
      priorities: try marker.findings(
        on: placed, in: context,
        giving: insights + previousInsights.map(\.insight).filter { $0.edited.contains(.owner) }))
  }
}

extension Message {
  /// As a reader sees it: what is hidden in its text is nothing to work on.
  var visible: Message {
    var copy = self
    copy.text = InvisibleText.stripped(text)
    return copy
  }
}

extension PlacedMessage {
  /// The same of its message.
  var visible: PlacedMessage {
    PlacedMessage(
      conversation: conversation, message: message.visible, snippet: snippet, file: file, passage: passage,
      keywordScore: keywordScore, signals: signals)
  }
}

extension StoredSignals {
  init(_ signals: MessageSignals, of text: String) {
    self.init(
      action: signals.action, decision: signals.decision, scheduling: signals.scheduling, urgency: signals.urgency,
      isQuestion: QuestionWords.isQuestion(text), urgentWords: signals.reasons[.urgency] ?? [],
      model: TextEngine.classifierName)
  }
}
