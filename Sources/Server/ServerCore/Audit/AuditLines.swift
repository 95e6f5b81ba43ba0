import Domain
import Foundation
import WireProtocol

extension AdminAnswer {
  /// The entries that were asked for, a line each: of JSON with the hashes, or with tabs between
  /// number, time, who, what, on whom or what, details, outcome and network address.
  package func auditLines(asJSON: Bool) -> [String] {
    (audit?.entries ?? []).map { asJSON ? String(decoding: $0.json(), as: UTF8.self) : $0.columns }
  }
}

extension AuditEntryBody {
  fileprivate var columns: String {
    [
      "\(number)", at.date.ISO8601Format(), actor, kind, subject ?? "-", detail ?? "-", outcome, address ?? "-",
    ].joined(separator: "\t")
  }
}
