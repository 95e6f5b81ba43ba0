import Domain
import Intelligence
import ServerCore

/// What the routes work with.
package struct RestServices: Sendable {
  let context: ServerContext
  let accounts: AccountService
  let identities: IdentityService
  let workspaces: WorkspaceService
  let admin: AdminService
  let features: FeatureService
  let models: ModelConnections
  let diagnostics: DiagnosticsService
  let retention: RetentionService
  let exports: ExportService
  let reader: StoreReader
  /// For searches, on threads of their own: whoever reads anything else does not wait for one.
  let searcher: StoreReader
  let identifiers: any IdentifierSource
  let intelligence: IntelligenceServices
  let notifier: Notifier
  let mailSender: MailSender
  let reminders: ReminderService
  let digestMailing: DigestMailing
  let metricsAccess: MetricsAccess
  let drain: Drain
  let certificate: ServerCertificate?
  /// `nil` where the server takes no files.
  let fileService: FileService?
  let fileLinks: FileLinks

  /// For the audit log.
  func actor(_ asker: AuthenticatedSession, at address: String) -> AuditActor {
    accounts.audit.actor(asker, at: address)
  }
}
