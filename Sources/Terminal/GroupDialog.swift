import Domain
import ViewModels

/// Who is in the open conversation, and what its administrators may do about it.
@MainActor
final class GroupDialog {
  enum Step {
    case members
    case renaming
    case adding(NewConversationViewModel)
    case removing(Member)
    case leaving
  }

  private static let width = 60

  let model: GroupModel
  private(set) var step = Step.members
  private let title: String
  private let people: () -> NewConversationViewModel
  private var editor = LineEditor()
  private var index = 0
  private var search: Task<Void, Never>?

  /// `people` makes a fresh search for those to add.
  init(model: GroupModel, title: String, people: @escaping () -> NewConversationViewModel) {
    self.model = model
    self.title = title
    self.people = people
  }

  /// Ends what runs behind the dialog.
  func close() {
    search?.cancel()
    search = nil
  }

  func handle(_ key: Key) -> DialogReaction {
    model.dismissProblem()
    switch step {
    case .members: return handleInMembers(key)
    case .renaming: return handleInName(key)
    case .adding(let found): return handleInSearch(key, found)
    case .removing(let member):
      step = .members
      return key == .text("y") ? .perform { await self.model.remove(member.user) } : .none
    case .leaving:
      step = .members
      return key == .text("y") ? .perform { await self.model.leave() } : .none
    }
  }

  private func handleInMembers(_ key: Key) -> DialogReaction {
    let members = model.present
    let chosen = members.indices.contains(index) ? members[index] : nil
    switch key {
    case .escape: return .close
    case .up: index = max(0, index - 1)
    case .down: index = max(0, min(members.count - 1, index + 1))
    case .text("l") where model.canLeave: step = .leaving
    case .text("n") where model.canAdminister:
      editor = LineEditor(title)
      step = .renaming
    case .text("+") where model.canAdminister, .text("i") where model.canAdminister: beginSearch()
    case .text("x"), .delete: if let chosen, mayChange(chosen) { step = .removing(chosen) }
    case .text("o"):
      guard let chosen, mayChange(chosen) else { return .none }
      return .perform { await self.model.setRole(chosen.role == .admin ? .member : .admin, of: chosen.user) }
    default: break
    }
    return .none
  }

  private func handleInName(_ key: Key) -> DialogReaction {
    switch key {
    case .escape: step = .members
    case .enter:
      let name = editor.text
      step = .members
      return .perform { await self.model.rename(to: name) }
    default: _ = editor.handleInField(key)
    }
    return .none
  }

  private func handleInSearch(_ key: Key, _ found: NewConversationViewModel) -> DialogReaction {
    let users = found.state.content ?? []
    switch key {
    case .escape: endSearch()
    case .up: index = max(0, index - 1)
    case .down: index = max(0, min(users.count - 1, index + 1))
    case .tab: if users.indices.contains(index) { found.toggle(users[index]) }
    case .enter:
      if found.selection.isEmpty, users.indices.contains(index) { found.toggle(users[index]) }
      let chosen = found.selection.map(\.id)
      endSearch()
      return chosen.isEmpty ? .none : .perform { await self.model.add(chosen) }
    default:
      guard editor.handleInField(key) else { return .none }
      index = 0
      found.setQuery(editor.text)
    }
    return .none
  }

  private func mayChange(_ member: Member) -> Bool { model.canAdminister && member.user != model.me }

  private func beginSearch() {
    let found = people()
    editor = LineEditor()
    index = 0
    step = .adding(found)
    search = Task { await found.run() }
  }

  private func endSearch() {
    close()
    index = 0
    step = .members
  }
}

// MARK: - What it says

extension GroupDialog {
  func dialog() -> ScreenModel.Dialog {
    switch step {
    case .members: membersDialog()
    case .renaming: field("Name of the group", "Name  ", "enter rename   esc back", under: [])
    case .adding(let found): field("Add people", "Search  ", hint, under: peopleLines(found))
    case .removing(let member): question("Remove \(TerminalText.sanitised(member.name)) from the group?")
    case .leaving: question("Leave this group?")
    }
  }

  private var hint: String { "enter add   tab choose several   esc back" }

  private func membersDialog() -> ScreenModel.Dialog {
    var lines: [StyledLine] = []
    let members = model.present
    let top = max(0, index - 9)
    for (number, member) in members.enumerated().dropFirst(top).prefix(10) {
      var line = StyledLine(TerminalText.sanitised(member.name))
      if member.user == model.me { line.append("  you", Style(.grey)) }
      if member.role == .admin { line.append("  administrator", Style(.green)) }
      lines.append(number == index ? line.padded(to: Self.width).inverted() : line.clipped(to: Self.width))
    }
    lines.append(StyledLine())
    if model.isBusy { lines.append(StyledLine("One moment …", Style(.grey))) }
    if let problem = model.problem {
      lines.append(StyledLine(problem.sentence.english, Style(.red)).clipped(to: Self.width))
    }
    if model.canAdminister { lines.append(StyledLine("n rename   + add   x remove   o administrator", Style(.grey))) }
    lines.append(StyledLine(model.canLeave ? "l leave   esc close" : "esc close", Style(.grey)))
    return .init(title: members.count == 1 ? "1 member" : "\(members.count) members", lines: lines)
  }

  private func peopleLines(_ found: NewConversationViewModel) -> [StyledLine] {
    let chosen = found.selection.map { TerminalText.sanitised($0.name) }.joined(separator: ", ")
    let first = chosen.isEmpty ? [] : [StyledLine(chosen, Style(.green)).clipped(to: Self.width)]
    return first + [StyledLine()] + DialogTexts.people(found, index)
  }

  private func field(_ title: String, _ label: String, _ hint: String, under: [StyledLine]) -> ScreenModel.Dialog {
    var line = StyledLine(label, Style(.grey))
    line.append(TerminalText.sanitised(editor.text), Style(bold: true))
    let column = CharacterWidth.width(of: label + String(editor.text.prefix(editor.cursor)))
    return .init(
      title: title, lines: [line] + under + [StyledLine(), StyledLine(hint, Style(.grey))],
      cursor: .init(column: column, row: 0))
  }

  private func question(_ text: String) -> ScreenModel.Dialog {
    .init(
      title: "Are you sure?",
      lines: [StyledLine(text).clipped(to: Self.width), StyledLine(), StyledLine("y yes   n no", Style(.yellow))])
  }
}
