import Domain

extension Optional {
  /// The value; `malformed` when the key that holds it is absent or `null`.
  func required(_ key: StaticString) throws(Refusal) -> Wrapped {
    guard let self else { throw Refusal(.malformed, "\"\(key)\" is missing.") }
    return self
  }
}
