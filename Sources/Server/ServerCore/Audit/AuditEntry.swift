import Crypto
import Domain

/// An entry's number and hash. The one before the first entry has number 0 and a hash of zeros.
package struct AuditHead: Hashable, Sendable, Codable, CustomStringConvertible {
  package let number: Int64
  /// 32 bytes.
  package let hash: [UInt8]

  package init(number: Int64, hash: [UInt8]) {
    self.number = number
    self.hash = hash
  }

  package static let start = AuditHead(number: 0, hash: Array(repeating: 0, count: 32))

  package var description: String { "\(number) \(hash.hexadecimal)" }
}

/// One entry of the audit log. It never changes, but that its address can be erased.
package struct AuditEntry: Hashable, Sendable {
  package let number: Int64
  package let at: Timestamp
  /// As `AuditActor.Identity` writes it.
  package let actor: String
  package let session: String?
  /// Of the salt and the address.
  package let addressHash: [UInt8]?
  /// `nil` where there was none, or it was erased.
  package var address: AuditAddress?
  package let kind: String
  /// As `AuditSubject` writes it.
  package let subject: String?
  package let detail: String?
  /// `done`, or the code of the refusal.
  package let outcome: String
  /// Of the entry before.
  package let before: [UInt8]
  package let hash: [UInt8]

  package static let done = "done"

  /// As it was stored, whatever it is.
  package init(
    number: Int64, at: Timestamp, actor: String, session: String?, addressHash: [UInt8]?, address: AuditAddress?,
    kind: String, subject: String?, detail: String?, outcome: String, before: [UInt8], hash: [UInt8]
  ) {
    self.number = number
    self.at = at
    self.actor = actor
    self.session = session
    self.addressHash = addressHash
    self.address = address
    self.kind = kind
    self.subject = subject
    self.detail = detail
    self.outcome = outcome
    self.before = before
    self.hash = hash
  }

  /// The entry that follows `head`.
  package init(
    after head: AuditHead, _ act: AuditAct, by actor: AuditActor, at time: Timestamp, refusal: ErrorCode? = nil
  ) {
    let words = act.words
    let draft = AuditEntry(
      number: head.number + 1, at: time, actor: actor.identity.description, session: actor.session?.description,
      addressHash: actor.address?.hash, address: actor.address, kind: words.kind.rawValue,
      subject: words.subject?.description, detail: words.detail, outcome: refusal?.rawValue ?? Self.done,
      before: head.hash, hash: [])
    self = AuditEntry(
      number: draft.number, at: draft.at, actor: draft.actor, session: draft.session, addressHash: draft.addressHash,
      address: draft.address, kind: draft.kind, subject: draft.subject, detail: draft.detail, outcome: draft.outcome,
      before: draft.before, hash: draft.computedHash)
  }

  package var head: AuditHead { AuditHead(number: number, hash: hash) }

  /// SHA-256 of the entry's lines, each with a line feed behind it: see docs/audit.md.
  var computedHash: [UInt8] {
    let lines = [
      "messageai-audit-1", "\(number)", "\(at.milliseconds)", actor, session ?? "", addressHash?.hexadecimal ?? "",
      kind, subject ?? "", detail ?? "", outcome, before.hexadecimal,
    ]
    return Array(SHA256.hash(data: lines.flatMap { Array($0.utf8) + [UInt8(ascii: "\n")] }))
  }

  /// Whether the entry has the hash that it says, and its address, where it has one still, too.
  package var isSound: Bool {
    guard computedHash == hash else { return false }
    return address == nil || address?.hash == addressHash
  }
}

extension AuditAddress {
  /// SHA-256 of the salt and the address.
  package var hash: [UInt8] { Array(SHA256.hash(data: salt + Array(text.utf8))) }
}

extension [UInt8] {
  /// Two digits in lower case for each byte.
  package var hexadecimal: String {
    let digits = Array("0123456789abcdef".utf8)
    return String(decoding: flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }, as: UTF8.self)
  }
}
