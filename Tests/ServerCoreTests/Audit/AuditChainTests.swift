import Domain
import ServerCore
import Testing

@Suite("The chain of the audit log")
struct AuditChainTests {
  private static let ada = UserID(high: 1, low: 1)
  private static let ben = UserID(high: 1, low: 2)

  /// Five entries.
  private static func log(after head: AuditHead = .start) -> [AuditEntry] {
    var head = head
    return (0..<5).map { index in
      let address = AuditAddress("192.0.2.\(index)", salt: Array(repeating: UInt8(index), count: 16))
      let entry = AuditEntry(
        after: head, .roleChanged(ben, index % 2 == 0 ? .admin : .member),
        by: AuditActor(.account(ada), address: address), at: Timestamp(milliseconds: Int64(index)))
      head = entry.head
      return entry
    }
  }

  private static func finding(
    in entries: [AuditEntry], after checkpoint: AuditHead = .start, expecting head: [UInt8]? = nil
  ) -> AuditBreak? {
    var chain = AuditChain(after: checkpoint, expecting: head)
    do throws(AuditBreak) {
      for entry in entries { try chain.take(entry) }
      try chain.finish()
      return nil
    } catch {
      return error
    }
  }

  private static func changed(
    _ entry: AuditEntry, actor: String? = nil, detail: String? = nil, address: AuditAddress? = nil
  ) -> AuditEntry {
    AuditEntry(
      number: entry.number, at: entry.at, actor: actor ?? entry.actor, session: entry.session,
      addressHash: entry.addressHash, address: address ?? entry.address, kind: entry.kind, subject: entry.subject,
      detail: detail ?? entry.detail, outcome: entry.outcome, before: entry.before, hash: entry.hash)
  }

  @Test("a log as it was written is whole, also without its addresses, and comes to each of its heads")
  func whole() {
    var log = Self.log()
    #expect(Self.finding(in: []) == nil)
    #expect(Self.finding(in: log) == nil)
    for index in log.indices { log[index].address = nil }
    for entry in log { #expect(Self.finding(in: log, expecting: entry.hash) == nil) }
  }

  @Test("whatever of an entry is changed, that entry is named")
  func tampered() {
    for index in 0..<5 {
      for change in [
        { Self.changed($0, actor: "account:0") }, { Self.changed($0, detail: "owner") },
        { Self.changed($0, address: AuditAddress("198.51.100.1", salt: [])) },
      ] as [(AuditEntry) -> AuditEntry] {
        var log = Self.log()
        log[index] = change(log[index])
        #expect(Self.finding(in: log) == .changed(Int64(index + 1)))
      }
    }
  }

  @Test("entries that are taken out, moved or written anew are found")
  func moved() {
    var log = Self.log()
    log.remove(at: 2)
    #expect(Self.finding(in: log) == .missing(3))
    log = Self.log()
    log.swapAt(1, 2)
    #expect(Self.finding(in: log) == .missing(2))
    log = Self.log()
    // Somebody who knows how to compute a hash.
    log[1] = AuditEntry(after: log[0].head, .keysRotated, by: .commandLine, at: log[1].at)
    #expect(Self.finding(in: log) == .unlinked(3))
    #expect(Self.finding(in: Array(Self.log().dropFirst())) == .missing(1))
  }

  @Test("an end that was cut off is found by a head that was kept elsewhere")
  func cut() {
    let log = Self.log()
    let rest = Array(log.dropLast())
    #expect(Self.finding(in: rest) == nil)
    #expect(Self.finding(in: rest, expecting: log[4].hash) == .headMissing)
    #expect(Self.finding(in: [], expecting: log[4].hash) == .headMissing)
  }

  @Test("a beginning is forgotten only where an entry confirms it")
  func forgotten() {
    let log = Self.log()
    let checkpoint = log[1].head
    let rest = Array(log.dropFirst(2))
    #expect(Self.finding(in: rest, after: checkpoint) == .forgotten(2))
    let newest = log[4].head
    func confirmed(_ head: AuditHead) -> AuditEntry {
      AuditEntry(after: newest, .entriesForgotten(head), by: AuditActor(.server), at: log[4].at)
    }
    #expect(Self.finding(in: rest + [confirmed(checkpoint)], after: checkpoint) == nil)
    #expect(Self.finding(in: rest + [confirmed(log[0].head)], after: checkpoint) == .forgotten(2))
    #expect(Self.finding(in: rest + [confirmed(checkpoint)], after: checkpoint, expecting: checkpoint.hash) == nil)
  }

  @Test("an address is one line of bounded length, whatever a proxy says")
  func addresses() {
    let address = AuditAddress("192.0.2.1\n\"x\u{0}" + String(repeating: "é1", count: 100), salt: [1])
    #expect(address.text.hasPrefix("192.0.2.1\"x"))
    #expect(address.text.utf8.count <= 64)
    #expect(address.text.utf8.allSatisfy { 0x21...0x7E ~= $0 })
  }
}
