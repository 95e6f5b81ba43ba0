// swift-tools-version: 6.1
import PackageDescription

let nio = "swift-nio"
let demoFiles = ["people", "launch", "design", "operations", "random", "mira-kenji", "mira-amara"]
let onBoxAI = Target.Dependency.product(name: "OnBoxAI", package: "OnBoxAI")

/// Whether the server can keep its data in PostgreSQL too: needs libpq. The scripts set it on Linux.
let hasPostgres = Context.environment["MESSAGEAI_POSTGRES"] == "1"

/// Whether servers of one database can wake each other over NATS: needs libnats. The scripts set it on
/// Linux.
let hasNATS = Context.environment["MESSAGEAI_NATS"] == "1"

let package = Package(
  name: "MessageAI",
  platforms: [.macOS(.v15), .iOS(.v17)],
  products: [
    .executable(name: "messageai", targets: ["messageai"]),
    .library(name: "MessageAIKit", targets: ["MessageAIKit", "Domain"]),
    .library(name: "ViewModels", targets: ["ViewModels"]),
    .library(name: "MessageAIDevice", targets: ["MessageAIDevice"]),
  ],
  dependencies: [
    .package(path: "Packages/OnBoxAI"),
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.0"),
    .package(url: "https://github.com/apple/swift-crypto", from: "4.5.0"),
    .package(url: "https://github.com/apple/swift-http-types", from: "1.8.0"),
    .package(url: "https://github.com/apple/swift-log", from: "1.16.0"),
    .package(url: "https://github.com/apple/swift-nio", from: "2.101.0"),
    .package(url: "https://github.com/apple/swift-nio-extras", from: "1.35.0"),
    .package(url: "https://github.com/apple/swift-nio-ssl", from: "2.37.0"),
    .package(url: "https://github.com/groue/GRDB.swift", from: "7.10.0"),
    .package(url: "https://github.com/hummingbird-project/hummingbird", from: "2.28.0"),
    .package(url: "https://github.com/swift-server/async-http-client", from: "1.37.0"),
    .package(url: "https://github.com/swift-server/swift-service-lifecycle", from: "2.13.0"),
    .package(url: "https://github.com/swiftlang/swift-subprocess", from: "1.0.0"),
  ],
  targets: [
    // Shared
    .target(name: "Domain", path: "Sources/Shared/Domain"),
    .target(name: "WireProtocol", dependencies: ["Domain"], path: "Sources/Shared/WireProtocol"),

    // Server
    .systemLibrary(
      name: "CArgon2", path: "Sources/System/CArgon2", pkgConfig: "libargon2",
      providers: [.apt(["libargon2-dev"])]),
    .target(
      name: "ServerCore",
      dependencies: [
        "Domain", "WireProtocol", "CArgon2", "CLinux",
        .product(name: "Crypto", package: "swift-crypto"),
        .product(name: "Logging", package: "swift-log"),
      ], path: "Sources/Server/ServerCore"),
    .target(
      name: "StoreSQLite",
      dependencies: [
        "Domain", "ServerCore",
        .product(name: "GRDB", package: "GRDB.swift"),
        .product(name: "GRDBSQLite", package: "GRDB.swift"),
      ], path: "Sources/Server/StoreSQLite"),
    .target(
      name: "Media",
      dependencies: [
        "Domain", "ServerCore", "CLinux",
        .product(name: "AsyncHTTPClient", package: "async-http-client"),
        .product(name: "Crypto", package: "swift-crypto"),
        .product(name: "NIOCore", package: nio),
        .product(name: "NIOHTTP1", package: nio),
        .product(name: "Subprocess", package: "swift-subprocess"),
      ], path: "Sources/Server/Media"),
    .target(
      name: "MailSMTP",
      dependencies: [
        "Domain", "ServerCore",
        .product(name: "NIOCore", package: nio),
        .product(name: "NIOPosix", package: nio),
        .product(name: "NIOSSL", package: "swift-nio-ssl"),
      ], path: "Sources/Server/Mail"),
    .target(
      name: "OpenID",
      dependencies: [
        "Domain", "ServerCore",
        .product(name: "AsyncHTTPClient", package: "async-http-client"),
        .product(name: "Crypto", package: "swift-crypto"),
        .product(name: "CryptoExtras", package: "swift-crypto"),
        .product(name: "Logging", package: "swift-log"),
        .product(name: "NIOCore", package: nio),
        .product(name: "NIOHTTP1", package: nio),
      ], path: "Sources/Server/OpenID"),
    .target(
      name: "Telemetry",
      dependencies: [
        "Domain", "ServerCore",
        .product(name: "AsyncHTTPClient", package: "async-http-client"),
        .product(name: "NIOCore", package: nio),
        .product(name: "NIOHTTP1", package: nio),
      ], path: "Sources/Server/Telemetry"),
    .target(
      name: "Push",
      dependencies: [
        "Domain", "ServerCore",
        .product(name: "AsyncHTTPClient", package: "async-http-client"),
        .product(name: "Crypto", package: "swift-crypto"),
        .product(name: "CryptoExtras", package: "swift-crypto"),
        .product(name: "NIOCore", package: nio),
        .product(name: "NIOHTTP1", package: nio),
        .product(name: "NIOSSL", package: "swift-nio-ssl"),
      ], path: "Sources/Server/Push"),
    .systemLibrary(name: "CLinux", path: "Sources/System/CLinux"),
    .systemLibrary(name: "CZlib", path: "Sources/System/CZlib", providers: [.apt(["zlib1g-dev"])]),
    .target(
      name: "ServerHTTP",
      dependencies: [
        "Domain", "WireProtocol", "ServerCore", "Intelligence", "AIProviders", "CZlib",
        .product(name: "Hummingbird", package: "hummingbird"),
        .product(name: "HummingbirdCore", package: "hummingbird"),
        .product(name: "HTTPTypes", package: "swift-http-types"),
        .product(name: "Logging", package: "swift-log"),
        .product(name: "NIOCore", package: nio),
        .product(name: "NIOPosix", package: nio),
        .product(name: "NIOHTTP1", package: nio),
        .product(name: "NIOHTTPTypes", package: "swift-nio-extras"),
        .product(name: "NIOHTTPTypesHTTP1", package: "swift-nio-extras"),
        .product(name: "NIOWebSocket", package: nio),
        .product(name: "NIOSSL", package: "swift-nio-ssl"),
        .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
        .product(name: "UnixSignals", package: "swift-service-lifecycle"),
      ], path: "Sources/Server/ServerHTTP"),

    // Intelligence
    .target(
      name: "AIProviders",
      dependencies: [
        "WireProtocol",
        .product(name: "AsyncHTTPClient", package: "async-http-client"),
        .product(name: "Logging", package: "swift-log"),
        .product(name: "NIOCore", package: nio),
        .product(name: "NIOHTTP1", package: nio),
        .product(name: "NIOSSL", package: "swift-nio-ssl"),
      ], path: "Sources/Server/AIProviders"),
    .target(
      name: "Intelligence",
      dependencies: [
        "Domain", "WireProtocol", "ServerCore", "AIProviders", onBoxAI,
        .product(name: "Crypto", package: "swift-crypto"),
        .product(name: "Logging", package: "swift-log"),
      ], path: "Sources/Server/Intelligence"),
    .target(
      name: "ModelEvaluation",
      dependencies: ["AIProviders", onBoxAI, .product(name: "OnBoxEvaluation", package: "OnBoxAI")],
      path: "Sources/Server/ModelEvaluation"),

    // Client
    .target(
      name: "ClientStore",
      dependencies: ["Domain", "WireProtocol", .product(name: "GRDB", package: "GRDB.swift")],
      path: "Sources/Client/ClientStore"),
    .target(
      name: "ClientSync", dependencies: ["Domain", "WireProtocol"], path: "Sources/Client/ClientSync"),
    .target(
      name: "MessageAIKit",
      dependencies: [
        "Domain", "WireProtocol", "ClientStore", "ClientSync",
        // Apple's systems have `URLSession`.
        .product(name: "AsyncHTTPClient", package: "async-http-client", condition: .when(platforms: [.linux])),
        .product(name: "NIOCore", package: nio, condition: .when(platforms: [.linux])),
        .product(name: "NIOPosix", package: nio, condition: .when(platforms: [.linux])),
        .product(name: "NIOHTTP1", package: nio, condition: .when(platforms: [.linux])),
        .product(name: "NIOWebSocket", package: nio, condition: .when(platforms: [.linux])),
        .product(name: "NIOSSL", package: "swift-nio-ssl", condition: .when(platforms: [.linux])),
      ], path: "Sources/Client/MessageAIKit"),
    .target(name: "ViewModels", dependencies: ["Domain"], path: "Sources/Client/ViewModels"),

    // Executable
    .target(name: "Terminal", dependencies: ["Domain", "MessageAIKit", "ViewModels"]),
    .target(
      name: "Demo", dependencies: ["Domain", "ServerCore"],
      resources: demoFiles.map { .embedInCode("Tidewater/\($0).txt") }),
    .target(
      name: "Benchmarks",
      dependencies: [
        "Domain", "WireProtocol", "ServerCore", "StoreSQLite", "Intelligence", "ClientStore", "ClientSync",
        "MessageAIKit", onBoxAI,
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ]),
    .executableTarget(
      name: "messageai",
      dependencies: [
        "Domain", "ServerCore", "StoreSQLite", "Media", "Push", "MailSMTP", "OpenID", "Telemetry", "ServerHTTP",
        "MessageAIKit", "ViewModels", "AIProviders", "Intelligence", "ModelEvaluation", "Terminal", "Benchmarks",
        "Demo",
        onBoxAI,
        .product(name: "OnBoxEvaluation", package: "OnBoxAI"),
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
        .product(name: "Logging", package: "swift-log"),
      ]),

    // For scripts/harden-autobahn.
    .executableTarget(
      name: "websocket-echo",
      dependencies: [
        "Domain", "ServerCore", "ServerHTTP", "StoreSQLite",
        .product(name: "Hummingbird", package: "hummingbird"),
        .product(name: "Logging", package: "swift-log"),
        .product(name: "NIOCore", package: nio),
        .product(name: "NIOPosix", package: nio),
      ], path: "Sources/Tools/WebSocketEcho"),

    // Tests
    .target(
      name: "TestSupport",
      dependencies: [
        "Domain", "WireProtocol", "ServerCore", "StoreSQLite", "Media", "Push", "MailSMTP", "ServerHTTP", "ClientStore",
        "ClientSync", "MessageAIKit", "AIProviders", "Intelligence", onBoxAI,
        .product(name: "GRDB", package: "GRDB.swift"),
        .product(name: "AsyncHTTPClient", package: "async-http-client"),
        .product(name: "NIOCore", package: nio),
        .product(name: "NIOPosix", package: nio),
        .product(name: "NIOHTTP1", package: nio),
        .product(name: "NIOSSL", package: "swift-nio-ssl"),
        .product(name: "NIOTLS", package: nio),
        .product(name: "Subprocess", package: "swift-subprocess"),
      ], path: "Sources/TestSupport"),
    .testTarget(name: "DomainTests", dependencies: ["Domain"]),
    // The package's own tests, in this build too.
    .testTarget(
      name: "OnBoxAITests", dependencies: [onBoxAI, .product(name: "OnBoxEvaluation", package: "OnBoxAI")],
      path: "Packages/OnBoxAI/Tests/OnBoxAITests"),
    .testTarget(
      name: "AIProvidersTests",
      dependencies: [
        "AIProviders", "ModelEvaluation", "TestSupport", .product(name: "OnBoxEvaluation", package: "OnBoxAI"),
        .product(name: "Logging", package: "swift-log"),
      ],
      exclude: ["Recordings"]),
    // Needs a model: scripts/test-llm.
    .testTarget(
      name: "RealModelTests",
      dependencies: ["AIProviders", "TestSupport", .product(name: "Logging", package: "swift-log")]),
    .testTarget(
      name: "IntelligenceTests", dependencies: ["Intelligence", "StoreSQLite", "TestSupport", "Demo", onBoxAI],
      exclude: ["Questions/demo.txt", "Questions/demo-held.txt"]),
    .testTarget(
      name: "SafetyTests",
      dependencies: ["Intelligence", "AIProviders", "StoreSQLite", "WireProtocol", "TestSupport"]),
    .testTarget(name: "WireProtocolTests", dependencies: ["WireProtocol"]),
    .testTarget(name: "ServerCoreTests", dependencies: ["ServerCore", "StoreSQLite", "TestSupport"]),
    .testTarget(name: "StoreSQLiteTests", dependencies: ["StoreSQLite", "TestSupport"]),
    .testTarget(
      name: "MediaTests",
      dependencies: ["Media", "TestSupport", .product(name: "Crypto", package: "swift-crypto")]),
    .testTarget(name: "MailTests", dependencies: ["MailSMTP", "TestSupport"], exclude: ["mail_receiver.py"]),
    .testTarget(
      name: "OpenIDTests",
      dependencies: [
        "OpenID", "Domain", "ServerCore", .product(name: "Crypto", package: "swift-crypto"),
        .product(name: "CryptoExtras", package: "swift-crypto"), .product(name: "NIOCore", package: nio),
        .product(name: "NIOPosix", package: nio),
      ]),
    .testTarget(name: "TelemetryTests", dependencies: ["Telemetry", "TestSupport", "AIProviders"]),
    .testTarget(
      name: "PushTests",
      dependencies: [
        "Push", "TestSupport", .product(name: "Crypto", package: "swift-crypto"),
        .product(name: "CryptoExtras", package: "swift-crypto"),
      ], exclude: ["receiver"]),
    .testTarget(
      name: "ServerHTTPTests",
      dependencies: [
        "ServerHTTP", "TestSupport", "StoreSQLite", "CZlib", .product(name: "NIOCore", package: nio),
        .product(name: "NIOWebSocket", package: nio), .product(name: "Logging", package: "swift-log"),
        .product(name: "NIOSSL", package: "swift-nio-ssl"),
      ]),
    .testTarget(name: "ClientStoreTests", dependencies: ["ClientStore", "TestSupport"]),
    .testTarget(name: "ClientSyncTests", dependencies: ["ClientSync", "TestSupport"]),
    .testTarget(
      name: "MessageAIKitTests",
      dependencies: ["MessageAIKit", "Telemetry", "TestSupport", .product(name: "GRDB", package: "GRDB.swift")]),
    .testTarget(name: "ViewModelsTests", dependencies: ["ViewModels", "MessageAIKit", "TestSupport"]),
    .testTarget(name: "SimulationTests", dependencies: ["TestSupport"]),
    .testTarget(name: "EndToEnd", dependencies: ["messageai", "TestSupport"]),
    .testTarget(name: "CommandTests", dependencies: ["Terminal", "Demo", "StoreSQLite", "TestSupport"]),
  ]
)

if hasPostgres {
  for target in package.targets where ["messageai", "Benchmarks"].contains(target.name) {
    target.dependencies.append("StorePostgres")
    target.swiftSettings = [.define("POSTGRES")]
  }
  package.targets += [
    .systemLibrary(
      name: "CPostgres", path: "Sources/System/CPostgres", pkgConfig: "libpq", providers: [.apt(["libpq-dev"])]),
    .target(
      name: "StorePostgres", dependencies: ["Domain", "ServerCore", "CPostgres"], path: "Sources/Server/StorePostgres",
      resources: [.embedInCode("Schema/tables.sql")]),
    .testTarget(
      name: "StorePostgresTests", dependencies: ["StorePostgres", "StoreSQLite", "messageai", "TestSupport"]),
  ]
}

if hasNATS {
  for target in package.targets where target.name == "messageai" {
    target.dependencies.append("Bus")
    target.swiftSettings = (target.swiftSettings ?? []) + [.define("NATS")]
  }
  package.targets += [
    .systemLibrary(
      name: "CNATS", path: "Sources/System/CNATS", pkgConfig: "libnats", providers: [.apt(["libnats-dev"])]),
    .target(name: "Bus", dependencies: ["Domain", "ServerCore", "CNATS"], path: "Sources/Server/Bus"),
    .testTarget(name: "BusTests", dependencies: ["Bus", "TestSupport"]),
  ]
}

#if os(Linux)
  // What computes for minutes in tests is optimised in debug builds too.
  let hotModules = [
    "Domain", "WireProtocol", "ServerCore", "StoreSQLite", "StorePostgres", "Media", "ClientStore", "ClientSync",
  ]
  for target in package.targets where hotModules.contains(target.name) {
    target.swiftSettings = [.unsafeFlags(["-O"], .when(configuration: .debug))]
  }

  // The iOS app is compiled and walked through against declarations of Apple's frameworks:
  // Apps/iOS/README.md.
  let appleFrameworks = [
    "SwiftUI", "UIKit", "Security", "UserNotifications", "BackgroundTasks", "Network", "PhotosUI", "AppIntents",
    "OSLog", "UniformTypeIdentifiers", "ImageIO", "CoreGraphics",
    "AVFoundation", "AuthenticationServices", "MetricKit", "Intents",
  ]
  let asAppleFrameworks: [SwiftSetting] = [
    .unsafeFlags(appleFrameworks.flatMap { ["-module-alias", "\($0)=Shim\($0)"] })
  ]
  package.dependencies.append(.package(path: "Tools/AppleShims"))
  package.targets += [
    .target(
      name: "MessageAIDevice",
      dependencies: ["Domain", "MessageAIKit", .product(name: "AppleShims", package: "AppleShims")],
      path: "Apps/iOS/Device", packageAccess: false, swiftSettings: asAppleFrameworks),
    .target(
      name: "NotificationService",
      dependencies: [
        "Domain", "MessageAIKit", "MessageAIDevice", .product(name: "AppleShims", package: "AppleShims"),
      ], path: "Apps/iOS/NotificationService",
      exclude: ["Info.plist", "Localizable.xcstrings", "NotificationService.entitlements", "PrivacyInfo.xcprivacy"],
      packageAccess: false,
      swiftSettings: asAppleFrameworks),
    .target(
      name: "MessageAIApp",
      dependencies: [
        "Domain", "MessageAIKit", "MessageAIDevice", "ViewModels", .product(name: "AppleShims", package: "AppleShims"),
      ], path: "Apps/iOS/MessageAI", exclude: ["Entry", "Resources"], packageAccess: false,
      swiftSettings: asAppleFrameworks),
    .testTarget(
      name: "AppTests",
      dependencies: [
        "MessageAIApp", "MessageAIDevice", "NotificationService", "ViewModels", "MessageAIKit", "ClientStore",
        "TestSupport", "ServerHTTP", "StoreSQLite", "Intelligence",
        .product(name: "AppleShims", package: "AppleShims"), .product(name: "ShimHost", package: "AppleShims"),
      ], swiftSettings: asAppleFrameworks),
    // Those that Xcode runs inside the app: what of them does not need its bundle.
    .testTarget(
      name: "AppUnitTests",
      dependencies: [
        "Domain", "MessageAIKit", "MessageAIDevice", "MessageAIApp",
        .product(name: "AppleShims", package: "AppleShims"),
      ], path: "Apps/iOS/UnitTests", packageAccess: false, swiftSettings: asAppleFrameworks),
    // The package's own tests, in this build too.
    .testTarget(
      name: "AppleShimsTests",
      dependencies: [
        .product(name: "AppleShims", package: "AppleShims"), .product(name: "ShimHost", package: "AppleShims"),
      ], path: "Tools/AppleShims/Tests/AppleShimsTests", swiftSettings: asAppleFrameworks),
  ]
#else
  // What the app and its extension share of Apple's frameworks.
  package.targets.append(
    .target(
      name: "MessageAIDevice", dependencies: ["Domain", "MessageAIKit"], path: "Apps/iOS/Device",
      packageAccess: false))
#endif
