import Foundation
import ViewModels

/// The form before anybody is signed in.
@MainActor
final class SignInForm {
  private let auth: AuthViewModel
  private var editors: [AuthViewModel.Field: LineEditor] = [:]
  private var field: AuthViewModel.Field = .email

  init(auth: AuthViewModel) {
    self.auth = auth
    editors[.email] = LineEditor(auth.email)
    if !auth.email.isEmpty { field = .password }
  }

  /// Returns whether the form is to be submitted.
  func handle(_ key: Key) -> Bool {
    switch key {
    case .tab, .down: move(1)
    case .backTab, .up: move(-1)
    case .control("t"):
      auth.mode = auth.mode == .signIn ? .signUp : .signIn
      field = fields.first { editors[$0]?.text.isEmpty ?? true } ?? .email
    case .enter:
      if field != fields.last, !auth.canSubmit {
        move(1)
      } else {
        return true
      }
    default: edit(key)
    }
    return false
  }

  /// What is to be opened in a browser: the page that ends a provider's session after signing out.
  func page(for key: Key) -> URL? {
    key == .control("b") ? auth.elsewhere?.page : nil
  }

  func dialog() -> ScreenModel.Dialog {
    var lines = [StyledLine()]
    var cursor: ScreenBuffer.Position?
    for field in fields {
      let editor = editors[field] ?? LineEditor()
      let shown = field == .password ? String(repeating: "•", count: editor.text.count) : editor.text
      let label = Self.label(field)
      if field == self.field {
        let before =
          field == .password ? String(repeating: "•", count: editor.cursor) : String(shown.prefix(editor.cursor))
        cursor = .init(column: CharacterWidth.width(of: label + before), row: lines.count)
      }
      var line = StyledLine(label, Style(.grey))
      line.append(TerminalText.sanitised(shown), Style(bold: field == self.field))
      lines.append(line)
      lines.append(StyledLine(auth.fieldProblems[field]?.english ?? "", Style(.red)))
    }
    if let problem = auth.problem {
      lines += TextLayout.wrap(problem.sentence.english, width: 44).map { StyledLine($0, Style(.red, bold: true)) }
    }
    lines.append(StyledLine(auth.isBusy ? "One moment …" : "enter goes on", Style(.grey)))
    if let elsewhere = auth.elsewhere {
      let name = TerminalText.sanitised(elsewhere.provider.name)
      let offer = "You are signed out here. \(name) may still know you in your browser: ctrl-b signs out there, at"
      lines.append(StyledLine())
      lines += TextLayout.wrap(offer, width: 44).map { StyledLine($0) }
      lines += TextLayout.wrap(elsewhere.page.absoluteString, width: 44).map { StyledLine($0, Style(.grey)) }
      lines.append(StyledLine())
    }
    let other = auth.mode == .signIn ? "make a new account" : "sign in to an account"
    lines.append(StyledLine("ctrl-t \(other)   ctrl-q quit", Style(.grey)))
    return .init(title: auth.mode == .signIn ? "Sign in" : "New account", lines: lines, cursor: cursor)
  }

  private var fields: [AuthViewModel.Field] {
    auth.mode == .signIn ? [.email, .password] : [.name, .email, .password, .invitation]
  }

  private func move(_ step: Int) {
    let index = fields.firstIndex(of: field) ?? 0
    field = fields[(index + step + fields.count) % fields.count]
  }

  private func edit(_ key: Key) {
    guard editors[field, default: LineEditor()].handleInField(key) else { return }
    auth.clearProblem(of: field)
    let text = editors[field]?.text ?? ""
    switch field {
    case .email: auth.email = text
    case .password: auth.password = text
    case .name: auth.name = text
    case .invitation: auth.invitation = text
    }
  }

  private static func label(_ field: AuthViewModel.Field) -> String {
    switch field {
    case .email: "E-mail      "
    case .password: "Password    "
    case .name: "Name        "
    case .invitation: "Invitation  "
    }
  }
}
