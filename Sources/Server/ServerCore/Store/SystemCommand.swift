/// What the server itself keeps.
package enum SystemCommand: Sendable {
  /// Keeps the first value under a name: a repeat answers with what is kept.
  case putSecret(name: String, [UInt8])
  /// Writes something that means nothing, to learn whether the disk takes it.
  case probe
  /// Puts each secret in the place of the one before, which is erased; every socket must show a
  /// token of the new signing key.
  case replaceSecrets([ServerSecret: [UInt8]])
}
