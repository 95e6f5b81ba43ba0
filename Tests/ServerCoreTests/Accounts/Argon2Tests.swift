import Domain
import Foundation
import ServerCore
import Testing

@Suite("Passwords by Argon2id")
struct Argon2Tests {
  private static let cheap = Argon2PasswordHasher.Parameters(memoryKibibytes: 8_192, passes: 3, lanes: 1)

  @Test("a hash has its parameters and a salt of its own, and takes its password only")
  func hashes() async throws {
    let hasher = Argon2PasswordHasher(parameters: Self.cheap)
    let (first, second) = (try await hasher.hash("correct horse"), try await hasher.hash("correct horse"))
    #expect(first.hasPrefix("$argon2id$v=19$m=8192,t=3,p=1$"))
    #expect(first != second)
    #expect(try await hasher.verify("correct horse", against: first))
    #expect(try await !hasher.verify("correct horsf", against: first))
    #expect(try await !hasher.verify("", against: first))
    #expect(!hasher.needsRehash(first))
    #expect(Argon2PasswordHasher().needsRehash(first))
  }

  @Test("is Argon2id as its reference implementation has it")
  func reference() async throws {
    let parameters = Argon2PasswordHasher.Parameters(memoryKibibytes: 65_536, passes: 2, lanes: 1)
    let hasher = Argon2PasswordHasher(parameters: parameters)
    let known = "$argon2id$v=19$m=65536,t=2,p=1$c29tZXNhbHQ$CTFhFdXPJO1aFaMaO6Mm5c8y7cJHAph8ArZWb2GRPPc"
    #expect(try await hasher.verify("password", against: known))
    #expect(try await !hasher.verify("Password", against: known))
  }

  @Test("nobody to compare with costs what a wrong password costs")
  func equalWork() async throws {
    let hasher = Argon2PasswordHasher(parameters: Self.cheap)
    let encoded = try await hasher.hash("correct horse")
    func time(_ encoded: String?) async throws -> Duration {
      let start = ContinuousClock.now
      #expect(try await !hasher.verify("a wrong password", against: encoded))
      return ContinuousClock.now - start
    }
    // By turns: whatever else the machine does, it does beside both.
    var (wrong, unknown) = (Duration.seconds(60), Duration.seconds(60))
    for _ in 0..<20 {
      wrong = min(wrong, try await time(encoded))
      unknown = min(unknown, try await time(nil))
    }
    #expect(unknown > wrong / 3 && unknown < wrong * 3, "\(unknown) beside \(wrong)")
  }

  @Test("more than may wait are refused and told when to come again")
  func waiting() async throws {
    let hasher = Argon2PasswordHasher(parameters: Self.cheap, maximumWaiting: 0)
    let refusal = await #expect(throws: Refusal.self) { try await hasher.hash("correct horse") }
    #expect(refusal?.code == .overloaded && refusal?.retryAfter == 2)
  }
}
