import Domain

/// Reports that the server has not been told yet.
@MainActor
public final class UntoldReports {
  /// Of more, the newest stay.
  public static let most = 20

  public private(set) var reports: [CrashReport] {
    didSet { keep(reports) }
  }
  private let keep: @MainActor ([CrashReport]) -> Void
  private var isTelling = false

  /// `keep` is called with all of them after each change, for the next start.
  public init(_ reports: [CrashReport], keep: @escaping @MainActor ([CrashReport]) -> Void) {
    self.reports = reports
    self.keep = keep
  }

  public func append(_ more: [CrashReport]) {
    if !more.isEmpty { reports = Array((reports + more).suffix(Self.most)) }
  }

  public func removeAll() {
    reports = []
  }

  /// Tells them, oldest first, and forgets what the server has taken or will never take. Throws
  /// when it did not answer: the rest stays. Does nothing while it is being done.
  public func tell(_ repository: any DiagnosticsRepository) async throws {
    guard !isTelling else { return }
    isTelling = true
    defer { isTelling = false }
    while let report = reports.first {
      do {
        try await repository.report(report)
      } catch let refusal as Refusal where refusal.code == .invalid || refusal.code == .notFound {
        // It says so each time; servers of before do not know the address.
      }
      // Another one stands first when they were removed meanwhile.
      if reports.first == report { reports.removeFirst() }
    }
  }
}
