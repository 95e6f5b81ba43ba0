/// One sentence of a summary, with what it rests on.
public struct SummarySentence: Hashable, Sendable {
  /// A whole sentence that stands alone, with its full stop.
  public var text: String
  /// Indices of the turns that say so, ascending, without repetition; never empty.
  public var sources: [Int]
  /// Whose words they are; `nil` when it speaks of several people.
  public var speaker: String?
}
