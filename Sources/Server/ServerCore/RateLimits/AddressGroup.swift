import Foundation

/// What limits by address count together: one IPv4 address, or one IPv6 network of 64 bits, which
/// is what one customer has.
package enum AddressGroup {
  /// Longest text of an IPv6 address.
  private static let maximumBytes = 45

  /// A short name of the group, whatever the text is. What is no address, such as a forged header,
  /// is one group.
  package static func of(_ address: String) -> String {
    guard address.utf8.count <= 2 * maximumBytes else { return "other" }
    let plain = String(address.prefix { $0 != "%" })
    var four = in_addr()
    if inet_pton(AF_INET, plain, &four) == 1 { return plain }
    var six = in6_addr()
    guard inet_pton(AF_INET6, plain, &six) == 1 else { return "other" }
    let bytes = withUnsafeBytes(of: six) { [UInt8]($0) }
    let isMapped = bytes.prefix(10).allSatisfy { $0 == 0 } && bytes[10] == 0xFF && bytes[11] == 0xFF
    if isMapped { return bytes.suffix(4).map(String.init).joined(separator: ".") }
    return bytes.prefix(8).map { String($0, radix: 16) }.joined(separator: ":") + "/64"
  }
}
