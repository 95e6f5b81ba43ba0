import Domain
import Foundation
import NIOSSL

/// A certificate that can be shown.
struct LoadedCertificate {
  let contents: CertificateFiles.Contents
  let context: NIOSSLContext
  /// Of the first certificate of the chain to expire.
  let end: Timestamp
}

/// Where a certificate and its key stand.
struct CertificateFiles {
  typealias Problem = ServerCertificate.Problem

  /// What the files hold; only compared, and never kept longer than the certificate is shown.
  struct Contents: Hashable {
    let certificate: [UInt8]
    let key: [UInt8]
  }

  let certificate: String
  let key: String

  func read() throws(Problem) -> Contents {
    Contents(
      certificate: try Self.read(certificate, as: "certificate"), key: try Self.read(key, as: "key"))
  }

  private static func read(_ path: String, as name: String) throws(Problem) -> [UInt8] {
    do {
      return Array(try Data(contentsOf: URL(fileURLWithPath: path)))
    } catch {
      throw Problem(description: "The file of the TLS \(name), \(path), cannot be read.")
    }
  }

  /// Throws a `Problem` for what is no PEM, a key that does not belong to the certificate, and a
  /// certificate whose time has not come or is over.
  func load(_ contents: Contents, now: Timestamp) throws(Problem) -> LoadedCertificate {
    let chain: [NIOSSLCertificate]
    do {
      chain = try NIOSSLCertificate.fromPEMBytes(contents.certificate)
    } catch {
      throw Problem(description: "The file \(certificate) holds no certificate in PEM format.")
    }
    let privateKey: NIOSSLPrivateKey
    do {
      privateKey = try NIOSSLPrivateKey(bytes: contents.key, format: .pem)
    } catch {
      throw Problem(description: "The file \(key) holds no private key in PEM format, or one with a password.")
    }
    let moment = Int(now.milliseconds / 1_000)
    for (index, link) in chain.enumerated() {
      let name = index == 0 ? "The certificate" : "Certificate \(index + 1)"
      guard moment <= link.notValidAfter else {
        throw Problem(description: "\(name) in \(certificate) has expired on \(Self.date(link.notValidAfter)).")
      }
      guard moment >= link.notValidBefore else {
        throw Problem(description: "\(name) in \(certificate) is valid only from \(Self.date(link.notValidBefore)).")
      }
    }
    var configuration = TLSConfiguration.makeServerConfiguration(
      certificateChain: chain.map { .certificate($0) }, privateKey: .privateKey(privateKey))
    configuration.minimumTLSVersion = .tlsv12
    configuration.applicationProtocols = ["http/1.1"]
    let context: NIOSSLContext
    do {
      context = try NIOSSLContext(configuration: configuration)
    } catch {
      throw Problem(description: "The key in \(key) does not belong to the certificate in \(certificate).")
    }
    let end = chain.map(\.notValidAfter).min() ?? 0
    return LoadedCertificate(
      contents: contents, context: context, end: Timestamp(milliseconds: Int64(end) * 1_000))
  }

  private static func date(_ seconds: Int) -> String {
    Date(timeIntervalSince1970: Double(seconds)).ISO8601Format()
  }
}
