import Domain
import Foundation
import ServerCore

/// A letter as it goes over the wire: RFC 5322, every line ended by CR and LF.
package struct MailMessage: Hashable, Sendable {
  /// What cannot be written into a header.
  package struct Problem: Error, Hashable, CustomStringConvertible {
    package let description: String
  }

  package let sender: MailAddress
  package let recipient: MailAddress
  package let bytes: [UInt8]

  /// Throws for a recipient or a subject that could end its line and begin another.
  package init(_ mail: Mail, from: Mailbox) throws(Problem) {
    guard let recipient = MailAddress(mail.to) else {
      throw Problem(description: "The letter's recipient is no address that mail is sent to.")
    }
    guard !mail.subject.hasControlCharacter else {
      throw Problem(description: "The letter's subject has control characters.")
    }
    sender = from.address
    self.recipient = recipient
    let headers = [
      "Date: \(Self.date(mail.createdAt))",
      "Message-ID: <\(mail.id)@\(from.address.domain)>",
      HeaderText.mailbox("From", from),
      "To: \(recipient.text)",
      HeaderText.field("Subject", mail.subject),
      "MIME-Version: 1.0",
      "Content-Type: text/plain; charset=utf-8",
      "Content-Transfer-Encoding: quoted-printable",
      // Keeps holiday notices and other machines from answering.
      "Auto-Submitted: auto-generated",
    ]
    bytes = [UInt8](headers.map { $0 + "\r\n" }.joined().utf8) + [13, 10] + QuotedPrintable.encoded(mail.text)
  }

  /// `Wed, 01 Jul 2026 09:05:00 +0000`
  private static func date(_ time: Timestamp) -> String {
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = .gmt
    let date = time.date
    let weekday = weekdays[calendar.component(.weekday, from: date) - 1]
    let month = months[calendar.component(.month, from: date) - 1]
    let clock = [Calendar.Component.hour, .minute, .second].map { digits(calendar.component($0, from: date), 2) }
    let day = digits(calendar.component(.day, from: date), 2)
    let year = digits(calendar.component(.year, from: date), 4)
    return "\(weekday), \(day) \(month) \(year) \(clock.joined(separator: ":")) +0000"
  }

  private static let weekdays = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"]
  private static let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]

  private static func digits(_ number: Int, _ count: Int) -> String {
    let text = String(number)
    return String(repeating: "0", count: max(0, count - text.utf8.count)) + text
  }
}
