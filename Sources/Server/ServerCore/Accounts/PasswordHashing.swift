import Domain

/// Turns passwords into something that may be kept, slowly. Injected, so that tests can count and
/// be quick.
package protocol PasswordHashing: Sendable {
  /// The encoded hash with its parameters and a fresh salt. Throws `overloaded` when too many wait.
  func hash(_ password: String) async throws(Refusal) -> String
  /// Whether `password` made `encoded`. With `nil` (nobody to compare with) it does the same work
  /// and answers false, so that the time taken does not tell whether an account exists.
  func verify(_ password: String, against encoded: String?) async throws(Refusal) -> Bool
  /// Whether `encoded` was made with other parameters than today's.
  func needsRehash(_ encoded: String) -> Bool
}
