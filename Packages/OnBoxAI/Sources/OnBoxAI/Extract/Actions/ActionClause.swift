/// A part of a sentence that says who does what.
struct ActionClause {
  enum Subject {
    case speaker, anyone
    /// "You": the addressee if the sentence names one.
    case addressee
    case member(Int)
    case stranger(String)
  }

  let subject: Subject
  /// The tokens of the frame: "I'll", "can you please".
  let frame: Range<Int>
  /// From the verb to the end of the clause.
  let body: Range<Int>
  /// The member whom the sentence addresses by name, if any.
  let addressee: Int?
  /// The clause only takes over what was asked before ("on it").
  let takesOver: Bool
}
