import Domain

extension Optional {
  /// The value; `malformed` when the key that holds it is absent or `null`.
  func required(_ key: StaticString) throws(Refusal) -> Wrapped {
    guard let self else { throw Refusal(.malformed, "\"\(key)\" is missing.") }
    return self
  }
}

extension Timestamp {
  /// Throws `invalid` for a moment that no calendar has.
  package func validated(_ name: String) throws(Refusal) -> Timestamp {
    guard Self.calendar.contains(self) else {
      throw Refusal(.invalid, "\(name) is a moment from 1970 to the end of the year 9999, in milliseconds.")
    }
    return self
  }
}
