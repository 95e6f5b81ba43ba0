import Domain
import ServerCore

/// What a server is given from outside, so that tests own time, chance and the price of passwords.
package struct ServerDependencies: Sendable {
  package var clock: any WallClock
  package var identifiers: any IdentifierSource
  package var hasher: any PasswordHashing
  package var random: @Sendable (Int) -> [UInt8]

  package init(
    clock: any WallClock = SystemClock(), identifiers: (any IdentifierSource)? = nil,
    hasher: any PasswordHashing = Argon2PasswordHasher(),
    random: @escaping @Sendable (Int) -> [UInt8] = SystemRandomness.bytes
  ) {
    self.clock = clock
    self.identifiers = identifiers ?? RandomIdentifierSource(clock: clock)
    self.hasher = hasher
    self.random = random
  }
}
