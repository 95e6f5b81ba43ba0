import CArgon2
import Domain
import Foundation

/// Argon2id by libargon2 (decision 0002), at most two at a time on threads of its own, never on an
/// event loop.
package final class Argon2PasswordHasher: PasswordHashing {
  /// What a hash costs.
  package struct Parameters: Hashable, Sendable {
    package let memoryKibibytes: UInt32
    package let passes: UInt32
    package let lanes: UInt32

    package init(memoryKibibytes: UInt32, passes: UInt32, lanes: UInt32) {
      self.memoryKibibytes = memoryKibibytes
      self.passes = passes
      self.lanes = lanes
    }

    /// 19 MiB, 2 passes, 1 lane: about 60 ms of one core.
    package static let standard = Parameters(memoryKibibytes: 19 * 1024, passes: 2, lanes: 1)

    fileprivate var encodedPrefix: String { "$argon2id$v=19$m=\(memoryKibibytes),t=\(passes),p=\(lanes)$" }
  }

  private static let saltLength = 16
  private static let hashLength = 32

  private let parameters: Parameters
  private let maximumWaiting: Int
  private let salt: @Sendable (Int) -> [UInt8]
  private let queue: OperationQueue

  /// `salt` makes that many random bytes. Beyond `maximumWaiting` requests answer `overloaded`.
  package init(
    parameters: Parameters = .standard, concurrency: Int = 2, maximumWaiting: Int = 200,
    salt: @escaping @Sendable (Int) -> [UInt8] = SystemRandomness.bytes
  ) {
    self.parameters = parameters
    self.maximumWaiting = maximumWaiting
    self.salt = salt
    queue = OperationQueue()
    queue.name = "messageai.passwords"
    queue.maxConcurrentOperationCount = concurrency
  }

  package func hash(_ password: String) async throws(Refusal) -> String {
    try await onOwnThread { [parameters, salt] in
      Self.encode(password, parameters: parameters, salt: salt(Self.saltLength))
    }
  }

  package func verify(_ password: String, against encoded: String?) async throws(Refusal) -> Bool {
    try await onOwnThread { [parameters, salt] in
      guard let encoded else {
        return Self.encode(password, parameters: parameters, salt: salt(Self.saltLength)).map { _ in false }
      }
      return Self.check(password, against: encoded)
    }
  }

  package func needsRehash(_ encoded: String) -> Bool {
    !encoded.hasPrefix(parameters.encodedPrefix)
  }

  private func onOwnThread<Value: Sendable>(
    _ body: @escaping @Sendable () -> Result<Value, Refusal>
  ) async throws(Refusal) -> Value {
    guard queue.operationCount < maximumWaiting else {
      throw Refusal(.overloaded, "Too many sign-ins at once. Try again soon.", retryAfter: 2)
    }
    let result = await withCheckedContinuation { continuation in
      queue.addOperation { continuation.resume(returning: body()) }
    }
    return try result.get()
  }

  private static func encode(
    _ password: String, parameters: Parameters, salt: [UInt8]
  ) -> Result<String, Refusal> {
    let bytes = Array(password.utf8)
    let length = argon2_encodedlen(
      parameters.passes, parameters.memoryKibibytes, parameters.lanes, UInt32(salt.count), UInt32(hashLength), Argon2_id
    )
    var encoded = [CChar](repeating: 0, count: length)
    let status = argon2id_hash_encoded(
      parameters.passes, parameters.memoryKibibytes, parameters.lanes, bytes, bytes.count, salt, salt.count,
      hashLength, &encoded, length)
    guard status == ARGON2_OK.rawValue else { return .failure(failed(status)) }
    return .success(String(decoding: encoded.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self))
  }

  private static func check(_ password: String, against encoded: String) -> Result<Bool, Refusal> {
    let bytes = Array(password.utf8)
    let status = argon2id_verify(encoded, bytes, bytes.count)
    switch status {
    case ARGON2_OK.rawValue: return .success(true)
    case ARGON2_VERIFY_MISMATCH.rawValue: return .success(false)
    default: return .failure(failed(status))
    }
  }

  private static func failed(_ status: Int32) -> Refusal {
    Refusal(.internal, "The password could not be checked (\(status)).")
  }
}
