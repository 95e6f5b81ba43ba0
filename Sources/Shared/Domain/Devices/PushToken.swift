/// By what a notification service finds this device. A secret: never logged.
public struct PushToken: Hashable, Sendable {
  /// Lower-case hexadecimal, as the service knows it.
  public let value: String
  public let environment: PushEnvironment

  /// Throws `invalid` for an empty token.
  public init(_ bytes: some Collection<UInt8>, environment: PushEnvironment) throws(Refusal) {
    guard !bytes.isEmpty else { throw Refusal(.invalid, "The device has no address for notifications.") }
    let digits = Array("0123456789abcdef")
    var text = ""
    for byte in bytes {
      text.append(digits[Int(byte >> 4)])
      text.append(digits[Int(byte & 15)])
    }
    value = text
    self.environment = environment
  }
}
