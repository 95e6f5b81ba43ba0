import Domain
import Foundation
import TestSupport
import Testing
import ViewModels

@testable import Terminal

/// Not the testing library's.
private typealias Attachment = Domain.Attachment

@Suite("The picture on the terminal")
struct ScreenTests {
  private let me = UserID(high: 1, low: 1)
  private let ada = UserID(high: 1, low: 2)

  private func item(
    _ number: UInt64, _ text: String, mine: Bool, status: MessageStatus = .sent, edits: Int = 0,
    urgent: String? = nil
  ) -> TimelineItem {
    TimelineItem(
      id: MessageID(high: 9, low: number), seq: Int64(number), sender: mine ? me : ada,
      senderName: mine ? "Me" : "Ada\u{1B}[31m", isMine: mine, text: text,
      createdAt: Timestamp(milliseconds: 1_760_000_000_000), editCount: edits, status: status,
      failure: status == .failed ? Refusal(.invalid, "Too odd.") : nil, urgentReason: urgent)
  }

  private func rows(_ items: [TimelineItem], unread: MessageID? = nil) -> [ChatRow] {
    let conversation = Conversation(
      id: ConversationID(high: 7, low: 1), rev: 1, kind: .direct, createdAt: Timestamp(milliseconds: 0), createdBy: me)
    let timeline = Timeline(
      conversation: conversation, members: [], items: items, hasOlder: false, unread: 0, firstUnread: nil,
      settings: ConversationSettings(conversation: conversation.id))
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = .gmt
    let texts = TimeTexts(calendar: calendar, locale: Locale(identifier: "en_GB"))
    return ChatRowBuilder(me: me, texts: texts).rows(
      of: timeline, shown: 100, unreadLine: unread.map { .init(message: $0, count: 1) })
  }

  private func model(_ items: [TimelineItem], unread: MessageID? = nil) -> ScreenModel {
    var model = ScreenModel()
    var chat = ScreenModel.Chat()
    chat.title = "Ada"
    chat.rows = rows(items, unread: unread)
    model.chat = chat
    model.focus = .composer
    model.banner = "Offline."
    return model
  }

  private func text(_ picture: ScreenRenderer.Picture) -> String {
    (0..<picture.buffer.height).map(picture.buffer.text(ofRow:)).joined(separator: "\n")
  }

  @Test("what waits for the server is listed in words, with why it was refused")
  @MainActor
  func waiting() async throws {
    let offline = FakeOffline()
    let model = RequestsViewModel(OfflineContext(offline))
    let running = Task { await model.run() }
    defer { running.cancel() }
    func lines() -> String { DialogTexts.waiting(model, 0).lines.map(\.text).joined(separator: "\n") }
    #expect(lines().contains("Nothing waits."))
    try await offline.askLater(.ask("Who\u{1B}[31m books?"))
    try await offline.askLater(.digest)
    try await eventually("both") { await model.requests.count == 2 }
    offline.refuse(2, Refusal(.forbidden, "The AI is off."))
    try await eventually("one is refused") { await model.refused.count == 1 }
    #expect(lines().contains("Question: Who") && !lines().contains("\u{1B}"))
    #expect(lines().contains("What you missed  The AI is off."))
  }

  @Test("a chat with its marks, lines and banner, and no escape of others")
  func chat() {
    let items = [
      item(1, "from\u{1B}[2J her", mine: false), item(2, "one", mine: true, status: .sending),
      item(3, "two", mine: true, status: .delivered, edits: 1), item(4, "three", mine: true, status: .failed),
    ]
    var model = model(items, unread: items[0].id)
    model.composer = LineEditor("日本")
    let picture = ScreenRenderer(width: 100, height: 24).draw(model)
    let text = text(picture)
    for expected in ["Offline.", "1 new message", "from\u{FFFD}[2J her", "edited ✓✓", "✗", "Too odd.", "› 日本"] {
      #expect(text.contains(expected), "\(expected)")
    }
    #expect(!text.unicodeScalars.contains { $0.value == 0x1B })
    #expect(picture.buffer.cursor?.row == 22)
    #expect(picture.buffer.cursor?.column == 34 + 2 + 4)
  }

  @Test("a message says what rests on it, each word once, and a deleted one nothing")
  @MainActor
  func records() {
    let items = [item(1, "I'll draw it", mine: false), item(2, "", mine: false)]
    var model = model(items)
    let record = MessageRecord(id: InsightID(high: 1, low: 1), kind: .actionItem, label: "To do", text: "Draw")
    let other = MessageRecord(id: InsightID(high: 1, low: 2), kind: .actionItem, label: "To do", text: "It")
    model.chat?.records = [items[0].id: [record, other]]
    let text = text(ScreenRenderer(width: 100, height: 24).draw(model))
    #expect(text.components(separatedBy: "[To do]").count == 2)
    let details = DialogTexts.details(nil, nil, [record])
    #expect(details.lines.first?.text == "To do  Draw")
  }

  @Test("a wish to meet stands quietly at its message with its keys, and at a deleted one not")
  func wishes() throws {
    let items = [item(1, "Lunch?", mine: false), item(2, "When?", mine: false)]
    var model = model(items)
    for (number, text) in [(0, "Meeting: lunch\u{1B}[2J"), (1, "Meeting")] {
      let insight = Insight(
        id: InsightID(high: 3, low: UInt64(number)), kind: .scheduling, text: text, citations: [items[number].id],
        confidence: 1, reason: "", createdAt: Timestamp(milliseconds: 0))
      model.chat?.wishes[items[number].id] = try #require(MeetingWish(insight, me: me))
    }
    let renderer = ScreenRenderer(width: 100, height: 24)
    let text = text(renderer.draw(model))
    #expect(text.contains("◷ Meeting: lunch\u{FFFD}[2J  (m find a time, n none is needed)"))
    #expect(text.contains("◷ A time to meet  (m"))
    #expect(!text.unicodeScalars.contains { $0.value == 0x1B })
    let gone = TimelineItem(
      id: items[0].id, seq: 1, sender: ada, senderName: "Ada", isMine: false, text: "",
      createdAt: items[0].createdAt, isDeleted: true, status: .sent)
    model.chat?.rows = rows([gone])
    #expect(!self.text(renderer.draw(model)).contains("◷"))
  }

  @Test("a reminder that is due takes the place of the keys, and a problem that of both; no escape of others")
  func reminder() {
    var model = model([item(1, "one", mine: false)])
    let renderer = ScreenRenderer(width: 60, height: 12)
    #expect(renderer.draw(model).buffer.text(ofRow: 11).contains("enter send"))
    model.reminder = "Reminder: \u{1B}[2J" + String(repeating: "long ", count: 30)
    let foot = renderer.draw(model).buffer.text(ofRow: 11)
    #expect(foot.contains("Reminder: \u{FFFD}[2Jlong") && !foot.contains("enter send"))
    model.problem = "Not sent."
    #expect(renderer.draw(model).buffer.text(ofRow: 11).contains("Not sent."))
  }

  @Test("read is blue, delivered is not")
  func marks() {
    #expect(ChatLines.mark(.read).spans.first?.style.color == .blue)
    #expect(ChatLines.mark(.delivered).spans.first?.style.color != .blue)
    #expect(MessageStatus.allCases.map { ChatLines.mark($0).text } == ["…", "✗", "✓", "✓✓", "✓✓"])
  }

  @Test("what is urgent says why under its message, and is counted at the head")
  func urgent() {
    let items = [
      item(1, "Help!", mine: false, urgent: "Ada asks\u{1B}[2J you. \(String(repeating: "It presses. ", count: 9))"),
      item(2, "Later.", mine: false),
    ]
    var model = model(items)
    model.urgent = 3
    let picture = ScreenRenderer(width: 100, height: 24).draw(model)
    let text = text(picture)
    #expect(text.contains("! Urgent: Ada asks\u{FFFD}[2J you."))
    #expect(text.contains("3 urgent"))
    #expect(text.ranges(of: "! Urgent").count == 1)
    let lines = ChatLines(width: 40).lines(of: rows(items))
    #expect(lines.allSatisfy { $0.text.width <= 40 })
    #expect(lines.count { $0.text.spans.contains { $0.style.color == .red } } > 2)
  }

  @Test("the foot of the chat shows first; scrolling shows what is above")
  func scrolling() {
    var model = model((1...40).map { item($0, "m\($0).", mine: false) })
    let renderer = ScreenRenderer(width: 100, height: 20)
    let foot = renderer.draw(model)
    #expect(text(foot).contains("m40."))
    #expect(!text(foot).contains("m1."))
    model.chat?.scroll = 1_000
    let top = renderer.draw(model)
    #expect(text(top).contains("m1."))
    #expect(top.visibleChat.lowerBound == 0)
  }

  @Test("a renaming stands between the messages, on as many lines as its names need, and no escape of others")
  func renaming() {
    let conversation = Conversation(
      id: ConversationID(high: 7, low: 1), rev: 2, kind: .group, name: String(repeating: "Landing ", count: 9),
      createdAt: Timestamp(milliseconds: 0), createdBy: me,
      renamed: Renaming(at: Timestamp(milliseconds: 1_760_000_000_001), by: me, from: "Launch\u{1B}[2J"))
    let timeline = Timeline(
      conversation: conversation, members: [], items: [item(1, "before", mine: false)], hasOlder: false, unread: 0,
      firstUnread: nil, settings: ConversationSettings(conversation: conversation.id))
    let rows = ChatRowBuilder(me: me, texts: TimeTexts()).rows(of: timeline, shown: 100, unreadLine: nil)
    let lines = ChatLines(width: 40).lines(of: rows).map(\.text)
    let event = lines.drop { !$0.text.contains("You renamed the group") }
    #expect(event.count == 4)
    #expect(event.contains { $0.text.contains("Launch\u{FFFD}[2J") })
    #expect(lines.allSatisfy { $0.width <= 40 })
  }

  @Test("every size can be drawn, and a narrow one shows one pane")
  func sizes() {
    let items = [item(1, String(repeating: "日本 👩‍👩‍👧 ", count: 40), mine: false)]
    for width in [1, 20, 33, 64, 200] {
      for height in [1, 6, 9, 60] {
        var model = model(items)
        model.dialog = ScreenModel.Dialog(title: "Keys", lines: Array(repeating: StyledLine("x y"), count: 30))
        let picture = ScreenRenderer(width: width, height: height).draw(model)
        #expect(picture.buffer.cells.count == picture.buffer.width * picture.buffer.height)
      }
    }
    #expect(!text(ScreenRenderer(width: 40, height: 20).draw(model(items))).contains("│"))
  }

  @Test("what is sent turns one screen into the other; equal screens send nothing")
  func diff() {
    var old = ScreenBuffer(width: 12, height: 2)
    old.write(StyledLine("日本 same"), column: 0, row: 0)
    var new = old
    #expect(ScreenDiff.sequence(from: old, to: new, colors: true).isEmpty)
    new.write(StyledLine("x"), column: 0, row: 1)
    #expect(ScreenDiff.sequence(from: old, to: new, colors: true).contains("\u{1B}[2;1H\u{1B}[0mx"))
    #expect(ScreenDiff.sequence(from: nil, to: new, colors: true).contains("\u{1B}[2J"))
    var red = old
    red.write(StyledLine("r", Style(.red, bold: true)), column: 11, row: 1)
    #expect(ScreenDiff.sequence(from: old, to: red, colors: true).contains("\u{1B}[0;1;31m"))
    #expect(!ScreenDiff.sequence(from: old, to: red, colors: false).contains("31m"))
  }

  @Test("an export has the conversation, its members and every committed message on a line of its own")
  func export() throws {
    let conversation = Conversation(
      id: ConversationID(high: 7, low: 1), rev: 1, kind: .group, name: "Team", createdAt: Timestamp(milliseconds: 0),
      createdBy: me)
    let pending = TimelineItem(
      id: MessageID(high: 9, low: 99), seq: nil, sender: me, senderName: "Me", isMine: true, text: "later",
      createdAt: Timestamp(milliseconds: 5), status: .sending)
    let timeline = Timeline(
      conversation: conversation, members: [Member(user: ada, rev: 1, role: .admin, name: "Ada")],
      items: [item(1, "a\nb", mine: true), pending], hasOlder: false, unread: 0, firstUnread: nil,
      settings: ConversationSettings(conversation: conversation.id))
    let lines = String(decoding: try ExportLines(timeline).data(), as: UTF8.self).split(separator: "\n")
    #expect(lines.count == 3)
    let types = try lines.map { line in
      try #require(JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])["type"] as? String
    }
    #expect(types == ["conversation", "member", "message"])
    #expect(!lines.joined().contains("later"))
  }

  @Test("files of a message are lines with kind, name and size; one on its way says how far it is")
  func files() throws {
    let picture = Attachment(
      id: AttachmentID(high: 5, low: 1), kind: .image, name: "lake\u{1B}.jpg", type: "image/jpeg", bytes: 2_340_000,
      alt: "A lake")
    let voice = Attachment(
      id: AttachmentID(high: 5, low: 2), kind: .voice, name: "v.webm", type: "audio/webm", bytes: 9, duration: 12_000)
    let paper = Attachment(
      id: AttachmentID(high: 5, low: 3), kind: .file, name: "plan.pdf", type: "application/pdf", bytes: 120_000)
    let message = TimelineItem(
      id: MessageID(high: 9, low: 1), seq: 1, sender: ada, senderName: "Ada", isMine: false, text: "",
      createdAt: Timestamp(milliseconds: 5), status: .sent, attachments: [picture, voice, paper])
    var model = model([message])
    model.chat?.uploads = [paper.id: UploadProgress(sent: 30_000, bytes: 120_000)]
    let text = text(ScreenRenderer(width: 100, height: 24).draw(model))
    #expect(text.contains("[photo lake\u{FFFD}.jpg, 2.3 MB] A lake"))
    #expect(text.contains("[voice 0:12]"))
    #expect(text.contains("[file plan.pdf, 120 kB, 25 % sent]"))
  }

  @Test("a search says when it was a file that has the words, and shows its name without control characters")
  @MainActor
  func foundInFile() {
    let message = Message(
      id: MessageID(high: 9, low: 1), seq: 1, rev: 1, sender: ada, text: "here", createdAt: Timestamp(milliseconds: 5))
    func line(_ file: String?) -> String {
      DialogTexts.found(
        SearchResult(
          conversation: ConversationID(high: 7, low: 1), message: message, snippet: "the \u{2}plan\u{3}", file: file)
      ).text
    }
    #expect(line("pl\u{1B}an.pdf") == "In a file: pl\u{FFFD}an.pdf  the plan")
    #expect(line(nil) == "the plan")
  }

  @Test("a saved file takes the next free name and overwrites nothing")
  func saving() throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("saved-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { #expect(throws: Never.self) { try FileManager.default.removeItem(at: folder) } }
    let source = folder.appendingPathComponent("source")
    try Data("x".utf8).write(to: source)
    let names = try (0..<3).map { _ in
      try FileSaver.save(source, as: "../../plan.pdf", in: folder).lastPathComponent
    }
    #expect(names == ["plan.pdf", "plan 2.pdf", "plan 3.pdf"])
    #expect(try FileSaver.save(source, as: "..", in: folder).lastPathComponent == "file")
  }
}
