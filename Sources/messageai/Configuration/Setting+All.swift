import Domain
import Logging

extension Setting {
  /// All of them, in the order of docs/operations.md.
  static let all: [Setting] = serving + access + limits + push + mail + signIn + traces + intelligence + bucket

  /// Variables that clients and the commands for admins read.
  static let ofOtherCommands: Set<String> = [
    Settings.variable, "PASSWORD", "NEW_PASSWORD", "HOME", "SERVER_AUTHORITIES", "NO_CRASH_REPORTS",
  ]

  private static let serving = [
    Setting(name: "ADDRESS", form: .text) { $0.address },
    Setting(name: "PORT", form: .number(0...65_535, expectation: "a number from 0 to 65535")) { "\($0.port)" },
    Setting(name: "TLS_CERTIFICATE", form: .file) { $0.tls.tlsCertificate },
    Setting(name: "TLS_KEY", form: .file) { $0.tls.tlsKey },
    Setting(name: "DATA", form: .text) { $0.folder.data },
    Setting(name: "DATABASE", form: .text, isSecret: true) { $0.folder.database },
    Setting(name: "BUS", form: .text, isSecret: true),
    Setting(name: "DRAIN", form: .number(BusOptions.drainTimes, expectation: "a number from 0 to 3600")) {
      "\($0.bus.drainSeconds)"
    },
    Setting(name: "FILE_STORAGE", form: .storage) { $0.storage.fileStorage },
    Setting(name: "WEB", form: .text) { $0.web ?? Environment.text("WEB") },
    Setting(name: "MODELS", form: .text) { $0.models ?? Environment.text("MODELS") },
    Setting(name: "THREADS", form: .number(ServeCommand.threadCounts, expectation: "a number from 0 to 1024")) {
      "\($0.threads)"
    },
    Setting(
      name: "LOG_LEVEL", form: .choice(Logger.Level.allCases.map(\.rawValue), expectation: ServeCommand.logLevels)
    ) { $0.logLevel },
    Setting(name: "LOG_FORMAT", form: .choice(LogFormat.allCases.map(\.rawValue), expectation: "text or json")) {
      $0.logFormat.rawValue
    },
    Setting(name: "ACCESS_LOG", form: .toggle) { shown($0.accessLog) },
  ]

  private static let access = [
    Setting(name: "ORIGIN", form: .text) { $0.origin.joined(separator: ",") },
    Setting(
      name: "REGISTRATION",
      form: .choice(Registration.allCases.map(\.rawValue), expectation: "open, invitation, domain or closed")
    ) { $0.registration?.rawValue },
    Setting(name: "NO_RATE_LIMITS", form: .toggle) { shown(!$0.rateLimits) },
    Setting(name: "TRUST_PROXY", form: .toggle) { shown($0.trustProxy) },
    Setting(name: "METRICS_TOKEN", form: .text, isSecret: true) {
      $0.metricsToken ?? Environment.text("METRICS_TOKEN")
    },
    Setting(name: "METRICS_TOKEN_FILE", form: .file),
    Setting(name: "HSTS", form: .number(0...Int.max, expectation: "a number of seconds")) { "\($0.hsts)" },
  ]

  static let limits = [
    Setting(name: "GROUP_SIZE", form: .number(2...Int.max, expectation: "a number of at least 2")) {
      "\($0.groupSize)"
    },
    limit("CONVERSATIONS_PER_USER") { $0.limits.conversationsPerUser },
    limit("GROUPS_FROM_ONE_PERSON") { $0.limits.groupsFromOnePerson },
    limit("USER_SPACE") { $0.limits.userSpace },
    limit("SPACE") { $0.limits.space },
    limit("FILE_SIZE") { $0.limits.fileSize },
    limit("USER_FILES") { $0.limits.userFiles },
    limit("FILES") { $0.limits.files },
    limit("UPLOADS_A_DAY") { $0.limits.uploadsADay },
    limit("SOCKETS_PER_USER") { $0.limits.socketsPerUser },
    limit("SOCKETS_PER_ADDRESS") { $0.limits.socketsPerAddress },
  ]

  private static let push = [
    Setting(name: "PUSH_CONTACT", form: .text) { $0.push.pushContact },
    Setting(name: "PUSH_ORIGIN", form: .text) { $0.push.pushOrigin.joined(separator: ",") },
    Setting(name: "APNS_KEY", form: .file) { $0.push.apnsKey },
    Setting(name: "APNS_KEY_ID", form: .text) { $0.push.apnsKeyID },
    Setting(name: "APNS_TEAM", form: .text) { $0.push.apnsTeam },
    Setting(name: "APNS_TOPIC", form: .text) { $0.push.apnsTopic },
    Setting(name: "FCM_ACCOUNT", form: .file) { $0.push.fcmAccount },
  ]

  private static let mail = [
    Setting(name: "SMTP", form: .text) { $0.mail.smtp },
    Setting(name: "SMTP_PASSWORD", form: .text, isSecret: true),
    Setting(name: "SMTP_PASSWORD_FILE", form: .file),
    Setting(name: "MAIL_FROM", form: .text) { $0.mail.mailFrom },
    Setting(name: "SMTP_AUTHORITIES", form: .file) { $0.mail.smtpAuthorities },
    Setting(name: "PUBLIC_ADDRESS", form: .text) { $0.mail.publicAddress },
  ]

  private static let signIn = [
    Setting(name: "OPENID", form: .file) { $0.signIn.openid },
    Setting(name: "OPENID_ONLY", form: .toggle) { shown($0.signIn.openidOnly) },
  ]

  private static let traces = [
    Setting(name: "OTLP_ENDPOINT", form: .text) { $0.traces.otlpEndpoint },
    Setting(name: "OTLP_HEADERS", form: .text, isSecret: true), Setting(name: "OTLP_HEADERS_FILE", form: .file),
    Setting(name: "TRACE_SHARE", form: .share) { "\($0.traces.traceShare)" },
  ]

  private static let intelligence = [
    Setting(name: "NO_INTELLIGENCE", form: .toggle) { shown(!$0.intelligence) },
    Setting(name: "REQUESTS_A_DAY", form: .number(1...Int.max, expectation: "a number of at least 1")) {
      "\($0.requestsADay)"
    },
    Setting(name: "AI_PROVIDER", form: .text), Setting(name: "AI_API", form: .text),
    Setting(name: "AI_KEY", form: .text, isSecret: true), Setting(name: "AI_KEY_FILE", form: .file),
    Setting(name: "AI_BASE_URL", form: .text, isSecret: true), Setting(name: "AI_MODEL", form: .text),
    Setting(name: "AI_EMBEDDING_MODEL", form: .text), Setting(name: "AI_PRICE_INPUT", form: .text),
    Setting(name: "AI_PRICE_OUTPUT", form: .text), Setting(name: "AI_PRICE_EMBEDDING", form: .text),
    Setting(name: "AI_CONCURRENCY", form: .text),
  ]

  private static let bucket = [
    Setting(name: "S3_ENDPOINT", form: .text), Setting(name: "S3_REGION", form: .text),
    Setting(name: "S3_ACCESS_KEY", form: .text, isSecret: true), Setting(name: "S3_ACCESS_KEY_FILE", form: .file),
    Setting(name: "S3_SECRET_KEY", form: .text, isSecret: true), Setting(name: "S3_SECRET_KEY_FILE", form: .file),
  ]

  private static func limit(_ name: String, _ value: @escaping @Sendable (ServeCommand) -> Int) -> Setting {
    Setting(name: name, form: .number(LimitOptions.range, expectation: "a number from 1 to 1,000,000,000")) {
      "\(value($0))"
    }
  }

  private static func shown(_ isOn: Bool) -> String { isOn ? "1" : "0" }
}
