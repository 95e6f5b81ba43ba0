import Domain

/// Who does something, and from where.
package struct AuditActor: Hashable, Sendable {
  package enum Identity: Hashable, Sendable {
    /// Somebody who has not signed in.
    case nobody
    /// The server by itself.
    case server
    /// Whoever may read the data folder.
    case commandLine
    case account(UserID)
  }

  package let identity: Identity
  package let session: SessionID?
  package let address: AuditAddress?

  package init(_ identity: Identity, session: SessionID? = nil, address: AuditAddress? = nil) {
    self.identity = identity
    self.session = session
    self.address = address
  }

  package static let commandLine = AuditActor(.commandLine)
}

/// The network address that something was asked from. The chain has only the hash of both, so that
/// the address can be erased and the chain still be verified.
package struct AuditAddress: Hashable, Sendable {
  package let text: String
  /// Random, so that nobody finds an address that was erased by trying all of them.
  package let salt: [UInt8]

  package static let saltBytes = 16
  /// No address is longer; what a proxy writes may be.
  private static let maximumBytes = 64

  /// Characters that are in no address are left out.
  package init(_ text: String, salt: [UInt8]) {
    let known = text.utf8.prefix(Self.maximumBytes).filter { 0x21...0x7E ~= $0 }
    self.text = String(decoding: known, as: UTF8.self)
    self.salt = salt
  }
}

extension AuditActor.Identity: CustomStringConvertible {
  /// As an entry has it.
  package var description: String {
    switch self {
    case .nobody: "nobody"
    case .server: "server"
    case .commandLine: "command-line"
    case .account(let user): AuditSubject.account(user).description
    }
  }
}
