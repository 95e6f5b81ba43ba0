import Foundation
import Subprocess

/// An authority of its own, and certificates for `localhost` that it signs; made by `openssl`.
package struct TestCertificates: Sendable {
  package let folder: URL

  /// The authority's own certificate.
  package var authority: String { path("authority.pem") }
  /// Where `use` puts a certificate and its key.
  package var certificate: String { path("certificate.pem") }
  package var key: String { path("key.pem") }

  package init() async throws {
    folder = FileManager.default.temporaryDirectory.appendingPathComponent("certificates-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    try Data(
      """
      [ca]
      default_ca = own
      [own]
      database = \(path("index.txt"))
      new_certs_dir = \(folder.path)
      rand_serial = yes
      default_md = sha256
      policy = any
      copy_extensions = copy
      unique_subject = no
      [any]
      commonName = supplied

      """.utf8
    ).write(to: folder.appendingPathComponent("authority.cnf"))
    try Data().write(to: folder.appendingPathComponent("index.txt"))
    try await openssl(
      ["req", "-x509", "-days", "3650", "-subj", "/CN=authority", "-keyout", path("authority.key"), "-out", authority]
        + Self.newKey)
  }

  package func remove() {
    try? FileManager.default.removeItem(at: folder)
  }

  /// A certificate and its key, named so, that are valid from one date to another (`2026-01-31`).
  package func make(_ name: String, from start: String = "2020-01-01", to end: String) async throws {
    try await openssl(
      [
        "req", "-subj", "/CN=\(name)", "-addext", "subjectAltName=DNS:localhost,IP:127.0.0.1", "-keyout",
        path("\(name).key"), "-out", path("\(name).csr"),
      ] + Self.newKey)
    try await openssl([
      "ca", "-batch", "-notext", "-config", path("authority.cnf"), "-cert", authority, "-keyfile",
      path("authority.key"), "-startdate", Self.moment(start), "-enddate", Self.moment(end), "-in",
      path("\(name).csr"), "-out", path("\(name).pem"),
    ])
  }

  /// Puts what was made where a server reads it; `key` may be of another.
  package func use(_ name: String, key other: String? = nil) throws {
    try Data(contentsOf: folder.appendingPathComponent("\(name).pem"))
      .write(to: URL(fileURLWithPath: certificate), options: .atomic)
    try Data(contentsOf: folder.appendingPathComponent("\(other ?? name).key"))
      .write(to: URL(fileURLWithPath: key), options: .atomic)
  }

  private static let newKey = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes"]

  private static func moment(_ date: String) -> String { date.filter(\.isNumber) + "000000Z" }

  private func path(_ name: String) -> String { folder.appendingPathComponent(name).path }

  private func openssl(_ arguments: [String]) async throws {
    let result = try await run(.name("openssl"), arguments: Arguments(arguments), output: .discarded)
    try expect(result.terminationStatus.isSuccess, "openssl \(arguments.joined(separator: " ")) failed")
  }
}
