// swift-tools-version: 6.1
import Foundation
import PackageDescription

// The readers of strangers' bytes, alone, instrumented for libFuzzer: `scripts/harden fuzz` builds
// and runs it. The folders under Sources are links to the product's own. Nothing of the product
// depends on this package.
let instrumented: [SwiftSetting] = [
  .unsafeFlags(["-sanitize=fuzzer", "-enable-testing"])
]

let package = Package(
  name: "Fuzz",
  targets: [
    .target(name: "Domain", swiftSettings: instrumented),
    .target(name: "WireProtocol", dependencies: ["Domain"], swiftSettings: instrumented),
    .target(
      name: "ServerCore", dependencies: ["Domain"],
      sources: [
        "Search/SearchQueryParser.swift", "Store/SearchQuery.swift", "Accounts/Base64URL.swift",
        "Files/ContentType.swift",
      ],
      swiftSettings: instrumented),
    .target(
      name: "Media", dependencies: ["Domain", "ServerCore"],
      sources: ["Containers/ByteStream.swift", "Containers/ImageMetadata.swift"], swiftSettings: instrumented),
    .target(
      name: "Requests", dependencies: ["Domain"], sources: ["REST/RequestTarget.swift"], swiftSettings: instrumented),
    .target(
      name: "ModelOutput", sources: ["Safety", "JSON"],
      swiftSettings: instrumented),
    .executableTarget(
      name: "Fuzz", dependencies: ["Domain", "WireProtocol", "ServerCore", "Media", "Requests", "ModelOutput"]),
  ]
)
