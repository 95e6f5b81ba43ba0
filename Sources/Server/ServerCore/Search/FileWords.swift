import Domain

extension Attachment {
  /// What it is found by: its name and, on a line of its own, its description.
  package var words: String { alt.map { "\(name)\n\($0)" } ?? name }
}
