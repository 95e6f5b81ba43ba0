// Made from wire/requests.json: change that and run `make wire`.

import Domain

/// Part of the audit log, newest first.
package struct AuditPage: WireBody, Hashable, Codable {
  package var entries: [AuditEntryBody]
  /// `before` of the next page; absent behind the oldest entry.
  package var next: Int64?

  package init(entries: [AuditEntryBody], next: Int64? = nil) {
    self.entries = entries
    self.next = next
  }

  package init(from reader: inout JSONReader) throws(Refusal) {
    var entries: [AuditEntryBody] = []
    var next: Int64?
    try reader.requireObject()
    while let key = try reader.nextKey() {
      switch key {
      case "entries": entries = try reader.bodies()
      case "next": next = try reader.integer()
      default: try reader.skipValue()
      }
    }
    self.init(entries: entries, next: next)
  }

  package func write(to writer: inout JSONWriter) {
    writer.beginObject()
    writer.field("entries", entries)
    writer.field("next", next)
    writer.endObject()
  }
}

/// What somebody did. docs/audit.md says what each kind has, and what the hash is of.
package struct AuditEntryBody: WireBody, Hashable, Codable {
  package var number: Int64
  package var at: Timestamp
  /// `account:` and the id, `command-line`, `server` or `nobody`.
  package var actor: String
  package var session: String?
  /// Of the network; absent where it was not known, or was erased.
  package var address: String?
  /// Hexadecimal, as the hashes.
  package var salt: String?
  /// SHA-256 of the salt and the address.
  package var addressHash: String?
  package var kind: String
  /// `account:`, `session:`, `invitation:` or `conversation:`, and the id.
  package var subject: String?
  package var detail: String?
  /// `done`, or the code of the refusal.
  package var outcome: String
  /// The hash of the entry before.
  package var before: String
  package var hash: String

  package init(
    number: Int64, at: Timestamp, actor: String, session: String? = nil, address: String? = nil, salt: String? = nil,
    addressHash: String? = nil, kind: String, subject: String? = nil, detail: String? = nil, outcome: String,
    before: String, hash: String
  ) {
    self.number = number
    self.at = at
    self.actor = actor
    self.session = session
    self.address = address
    self.salt = salt
    self.addressHash = addressHash
    self.kind = kind
    self.subject = subject
    self.detail = detail
    self.outcome = outcome
    self.before = before
    self.hash = hash
  }

  package init(from reader: inout JSONReader) throws(Refusal) {
    var number: Int64?
    var at: Timestamp?
    var actor: String?
    var session: String?
    var address: String?
    var salt: String?
    var addressHash: String?
    var kind: String?
    var subject: String?
    var detail: String?
    var outcome: String?
    var before: String?
    var hash: String?
    try reader.requireObject()
    while let key = try reader.nextKey() {
      switch key {
      case "number": number = try reader.integer()
      case "at": at = try reader.timestamp("at")
      case "actor": actor = try reader.string()
      case "session": session = try reader.string()
      case "address": address = try reader.string()
      case "salt": salt = try reader.string()
      case "addressHash": addressHash = try reader.string()
      case "kind": kind = try reader.string()
      case "subject": subject = try reader.string()
      case "detail": detail = try reader.string()
      case "outcome": outcome = try reader.string()
      case "before": before = try reader.string()
      case "hash": hash = try reader.string()
      default: try reader.skipValue()
      }
    }
    self.init(
      number: try number.required("number"), at: try at.required("at"), actor: try actor.required("actor"),
      session: session, address: address, salt: salt, addressHash: addressHash, kind: try kind.required("kind"),
      subject: subject, detail: detail, outcome: try outcome.required("outcome"), before: try before.required("before"),
      hash: try hash.required("hash"))
  }

  package func write(to writer: inout JSONWriter) {
    writer.beginObject()
    writer.field("number", number)
    writer.field("at", at)
    writer.field("actor", actor)
    writer.field("session", session)
    writer.field("address", address)
    writer.field("salt", salt)
    writer.field("addressHash", addressHash)
    writer.field("kind", kind)
    writer.field("subject", subject)
    writer.field("detail", detail)
    writer.field("outcome", outcome)
    writer.field("before", before)
    writer.field("hash", hash)
    writer.endObject()
  }
}

/// What was found of the whole audit log.
package struct AuditVerificationBody: WireBody, Hashable {
  package var entries: Int64
  /// Of the newest entry, which tells of this verification.
  package var number: Int64
  /// Of that entry: keep it elsewhere.
  package var hash: String
  /// What is wrong; absent when nothing is.
  package var finding: String?

  package init(entries: Int64, number: Int64, hash: String, finding: String? = nil) {
    self.entries = entries
    self.number = number
    self.hash = hash
    self.finding = finding
  }

  package init(from reader: inout JSONReader) throws(Refusal) {
    var entries: Int64?
    var number: Int64?
    var hash: String?
    var finding: String?
    try reader.requireObject()
    while let key = try reader.nextKey() {
      switch key {
      case "entries": entries = try reader.integer()
      case "number": number = try reader.integer()
      case "hash": hash = try reader.string()
      case "finding": finding = try reader.string()
      default: try reader.skipValue()
      }
    }
    self.init(
      entries: try entries.required("entries"), number: try number.required("number"), hash: try hash.required("hash"),
      finding: finding)
  }

  package func write(to writer: inout JSONWriter) {
    writer.beginObject()
    writer.field("entries", entries)
    writer.field("number", number)
    writer.field("hash", hash)
    writer.field("finding", finding)
    writer.endObject()
  }
}
