import ArgumentParser
import Domain
import Foundation
import Logging
import MailSMTP
import ServerHTTP

/// By whom mail is sent. Without a mail server none is written, and links are copied by hand.
struct MailOptions: ParsableArguments {
  @Option(
    help: """
      The mail server: smtp://user@mail.example.org or smtps://… Its password is in the setting \
      MESSAGEAI_SMTP_PASSWORD or a file that MESSAGEAI_SMTP_PASSWORD_FILE names.
      """)
  var smtp = Environment.text("SMTP")

  @Option(help: "Whom mail is from, such as \"Kites <chat@example.org>\".")
  var mailFrom = Environment.text("MAIL_FROM")

  @Option(help: "File of certificates (PEM) that the mail server's own is signed by; the system's without it.")
  var smtpAuthorities = Environment.text("SMTP_AUTHORITIES")

  @Option(help: "Where people reach the web client, such as https://chat.example.org: for links in mail.")
  var publicAddress = Environment.text("PUBLIC_ADDRESS")

  func validate() throws {
    guard smtp == nil || (mailFrom != nil && publicAddress != nil) else {
      throw ValidationError("--smtp needs --mail-from and --public-address.")
    }
    guard smtp != nil || (mailFrom == nil && smtpAuthorities == nil) else {
      throw ValidationError("--mail-from and --smtp-authorities need --smtp.")
    }
    guard publicAddress == nil || address != nil else {
      throw ValidationError("--public-address is like https://chat.example.org.")
    }
  }

  /// Without a slash at the end.
  var address: String? {
    guard let publicAddress, let url = URL(string: publicAddress), ["http", "https"].contains(url.scheme),
      url.host != nil, url.query == nil, url.fragment == nil
    else { return nil }
    return String(publicAddress.reversed().drop { $0 == "/" }.reversed())
  }

  /// Throws a sentence for people when something that was given is wrong.
  func mailer() throws -> SMTPMailer? {
    guard let smtp, let mailFrom else { return nil }
    let password = try Environment.secret("SMTP_PASSWORD")
    do throws(SMTPSettings.Problem) {
      return SMTPMailer(
        try SMTPSettings(
          smtp, password: password, from: mailFrom, authorities: smtpAuthorities))
    } catch {
      throw CommandFailure(error.description)
    }
  }

  /// Names at once what keeps mail from being sent. Chat does not wait for it.
  static func check(_ mailer: SMTPMailer) -> Task<Void, Never> {
    Task {
      do throws(SMTPFailure) {
        try await mailer.check()
      } catch {
        Logger(label: "messageai").error("mail cannot be sent", metadata: ["reason": "\(error)"])
      }
    }
  }
}
