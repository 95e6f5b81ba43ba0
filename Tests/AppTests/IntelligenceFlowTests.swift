import Domain
import SwiftUI
import Testing
import ViewModels

@testable import MessageAIApp

/// What one does on the screens of the AI, tap by tap.
@Suite("Using the screens of the AI", .timeLimit(.minutes(5)))
@MainActor
struct IntelligenceFlowTests {
  private let first = PreviewSamples.id(101) as MessageID

  @Test("a summary is made on opening; its citation leads to the message and closes the sheet")
  func citation() async throws {
    let stage = IntelligenceStage(.catchUp)
    stage.router.sheet = .intelligence(.catchUp(PreviewSamples.team, nil))
    try await stage.shows("citation.1")
    #expect(stage.intelligence.calls.contains { $0.hasPrefix("summarize") })
    try stage.tap("citation.1")
    #expect(stage.router.sheet == nil && stage.router.tab == .chats)
    #expect(stage.router.focus(in: PreviewSamples.team) == first)
    await stage.end()
  }

  @Test("a range is chosen and a question asked")
  func range() async throws {
    let stage = IntelligenceStage(.catchUp)
    try await stage.shows("output.title")
    try stage.choose("summary.range", "14 days")
    try await stage.asks("summarize days(14) -")
    try stage.type("summary.question", "Who writes the notes?")
    try stage.tap("summary.run")
    try await stage.asks("summarize days(14) Who writes the notes?")
    await stage.end()
  }

  @Test("a summary from the line above what was new asks for just that")
  func fromTheLine() async throws {
    let stage = IntelligenceStage(.catchUpLine)
    try await stage.shows("output.title")
    try await stage.asks("summarize range(from: 3, to: 7) -")
    await stage.end()
  }

  @Test("a conversation is read once more, and what came of it is said")
  func lookAgain() async throws {
    let stage = IntelligenceStage(.teamActions)
    try await stage.shows("actions.lookAgain")
    try stage.tap("actions.lookAgain")
    try await stage.asks("look again action_item")
    try await stage.shows("actions.looked")
    await stage.end()
  }

  @Test("the tab of action items says how many are mine; the list of a conversation, what the AI has not read")
  func counts() async throws {
    let dashboard = IntelligenceStage(.dashboard)
    try await dashboard.host.wait(for: "the count") { _ in
      dashboard.options(of: "insights.part").contains("To do · 1")
    }
    await dashboard.end()
    let list = IntelligenceStage(.teamActions)
    try await list.shows("actions.work")
    #expect(list.texts.contains("The AI has not read 1234 older messages here yet. More may appear."))
    await list.end()
    let all = IntelligenceStage(.actions)
    try await all.shows("insight.\(IntelligenceSamples.task.id)")
    #expect(!all.isShown("actions.work") && !all.intelligence.calls.contains("work"))
    await all.end()
  }

  @Test("one record stands alone, without the tools of a list, and leads back to its message")
  func record() async throws {
    let stage = IntelligenceStage(.record)
    let row = "insight.\(IntelligenceSamples.task.id)"
    try await stage.shows("\(row).done")
    #expect(!stage.isShown("actions.filter") && !stage.isShown("insight.\(IntelligenceSamples.insights[1].id)"))
    try stage.tap(row)
    #expect(stage.router.focus(in: PreviewSamples.team) == IntelligenceSamples.task.insight.citations.first)
    await stage.end()
  }

  @Test("an output is judged, explained, shared and dismissed")
  func judging() async throws {
    let stage = IntelligenceStage(.catchUp)
    try await stage.shows("output.helpful")
    try stage.tap("output.helpful")
    try await stage.asks("feedback helpful -")
    try stage.tap("output.unhelpful")
    try await stage.shows("output.note")
    try stage.type("output.note", "Wrong person")
    try stage.tap("output.sendNote")
    try await stage.shows("output.noted")
    try stage.tap("output.share")
    try await stage.shows("output.preview")
    try stage.tap("output.post")
    try await stage.shows("output.shared")
    try stage.tap("output.dismiss")
    try await stage.shows("summary.empty")
    #expect(stage.intelligence.calls.filter { $0 == "share" }.count == 1)
    await stage.end()
  }

  @Test("the receipt names the model, where it ran, and what text was read and sent")
  func receipt() async throws {
    let stage = IntelligenceStage(.catchUp)
    try await stage.shows("output.receipt")
    try stage.tap("output.receipt")
    try await stage.shows("receipt.model")
    #expect(stage.texts.contains("on-box 1") && stage.texts.contains("this server"))
    try await stage.shows("receipt.nothingSent")
    try stage.tap("receipt.done")
    try await stage.hides("receipt.model")
    await stage.end()
  }

  @Test("an action item is ticked off, opened again, dismissed, and edited in one change")
  func actions() async throws {
    let stage = IntelligenceStage(.actions)
    let row = "insight.\(IntelligenceSamples.task.id)"
    try await stage.shows("\(row).done")
    try stage.tap("\(row).done")
    try await stage.shows("actions.undo")
    try stage.tap("actions.undo")
    try await stage.hides("actions.undo")
    try stage.tap("\(row).dismiss")
    try await stage.shows("actions.undo")
    try stage.tap("\(row).edit")
    try await stage.shows("insightEdit.text")
    try stage.type("insightEdit.text", "Write the notes")
    try stage.toggle("insightEdit.hasDue", false)
    try stage.tap("insightEdit.save")
    try await stage.hides("insightEdit.text")
    #expect(
      stage.intelligence.changes == [
        InsightChange(status: .done), InsightChange(status: .open), InsightChange(status: .dismissed),
        InsightChange(text: "Write the notes", removesDue: true),
      ])
    await stage.end()
  }

  @Test("an action item is assigned, and says why it is there")
  func assigning() async throws {
    let stage = IntelligenceStage(.actions)
    let row = "insight.\(IntelligenceSamples.task.id)"
    try await stage.shows("\(row).assign.\(PreviewSamples.ada)")
    try stage.tap("\(row).assign.\(PreviewSamples.ada)")
    try await stage.asks("change")
    #expect(stage.intelligence.changes == [InsightChange(owner: PreviewSamples.ada)])
    try stage.tap("\(row).why")
    try await stage.shows("insightReason.reason")
    try stage.tap("insightReason.done")
    try await stage.hides("insightReason.reason")
    try stage.tap(row)
    #expect(stage.router.focus(in: PreviewSamples.team) == IntelligenceSamples.task.insight.citations.first)
    await stage.end()
  }

  @Test("done ones are shown when asked for, and words filter")
  func filters() async throws {
    let stage = IntelligenceStage(.actions)
    let done = "insight.\(IntelligenceSamples.insights[1].id)"
    try await stage.shows("insight.\(IntelligenceSamples.task.id)")
    #expect(!stage.isShown(done))
    try stage.choose("actions.shown", "Done")
    try await stage.shows(done)
    try stage.type("actions.filter", "nothing like it")
    try await stage.shows("actions.nothing")
    await stage.end()
  }

  @Test("a priority is corrected with one tap")
  func correcting() async throws {
    let stage = IntelligenceStage(.priority)
    try await stage.shows("verdict.7")
    try stage.tap("verdict.7.urgent")
    try await stage.asks("correct urgent")
    try stage.tap("verdict.6")
    #expect(stage.router.openConversation == PreviewSamples.team)
    await stage.end()
  }

  @Test("times to meet show everybody's own clock; one is proposed in the chat, and becomes a calendar file")
  func meetings() async throws {
    let stage = IntelligenceStage(.catchUp)
    try await stage.shows("catchUp.part")
    try stage.choose("catchUp.part", "Meet")
    try await stage.shows("meeting.find")
    try stage.type("meeting.topic", "Release")
    try stage.tap("meeting.find")
    try await stage.shows("slot.0")
    try await stage.asks("meet Release")
    #expect(stage.texts.contains("Tue 18:30") && stage.texts.contains("Asia/Tokyo"))
    #expect(stage.isShown("slot.0.reason"))
    try stage.tap("slot.0.propose")
    try await stage.shows("slot.0.post")
    #expect(!stage.isShown("slot.0.proposed"))
    try stage.tap("slot.0.post")
    try await stage.shows("slot.0.proposed")
    try stage.tap("slot.0.calendar")
    try await stage.shows("slot.0.share")
    await stage.end()
  }

  @Test("a question is searched and answered; a hit leads to its message")
  func searching() async throws {
    let stage = IntelligenceStage(.search)
    try await stage.shows("smartSearch.query")
    try stage.type("smartSearch.query", "When is the launch?")
    try stage.tap("smartSearch.search")
    try await stage.shows("smartSearch.hit.1")
    try await stage.shows("claim.0")
    try stage.tap("smartSearch.hit.1")
    #expect(stage.router.focus(in: PreviewSamples.team) == first)
    stage.intelligence.mood = .empty
    try stage.type("smartSearch.query", "Who ordered pizza?")
    try stage.tap("smartSearch.search")
    try await stage.shows("smartSearch.nothing")
    try await stage.shows("output.notFound")
    await stage.end()
  }

  @Test("of the AI's switch only the way that it can be turned is offered")
  func switching() async throws {
    let stage = IntelligenceStage(.catchUp)
    try await stage.shows("catchUp.switchOff")
    try await stage.hides("catchUp.switchOn")
    try stage.tap("catchUp.switchOff")
    try stage.tap("catchUp.confirmOff")
    try await stage.shows("catchUp.switchOn")
    try await stage.hides("catchUp.switchOff")
    await stage.end()
  }

  @Test("the assistant answers, and changes nothing before it is approved")
  func assistant() async throws {
    let stage = IntelligenceStage(.assistant)
    let proposal = "proposal.\(IntelligenceSamples.proposals[0].id)"
    try await stage.shows("\(proposal).approve")
    #expect(!stage.intelligence.calls.contains { $0.hasPrefix("decide") })
    try stage.type("assistant.draft", "Tell the team")
    try stage.tap("assistant.send")
    try await stage.asks("talk Tell the team")
    try await stage.hides("assistant.pending")
    try stage.tap("\(proposal).approve")
    try await stage.asks("decide true")
    try stage.tap("assistant.tasks")
    try await stage.shows("task.\(IntelligenceSamples.proposals[1].id)")
    try stage.tap("tasks.done")
    try await stage.becomesEnabled("assistant.erase")
    try stage.tap("assistant.erase")
    try await stage.shows("assistant.confirmErase")
    try stage.tap("assistant.confirmErase")
    try await stage.shows("assistant.empty")
    await stage.end()
  }

  @Test("a change that the assistant proposes is declined")
  func declining() async throws {
    let stage = IntelligenceStage(.assistant)
    let proposal = "proposal.\(IntelligenceSamples.proposals[0].id)"
    try await stage.shows("\(proposal).decline")
    try stage.tap("\(proposal).decline")
    try await stage.asks("decide false")
    #expect(!stage.intelligence.calls.contains("decide true"))
    await stage.end()
  }

  @Test("preferences are changed and saved; what went where is one tap away")
  func preferences() async throws {
    let stage = IntelligenceStage(.preferences)
    try await stage.shows("aiPreferences.keyword")
    try stage.type("aiPreferences.keyword", "invoice")
    try stage.tap("aiPreferences.addKeyword")
    try stage.choose("aiPreferences.tone", "Formal")
    try stage.tap("aiPreferences.focus.day.5")
    try stage.toggle("aiPreferences.urgent.\(PreviewSamples.grace)", true)
    try await stage.becomesEnabled("aiPreferences.save")
    try stage.tap("aiPreferences.save")
    try await stage.asks("save formal [\"outage\", \"invoice\"]")
    await stage.end()
  }

  @Test("what the assistant keeps is forgotten")
  func memory() async throws {
    let stage = IntelligenceStage(.memory)
    let entry = "memory.forget.\(IntelligenceSamples.memory[0].id)"
    try await stage.shows(entry)
    try stage.tap(entry)
    try await stage.hides(entry)
    try stage.tap("memory.forgetAll")
    try await stage.shows("memory.confirmForgetAll")
    try stage.tap("memory.confirmForgetAll")
    try await stage.shows("memory.empty")
    await stage.end()
  }

  @Test("a message is chosen and marked as a decision with words of one's own")
  func marking() async throws {
    let stage = IntelligenceStage(.mark)
    try await stage.shows("mark.conversation.\(PreviewSamples.team)")
    try stage.tap("mark.conversation.\(PreviewSamples.team)")
    try await stage.shows("mark.message.\(PreviewSamples.question)")
    try stage.tap("mark.message.\(PreviewSamples.question)")
    try await stage.shows("mark.text")
    try stage.choose("mark.kind", "Decision")
    try stage.type("mark.text", "Ship on Friday")
    try stage.tap("mark.save")
    try await stage.asks("mark decision Ship on Friday")
    await stage.end()
  }

  @Test("an earlier answer opens again, and goes when it is dismissed")
  func earlier() async throws {
    let stage = IntelligenceStage(.earlier)
    let row = "earlier.\(IntelligenceSamples.summary.id)"
    try await stage.shows(row)
    try stage.tap(row)
    try await stage.shows("output.dismiss")
    try stage.tap("output.dismiss")
    try await stage.shows("earlierOutput.empty")
    try await stage.asks("dismiss")
    await stage.end()
  }

  @Test("what a refused action says is told once")
  func refused() async throws {
    let stage = IntelligenceStage(.actions)
    let row = "insight.\(IntelligenceSamples.task.id)"
    try await stage.shows("\(row).done")
    stage.intelligence.mood = .offline
    try stage.tap("\(row).done")
    try await stage.shows("problem.dismiss")
    try stage.tap("problem.dismiss")
    try await stage.hides("problem.dismiss")
    await stage.end()
  }
}
