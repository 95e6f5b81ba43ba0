import Domain
import ServerCore
import Testing

@Suite("Limits on guessing")
struct GuessingTests {
  private static let now = Timestamp(milliseconds: 1_800_000_000_000)

  /// How many of `count` tries are let through.
  private static func passed(_ count: Int, _ attempt: (Int) throws -> Void) -> Int {
    (0..<count).filter { (try? attempt($0)) != nil }.count
  }

  @Test("are strict for one account from one address, and leave it its owner, who is elsewhere")
  func owner() throws {
    let limits = SignInLimits(isOn: true)
    let wrong = Self.passed(50) { _ in try limits.take(account: "ada@example.org", address: "192.0.2.1", now: Self.now)
    }
    #expect(wrong == 5)
    try limits.take(account: "ada@example.org", address: "192.0.2.2", now: Self.now)
  }

  @Test("hold for one account from everywhere too")
  func everywhere() {
    let limits = SignInLimits(isOn: true)
    let passed = Self.passed(1_000) { number in
      try limits.take(
        account: "ada@example.org", address: "10.0.\(number / 4 / 250).\(number / 4 % 250)", now: Self.now)
    }
    #expect(passed == 100)
  }

  @Test("keep no key that is longer than an address of e-mail, and count all that are as one")
  func longKeys() {
    let limits = SignInLimits(isOn: true)
    let passed = Self.passed(20) { number in
      try limits.take(account: String(repeating: "x\(number)", count: 100_000), address: nil, now: Self.now)
    }
    #expect(passed == 5)
  }

  @Test("take an IPv6 network of 64 bits for one address, and what is no address for one too")
  func addresses() {
    #expect(AddressGroup.of("192.0.2.7") == "192.0.2.7")
    #expect(AddressGroup.of("::ffff:192.0.2.7") == "192.0.2.7")
    #expect(AddressGroup.of("2001:db8:1:2::1") == AddressGroup.of("2001:db8:1:2:ffff:1:2:3"))
    #expect(AddressGroup.of("2001:db8:1:2::1") != AddressGroup.of("2001:db8:1:3::1"))
    #expect(AddressGroup.of("fe80::1%eth0") == AddressGroup.of("fe80::2%eth1"))
    #expect(AddressGroup.of(String(repeating: "9", count: 250_000)) == AddressGroup.of("somewhere"))
    let limits = SignInLimits(isOn: true)
    let passed = Self.passed(100) { number in
      try limits.take(account: "user\(number)", address: "2001:db8::\(String(number, radix: 16))", now: Self.now)
    }
    #expect(passed == 20)
  }
}
