/// Why a command did not do what it was asked to, as a sentence for people; it ends the process
/// with status 1.
struct CommandFailure: Error, CustomStringConvertible {
  let description: String

  init(_ description: String) {
    self.description = description
  }
}
