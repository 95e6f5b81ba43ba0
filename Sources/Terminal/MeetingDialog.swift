import Domain
import Foundation
import ViewModels

/// Times for a wish to meet: one of them is proposed in the chat, or taken to a calendar.
@MainActor
final class MeetingDialog {
  enum Step {
    case times
    /// What would be posted is shown; nothing is posted without.
    case preview(String)
  }

  private static let width = 64

  let model: MeetingSuggestionsViewModel
  private(set) var step = Step.times
  private let names: @MainActor (UserID) -> String?
  private let texts: TimeTexts
  private let save: @MainActor (URL) -> Void
  private var index = 0

  /// `save` takes the calendar file of a time.
  init(
    model: MeetingSuggestionsViewModel, texts: TimeTexts = TimeTexts(), names: @escaping @MainActor (UserID) -> String?,
    save: @escaping @MainActor (URL) -> Void
  ) {
    self.model = model
    self.texts = texts
    self.names = names
    self.save = save
  }

  func run() async { await model.suggest() }

  func handle(_ key: Key) -> DialogReaction {
    model.dismissProblem()
    switch step {
    case .times: return handleInTimes(key)
    case .preview:
      step = .times
      guard key == .text("y") else { return .none }
      return .perform { [index, model, names, texts] in await model.propose(index, names: names, texts: texts) }
    }
  }

  private var slots: [MeetingSlot] { model.output.state.content?.slots ?? [] }

  private func handleInTimes(_ key: Key) -> DialogReaction {
    switch key {
    case .escape: return .close
    case .up: index = max(0, index - 1)
    case .down: index = max(0, min(slots.count - 1, index + 1))
    case .enter where !model.proposed.contains(index):
      if let text = model.proposal(of: index, names: names, texts: texts) { step = .preview(text) }
    case .text("c") where slots.indices.contains(index):
      return .perform { [index, model, save] in
        await model.choose(index)
        if model.chosen == index, let file = model.calendarURL { save(file) }
      }
    case .text("r") where slots.isEmpty: return .perform { [model] in await model.suggest() }
    default: break
    }
    return .none
  }
}

// MARK: - What it says

extension MeetingDialog {
  func dialog() -> ScreenModel.Dialog {
    switch step {
    case .times: timesDialog()
    case .preview(let text):
      .init(
        title: "Post this in the chat?",
        lines: wrapped(text) + [StyledLine(), StyledLine("y post   any other key goes back", Style(.yellow))])
    }
  }

  private func timesDialog() -> ScreenModel.Dialog {
    var lines: [StyledLine] = []
    switch model.output.state {
    case .empty, .loading: lines.append(StyledLine("Looking for times …", Style(.grey)))
    case .failed(let message, _): lines += wrapped(message.english, Style(.red))
    case .content(let output):
      if output.slots.isEmpty { lines += wrapped("No time suits everybody.", Style(.grey)) }
      for (number, slot) in output.slots.enumerated() { lines += self.lines(of: slot, number) }
      if let notice = output.receipt.notice { lines += wrapped(notice, Style(.grey)) }
    }
    if let problem = model.problem { lines += wrapped(problem.sentence.english, Style(.red)) }
    lines += [StyledLine(), StyledLine(hint, Style(.grey))]
    let topic = TerminalText.sanitised(model.topic)
    return .init(title: topic.isEmpty ? "Find a time" : "Find a time: \(topic.prefix(40))", lines: lines)
  }

  private var hint: String {
    if slots.isEmpty { return "r look again   esc close" }
    return "↑↓ choose   enter propose in the chat   c save as .ics   esc close"
  }

  /// The chosen one says why, and what time it is for everybody.
  private func lines(of slot: MeetingSlot, _ number: Int) -> [StyledLine] {
    var line = StyledLine(TerminalText.sanitised(texts.span(slot.start, slot.end).english))
    if model.proposed.contains(number) { line.append("  proposed in the chat", Style(.green)) }
    line = line.clipped(to: Self.width)
    guard number == index else { return [line] }
    var seats: [StyledLine] = []
    for seat in slot.seats {
      var text = StyledLine("  \(TerminalText.sanitised("\(names(seat.user) ?? "Somebody"): \(seat.localTime)"))")
      if !seat.isInWorkingHours { text.append("  outside working hours", Style(.yellow)) }
      seats.append(text.clipped(to: Self.width))
    }
    let reason = TextLayout.wrap(TerminalText.sanitised(slot.reason), width: Self.width - 2)
    return [line.padded(to: Self.width).inverted()] + reason.map { StyledLine("  \($0)", Style(.grey)) } + seats
  }

  private func wrapped(_ text: String, _ style: Style = .plain) -> [StyledLine] {
    TextLayout.wrap(TerminalText.sanitised(text, multiline: true), width: Self.width).map { StyledLine($0, style) }
  }
}
