import Domain
import ViewModels

/// My profile, my password and my devices: three pages of one box.
@MainActor
final class SettingsDialog {
  enum Page: Int, CaseIterable {
    case profile
    case password
    case devices
  }

  private enum Field: CaseIterable {
    case name, timeZone, language
    case current, new, repeated
  }

  private static let width = 60

  let profile: ProfileViewModel
  let settings: SettingsViewModel
  private(set) var page = Page.profile
  private var editors: [Field: LineEditor] = [:]
  private var field = Field.name
  private var index = 0

  init(profile: ProfileViewModel, settings: SettingsViewModel) {
    self.profile = profile
    self.settings = settings
  }

  /// Follows the profile, and asks for the devices, until the task is cancelled.
  func run() async {
    async let following: Void = profile.run()
    await settings.runSessions()
    await following
  }

  func handle(_ key: Key) -> DialogReaction {
    settings.dismissProblem()
    switch key {
    case .escape: return .close
    case .control("t"): turnPage()
    case .down, .tab: move(1)
    case .up, .backTab: move(-1)
    case .enter: return submit()
    case .text("x") where page == .devices: return endSession()
    case .control("e") where page == .profile && !isLoading:
      return .perform { await self.profile.setSendsEvents(!self.profile.sendsEvents) }
    default: edit(key)
    }
    return .none
  }

  private func turnPage() {
    page = Page(rawValue: (page.rawValue + 1) % Page.allCases.count) ?? .profile
    index = 0
    field = fields.first ?? .name
  }

  private var fields: [Field] {
    switch page {
    case .profile: [.name, .timeZone, .language]
    case .password: [.current, .new, .repeated]
    case .devices: []
    }
  }

  private func move(_ step: Int) {
    if page == .devices {
      index = max(0, min((settings.sessions.content?.count ?? 1) - 1, index + step))
    } else if let position = fields.firstIndex(of: field) {
      field = fields[(position + step + fields.count) % fields.count]
    }
  }

  /// The form takes nothing before the profile is there: the profile would replace what was typed.
  private var isLoading: Bool { page == .profile && profile.state.content == nil }

  private func submit() -> DialogReaction {
    switch page {
    case .profile:
      return .perform { await self.profile.save() }
    case .password:
      guard field == .repeated else {
        move(1)
        return .none
      }
      return .perform {
        await self.settings.changePassword()
        if self.settings.outcome == .passwordChanged { self.editors = [:] }
      }
    case .devices:
      return .perform { await self.settings.loadSessions() }
    }
  }

  private func endSession() -> DialogReaction {
    guard let sessions = settings.sessions.content, sessions.indices.contains(index), !sessions[index].current else {
      return .none
    }
    let session = sessions[index].id
    index = 0
    return .perform { await self.settings.endSession(session) }
  }

  private func edit(_ key: Key) {
    guard page != .devices, !isLoading else { return }
    var editor = editor(of: field)
    guard editor.handleInField(key) else { return }
    editors[field] = editor
    switch field {
    case .name: profile.name = editor.text
    case .timeZone: profile.timeZone = editor.text
    case .language: profile.language = editor.text
    case .current: settings.currentPassword = editor.text
    case .new: settings.newPassword = editor.text
    case .repeated: settings.repeatedPassword = editor.text
    }
  }

  /// What the form holds, with the cursor where it was left; a value that came from the server
  /// since replaces it.
  private func editor(of field: Field) -> LineEditor {
    let text = text(of: field)
    guard let editor = editors[field], editor.text == text else { return LineEditor(text) }
    return editor
  }

  private func text(of field: Field) -> String {
    switch field {
    case .name: profile.name
    case .timeZone: profile.timeZone
    case .language: profile.language
    case .current: settings.currentPassword
    case .new: settings.newPassword
    case .repeated: settings.repeatedPassword
    }
  }
}

// MARK: - What it says

extension SettingsDialog {
  func dialog() -> ScreenModel.Dialog {
    var lines = [tabs, StyledLine()]
    var cursor: ScreenBuffer.Position?
    for field in fields {
      let editor = editor(of: field)
      let isSecret = page == .password
      let shown = isSecret ? String(repeating: "•", count: editor.text.count) : editor.text
      if field == self.field {
        let before = Self.label(field) + String(shown.prefix(editor.cursor))
        cursor = .init(column: CharacterWidth.width(of: before), row: lines.count)
      }
      var line = StyledLine(Self.label(field), Style(.grey))
      line.append(TerminalText.sanitised(shown), Style(bold: field == self.field))
      lines.append(line.clipped(to: Self.width))
    }
    if page == .profile, !isLoading {
      let words = profile.sendsEvents ? "told to the admins, without content" : "told to nobody"
      lines.append(StyledLine("How long things take here: \(words)", Style(.grey)).clipped(to: Self.width))
    }
    if page == .devices { lines += devices }
    lines += [StyledLine()] + outcome + [StyledLine(hint, Style(.grey))]
    return .init(title: "Profile and settings", lines: lines, cursor: cursor)
  }

  private var tabs: StyledLine {
    var line = StyledLine()
    for (page, name) in zip(Page.allCases, ["Profile", "Password", "Devices"]) {
      line.append(" \(name) ", page == self.page ? Style(bold: true, inverse: true) : Style(.grey))
      line.append(" ")
    }
    return line
  }

  private var devices: [StyledLine] {
    switch settings.sessions {
    case .loading: return [StyledLine("Loading …", Style(.grey))]
    case .empty: return [StyledLine("No devices.", Style(.grey))]
    case .failed(let message, _): return [StyledLine(TerminalText.sanitised(message.english), Style(.red))]
    case .content(let sessions):
      return sessions.enumerated().dropFirst(max(0, index - 9)).prefix(10).map { number, session in
        var line = StyledLine(TerminalText.sanitised(session.device))
        if session.current { line.append("  this one", Style(.green)) }
        return number == index ? line.padded(to: Self.width).inverted() : line.clipped(to: Self.width)
      }
    }
  }

  private var outcome: [StyledLine] {
    if isLoading || profile.isBusy || settings.isBusy { return [StyledLine("One moment …", Style(.grey))] }
    if let problem = shownProblem {
      return TextLayout.wrap(problem.sentence.english, width: Self.width).map { StyledLine($0, Style(.red)) }
    }
    if page == .password, settings.outcome == .passwordChanged {
      return [StyledLine("The password has been changed. All other devices are signed out.", Style(.green))]
    }
    if page == .profile, profile.hasChanges { return [StyledLine("Not saved yet.", Style(.yellow))] }
    return []
  }

  private var shownProblem: Problem? {
    switch page {
    case .profile: profile.problem
    case .password: settings.problem
    case .devices: settings.problem ?? settings.sessionsProblem
    }
  }

  private var hint: String {
    switch page {
    case .profile where isLoading: "esc close"
    case .profile: "enter save   ↑↓ field   ctrl-e telling   ctrl-t next page   esc close"
    case .password: "enter go on   ↑↓ field   ctrl-t next page   esc close"
    case .devices: "x sign out device   enter refresh   ctrl-t next page   esc close"
    }
  }

  private static func label(_ field: Field) -> String {
    switch field {
    case .name: "Name           "
    case .timeZone: "Time zone      "
    case .language: "Language       "
    case .current: "Password now   "
    case .new: "New password   "
    case .repeated: "Once more      "
    }
  }
}
