/// Why the terminal cannot show a chat, as a sentence for people.
package struct TerminalFailure: Error, CustomStringConvertible {
  package let description: String

  init(_ description: String) {
    self.description = description
  }
}
