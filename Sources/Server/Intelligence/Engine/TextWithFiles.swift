import Domain
import ServerCore

extension Message {
  /// The text as the AI reads it: behind it, each on a line of its own, the names and descriptions
  /// of its files, in brackets that nothing in them can close.
  package var textWithFiles: String {
    textWithFiles(passage: nil)
  }

  /// The text with the names and descriptions of its files, as people read it.
  package var shownWithFiles: String {
    let files = attachments.map { file in
      [file.name, file.alt ?? ""].filter { !$0.isEmpty }.joined(separator: ", ")
    }
    return ([text] + files).filter { !$0.isEmpty }.joined(separator: " · ")
  }

  /// The file that a passage is of comes last, and then the passage.
  fileprivate func textWithFiles(passage: FilePassage?) -> String {
    guard !attachments.isEmpty else { return text }
    let others = attachments.filter { $0.name != passage?.file } + attachments.filter { $0.name == passage?.file }
    let lines = (text.isEmpty ? [] : [text]) + others.map(\.mention) + (passage.map { [$0.unwrapped] } ?? [])
    return lines.joined(separator: "\n")
  }
}

extension PlacedMessage {
  /// The same, and behind it what a file says about what is looked for.
  package var textWithFiles: String { message.textWithFiles(passage: passage) }
}

extension FilePassage {
  /// The text with the lines of a paragraph in one, as far as they tell: a line goes on in one that
  /// begins in lower case, and after a comma or a semicolon.
  fileprivate var unwrapped: String {
    text.split(separator: "\n").reduce(into: "") { all, line in
      let goesOn = line.first?.isLowercase == true || all.last.map { ",;".contains($0) } == true
      all += (all.isEmpty ? "" : goesOn ? " " : "\n") + line
    }
  }
}

extension Attachment {
  private static let mostOfName = 120
  private static let mostOfDescription = 300

  /// Such as `[file: budget.xlsx]` or `[image: kite.jpg, A red kite]`.
  fileprivate var mention: String {
    let word = kind == .voice ? "voice message" : kind.rawValue
    let name = Self.bracketed(name, Self.mostOfName)
    guard let alt, !alt.isEmpty else { return "[\(word): \(name)]" }
    return "[\(word): \(name), \(Self.bracketed(alt, Self.mostOfDescription))]"
  }

  private static func bracketed(_ text: String, _ length: Int) -> String {
    String(
      Excerpt.of(text, maximumLength: length).map { character in
        switch character {
        case "[": "("
        case "]": ")"
        default: character
        }
      })
  }
}
