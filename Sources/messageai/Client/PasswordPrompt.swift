import Foundation

/// Asks for a password on the terminal without showing it.
enum PasswordPrompt {
  /// Throws when standard input is no terminal or ends. `named`: the setting that says it, too.
  static func ask(_ question: String, named setting: String = "PASSWORD") throws -> String {
    guard isatty(STDIN_FILENO) == 1 else {
      throw CommandFailure("There is no terminal to ask on. Set MESSAGEAI_\(setting).")
    }
    FileHandle.standardError.write(Data(question.utf8))
    var saved = termios()
    guard tcgetattr(STDIN_FILENO, &saved) == 0 else { throw CommandFailure("The terminal cannot hide what is typed.") }
    var silent = saved
    silent.c_lflag &= ~tcflag_t(ECHO)
    tcsetattr(STDIN_FILENO, TCSAFLUSH, &silent)
    defer {
      tcsetattr(STDIN_FILENO, TCSAFLUSH, &saved)
      FileHandle.standardError.write(Data("\n".utf8))
    }
    guard let line = readLine(strippingNewline: true) else { throw CommandFailure("Nothing was typed.") }
    return line
  }
}
