import Domain
import Foundation
import Logging
import NIOSSL
import Synchronization

/// The certificate that a server shows, and its key: two PEM files, which are read anew when they
/// change. Connections keep what they have begun with; a pair of files that cannot be used changes
/// nothing.
package final class ServerCertificate: Sendable {
  /// Why two files are no certificate for a server, as a sentence for people.
  package struct Problem: Error, Hashable, CustomStringConvertible {
    package let description: String
  }

  /// Warnings begin so many days before the end.
  private static let warningDays: Int64 = 14
  private static let day: Int64 = 86_400

  private struct State {
    var loaded: LoadedCertificate
    /// Of files that could not be used; seen once, and told of.
    var suspect: CertificateFiles.Contents?
    var failure: Failure?
    var reloads: UInt64 = 0
    var lastWarning: Timestamp?
  }

  private struct Failure {
    /// `nil` when a file could not be read.
    let contents: CertificateFiles.Contents?
    let problem: Problem
  }

  private let files: CertificateFiles
  private let clock: any WallClock
  private let logger: Logger
  private let state: Mutex<State>

  /// Reads the chain of certificates, the server's own first, and the key that belongs to it.
  /// Blocks for the disk.
  package init(
    certificate: String, key: String, clock: any WallClock = SystemClock(), logger: Logger
  ) throws(Problem) {
    files = CertificateFiles(certificate: certificate, key: key)
    self.clock = clock
    self.logger = logger
    let loaded = try files.load(try files.read(), now: clock.now)
    state = Mutex(State(loaded: loaded))
    warn()
  }

  /// For the next connection.
  var context: NIOSSLContext { state.withLock { $0.loaded.context } }

  /// Takes what the files hold now. Files that cannot be used are told of when they are found so
  /// twice, because one is replaced after the other; with `atOnce` when they are found so at all.
  /// Blocks for the disk.
  package func refresh(atOnce: Bool = false) {
    defer { warn() }
    let contents: CertificateFiles.Contents
    do throws(Problem) {
      contents = try files.read()
    } catch {
      return note(Failure(contents: nil, problem: error), atOnce: atOnce)
    }
    let isKnown = state.withLock { state in
      guard state.loaded.contents == contents else { return false }
      state.failure = nil
      state.suspect = nil
      return true
    }
    guard !isKnown else { return }
    do throws(Problem) {
      let loaded = try files.load(contents, now: clock.now)
      state.withLock { state in
        state.loaded = loaded
        state.failure = nil
        state.suspect = nil
        state.lastWarning = nil
        state.reloads += 1
      }
      logger.notice("new certificate", metadata: ["until": "\(loaded.end.date.ISO8601Format())"])
    } catch {
      note(Failure(contents: contents, problem: error), atOnce: atOnce)
    }
  }

  private func note(_ failure: Failure, atOnce: Bool) {
    let isNews = state.withLock { state in
      let isKnown = state.failure.map { $0.contents == failure.contents && $0.problem == failure.problem } ?? false
      let isCertain = atOnce || failure.contents == nil || state.suspect == failure.contents
      state.suspect = failure.contents
      guard isCertain else { return false }
      state.failure = failure
      return atOnce || !isKnown
    }
    guard isNews else { return }
    logger.error("the new certificate is not used; the former one stays", metadata: ["reason": "\(failure.problem)"])
  }

  /// Once a day when the end is near.
  private func warn() {
    let now = clock.now
    let seconds: Int64? = state.withLock { state in
      let left = (state.loaded.end.milliseconds - now.milliseconds) / 1_000
      let isDue = state.lastWarning.map { now.milliseconds - $0.milliseconds >= Self.day * 1_000 } ?? true
      guard left < Self.warningDays * Self.day, isDue else { return nil }
      state.lastWarning = now
      return left
    }
    guard let seconds else { return }
    if seconds < 0 {
      logger.error("the certificate has expired: clients refuse it")
    } else {
      logger.warning("the certificate expires soon", metadata: ["days": "\(seconds / Self.day)"])
    }
  }

  /// Prometheus text format, version 0.0.4.
  func prometheusText() -> String {
    let (end, reloads, isFailing) = state.withLock { ($0.loaded.end, $0.reloads, $0.failure != nil) }
    return """
      # HELP messageai_tls_certificate_end_seconds Unix time at which the certificate that is shown expires.
      # TYPE messageai_tls_certificate_end_seconds gauge
      messageai_tls_certificate_end_seconds \(end.milliseconds / 1_000)
      # HELP messageai_tls_reloads_total New certificates that were taken.
      # TYPE messageai_tls_reloads_total counter
      messageai_tls_reloads_total \(reloads)
      # HELP messageai_tls_reload_failing Whether the files hold a certificate that cannot be used.
      # TYPE messageai_tls_reload_failing gauge
      messageai_tls_reload_failing \(isFailing ? 1 : 0)

      """
  }
}
