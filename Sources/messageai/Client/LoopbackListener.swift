import Foundation

/// Waits for the browser that a sign-in elsewhere sends back to this device: one port of
/// 127.0.0.1, for one request that matters.
final class LoopbackListener {
  /// Seconds for which the browser may take.
  private static let patience: Int32 = 600
  /// Bytes of a request that are read: its first line is all that matters.
  private static let longest = 16 << 10

  let port: UInt16
  private let descriptor: Int32

  init() throws {
    #if canImport(Glibc) || canImport(Musl)
      descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    #else
      descriptor = socket(AF_INET, SOCK_STREAM, 0)
    #endif
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = UInt32(INADDR_LOOPBACK).bigEndian
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    let descriptor = descriptor
    let isBound = withUnsafeMutablePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(descriptor, $0, length) == 0 && listen(descriptor, 4) == 0 && getsockname(descriptor, $0, &length) == 0
      }
    }
    port = UInt16(bigEndian: address.sin_port)
    guard descriptor >= 0, isBound else { throw CommandFailure("No port of this device is free to come back to.") }
  }

  deinit { close(descriptor) }

  var address: String { "http://127.0.0.1:\(port)/" }

  /// The query with which the browser comes back from the sign-in of `state`. Others that knock are
  /// sent away. Blocks.
  func query(state: String) throws -> [String: String] {
    let deadline = Date(timeIntervalSinceNow: Double(Self.patience))
    while deadline.timeIntervalSinceNow > 0 {
      var waiting = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
      let milliseconds = Int32(max(1, min(deadline.timeIntervalSinceNow * 1_000, Double(Int32.max))))
      guard poll(&waiting, 1, milliseconds) > 0 else { continue }
      let browser = accept(descriptor, nil, nil)
      guard browser >= 0 else { continue }
      defer { close(browser) }
      let query = Self.query(of: firstLine(from: browser))
      let isExpected = query["state"] == state
      answer(browser, isExpected: isExpected)
      if isExpected { return query }
    }
    throw CommandFailure("Nobody signed in within ten minutes.")
  }

  private func firstLine(from browser: Int32) -> String {
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 4_096)
    while bytes.count < Self.longest, !bytes.contains(10) {
      var waiting = pollfd(fd: browser, events: Int16(POLLIN), revents: 0)
      guard poll(&waiting, 1, 5_000) > 0 else { break }
      let count = recv(browser, &buffer, buffer.count, 0)
      guard count > 0 else { break }
      bytes += buffer[0..<count]
    }
    return String(decoding: bytes.prefix { $0 != 13 && $0 != 10 }, as: UTF8.self)
  }

  private func answer(_ browser: Int32, isExpected: Bool) {
    let text = isExpected ? "You can close this page, and go back to the terminal." : "Nothing is here."
    let page = "<!doctype html><meta charset=utf-8><title>MessageAI</title><p style=\"font:1.2rem sans-serif\">\(text)"
    let answer = """
      HTTP/1.1 \(isExpected ? "200 OK" : "404 Not Found")\r
      Content-Type: text/html; charset=utf-8\r
      Content-Length: \(page.utf8.count)\r
      Referrer-Policy: no-referrer\r
      Connection: close\r
      \r
      \(page)
      """
    // Whether the page is seen changes nothing.
    _ = Array(answer.utf8).withUnsafeBytes { send(browser, $0.baseAddress, $0.count, 0) }
  }

  /// Of a line such as `GET /?code=… HTTP/1.1`.
  static func query(of line: String) -> [String: String] {
    let words = line.split(separator: " ")
    guard words.count == 3, words[0] == "GET", words[1].hasPrefix("/?"),
      let parts = URLComponents(string: "http://127.0.0.1\(words[1])")
    else { return [:] }
    return Dictionary(
      (parts.queryItems ?? []).compactMap { item in item.value.map { (item.name, $0) } },
      uniquingKeysWith: { first, _ in first })
  }
}
