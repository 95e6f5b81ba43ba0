// swift-tools-version: 6.1
import PackageDescription

/// Declarations of Apple's frameworks for a system that has none of them. See README.md.
///
/// Each module is called `Shim<Framework>` and takes the framework's name by `-module-alias` where
/// it is imported: a module really called `Network` or `os` would make `canImport` true in every
/// other package of the build.
let frameworks: [(name: String, needs: [String])] = [
  ("SwiftUI", ["CoreGraphics"]),
  ("UIKit", ["SwiftUI"]),
  ("Security", []),
  ("UserNotifications", []),
  ("BackgroundTasks", []),
  ("Network", []),
  ("PhotosUI", ["SwiftUI"]),
  ("AppIntents", ["SwiftUI"]),
  ("OSLog", []),
  ("UniformTypeIdentifiers", ["SwiftUI"]),
  ("ImageIO", ["CoreGraphics"]),
  ("CoreGraphics", []),
  ("AVFoundation", []),
  ("AuthenticationServices", ["SwiftUI"]),
  ("MetricKit", []),
  ("Intents", ["UserNotifications"]),
]

func asFrameworks(_ names: [String]) -> [SwiftSetting] {
  [.unsafeFlags(names.flatMap { ["-module-alias", "\($0)=Shim\($0)"] })]
}

let package = Package(
  name: "AppleShims",
  products: [
    .library(name: "AppleShims", targets: frameworks.map { "Shim" + $0.name }),
    .library(name: "ShimHost", targets: ["ShimHost", "ShimTree"]),
  ],
  targets: frameworks.map { framework in
    .target(
      name: "Shim" + framework.name,
      dependencies: (["Foundation", "Tree"] + framework.needs).map { .target(name: "Shim" + $0) },
      path: "Sources/" + framework.name,
      swiftSettings: asFrameworks(framework.needs))
  } + [
    // What the system's Foundation lacks: localized texts, background transfers. Handed on by every
    // framework.
    .target(name: "ShimFoundation", path: "Sources/Foundation"),
    // What views describe, and what looks at it: README.md.
    .target(name: "ShimTree", path: "Sources/ShimTree"),
    .target(name: "ShimHost", dependencies: ["ShimFoundation", "ShimSwiftUI", "ShimTree"], path: "Sources/ShimHost"),
    // The root package names these tests too: one build runs them all.
    .testTarget(
      name: "AppleShimsTests", dependencies: ["ShimHost", "ShimSwiftUI"], swiftSettings: asFrameworks(["SwiftUI"])),
  ]
)
