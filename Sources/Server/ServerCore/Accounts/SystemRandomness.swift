/// The system's cryptographic random numbers.
package enum SystemRandomness {
  /// `count` unpredictable bytes.
  @Sendable package static func bytes(_ count: Int) -> [UInt8] {
    var generator = SystemRandomNumberGenerator()
    return (0..<count).map { _ in UInt8.random(in: 0...UInt8.max, using: &generator) }
  }
}
