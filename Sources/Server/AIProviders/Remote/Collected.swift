import Synchronization

/// Bytes of a reply, up to a limit.
final class Collected: Sendable {
  private let bytes = Mutex<[UInt8]>([])

  init() {}

  var all: [UInt8] { bytes.withLock { $0 } }

  /// Throws `invalidAnswer` past `limit`.
  func append(_ piece: [UInt8], limit: Int) throws(ModelFailure) {
    let count = bytes.withLock {
      $0 += piece
      return $0.count
    }
    guard count <= limit else { throw ModelFailure(.invalidAnswer, detail: "the reply is too long") }
  }
}
