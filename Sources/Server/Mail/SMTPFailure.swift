import NIOCore
import NIOPosix
import NIOSSL
import ServerCore

/// Why a server has not taken a letter, or cannot be used at all.
package struct SMTPFailure: Error, Hashable, CustomStringConvertible {
  package enum Kind: Hashable, Sendable {
    /// No connection, or none that lasted.
    case unreachable
    case timedOut
    /// No TLS where it is needed.
    case insecure
    /// A certificate that has expired, is for another name, or that nobody trusted has signed.
    case untrusted
    /// User or password are wrong, or needed.
    case signIn
    /// This recipient or this letter, for good.
    case rejected
    /// The server asks to come later.
    case busy
    /// The server refuses, for another reason than the letter.
    case refused
    /// The server breaks the protocol.
    case malformed
    case cancelled
  }

  package let kind: Kind
  /// For the operator. Holds no password, no address and nothing of the letter.
  package let description: String

  init(_ kind: Kind, _ description: String) {
    self.kind = kind
    self.description = description
  }

  /// As the answer to a letter.
  var reply: MailReply { kind == .rejected ? .rejected(description) : .failed(description) }
}

extension SMTPFailure {
  /// What ended a connection.
  init(_ error: any Error, at place: String) {
    switch error {
    case let failure as SMTPFailure: self = failure
    case let fault as SMTPFault: self.init(fault, at: place)
    case is CancellationError: self.init(.cancelled, "nobody waits for \(place) any more")
    case let error as NIOConnectionError: self.init(.unreachable, "\(place) cannot be reached: \(Self.reason(error))")
    case ChannelError.connectTimeout: self.init(.unreachable, "\(place) cannot be reached: no answer in time")
    case let error as IOError: self.init(.unreachable, "\(place) cannot be reached: \(error)")
    case NIOSSLError.handshakeFailed(let reason): self.init(handshake: reason, at: place)
    case let error as NIOSSLExtraError where error == .failedToValidateHostname:
      self.init(.untrusted, "the certificate of \(place) is for another name")
    case NIOSSLError.uncleanShutdown: self.init(.unreachable, "\(place) has hung up")
    case is NIOSSLError, is BoringSSLError, is NIOSSLExtraError:
      self.init(.unreachable, "TLS with \(place) fails: \(error)")
    default: self.init(.unreachable, "\(place) has hung up")
    }
  }

  private init(_ fault: SMTPFault, at place: String) {
    switch fault {
    case .timedOut: self.init(.timedOut, "\(place) has not answered in time")
    case .unasked: self.init(.malformed, "\(place) says what it was not asked: somebody may be in between")
    case .endless: self.init(.malformed, "\(place) gives an answer without end")
    case .malformed: self.init(.malformed, "\(place) does not speak SMTP")
    }
  }

  private init(handshake reason: BoringSSLError, at place: String) {
    let text = "\(reason)"
    if text.contains("CERTIFICATE_VERIFY_FAILED") {
      self.init(
        .untrusted,
        "the certificate of \(place) is not trusted: it has expired, or this machine does not know who signed it")
    } else {
      self.init(.unreachable, "TLS with \(place) fails: \(text)")
    }
  }

  private static func reason(_ error: NIOConnectionError) -> String {
    if let last = error.connectionErrors.last {
      return last.error is ChannelError ? "no answer in time" : "\(last.error)"
    }
    return error.dnsAError == nil && error.dnsAAAAError == nil ? "no answer in time" : "its name is not known"
  }
}
