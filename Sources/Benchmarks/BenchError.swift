import Foundation

/// A measurement that could not be made.
struct BenchError: Error, CustomStringConvertible {
  let description: String

  init(_ description: String) {
    self.description = description
  }

  /// A failed system call, with the system's reason.
  static func system(_ call: String) -> BenchError {
    BenchError("\(call): \(String(cString: strerror(errno)))")
  }
}
