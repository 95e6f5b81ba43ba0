import Domain

/// Where a log is not what was written.
package enum AuditBreak: Error, Hashable, Sendable {
  /// The entry is not as it was written.
  case changed(Int64)
  /// The entry is not there, but later ones are.
  case missing(Int64)
  /// The entry does not follow the one before it: one of the two was exchanged or moved.
  case unlinked(Int64)
  /// No entry confirms that those up to this one were forgotten.
  case forgotten(Int64)
  /// The log does not come to the head that was given: its end was cut off, or is another one.
  case headMissing

  /// As an entry has it.
  package var word: String {
    switch self {
    case .changed(let number): "changed \(number)"
    case .missing(let number): "missing \(number)"
    case .unlinked(let number): "unlinked \(number)"
    case .forgotten(let number): "forgotten \(number)"
    case .headMissing: "head missing"
    }
  }

  package var sentence: String {
    switch self {
    case .changed(let number): "Entry \(number) is not as it was written."
    case .missing(let number): "Entry \(number) is missing."
    case .unlinked(let number):
      "Entry \(number) does not follow the one before it: one of the two was exchanged or moved."
    case .forgotten(let number): "Entries up to \(number) are gone, and no entry says that they were forgotten."
    case .headMissing: "The head that was given is not in the log: its end was cut off, or it is another log."
    }
  }
}

/// Follows a log from its oldest entry to its newest.
package struct AuditChain {
  private let checkpoint: AuditHead
  /// That the log must have come to.
  private let expected: [UInt8]?
  private var isConfirmed: Bool
  private var hasExpected: Bool
  package private(set) var head: AuditHead

  /// `checkpoint` is the last entry that was forgotten.
  package init(after checkpoint: AuditHead, expecting expected: [UInt8]? = nil) {
    self.checkpoint = checkpoint
    self.expected = expected
    head = checkpoint
    isConfirmed = checkpoint == .start
    hasExpected = expected == nil || expected == checkpoint.hash
  }

  /// Takes the next entry in the order of numbers.
  package mutating func take(_ entry: AuditEntry) throws(AuditBreak) {
    guard entry.number == head.number + 1 else { throw .missing(head.number + 1) }
    guard entry.isSound else { throw .changed(entry.number) }
    guard entry.before == head.hash else { throw .unlinked(entry.number) }
    head = entry.head
    if entry.kind == AuditAct.Kind.entriesForgotten.rawValue, entry.detail == checkpoint.description {
      isConfirmed = true
    }
    if entry.hash == expected { hasExpected = true }
  }

  /// To be called after the newest entry.
  package func finish() throws(AuditBreak) {
    guard isConfirmed else { throw .forgotten(checkpoint.number) }
    guard hasExpected else { throw .headMissing }
  }
}
