// swift-tools-version: 6.1
import PackageDescription

/// Reads short texts on this machine, without a key and without a request to anybody. See
/// README.md.
let package = Package(
  name: "OnBoxAI",
  platforms: [.macOS(.v15), .iOS(.v17)],
  products: [
    .library(name: "OnBoxAI", targets: ["OnBoxAI"]),
    .library(name: "OnBoxEvaluation", targets: ["OnBoxEvaluation"]),
  ],
  targets: [
    // The arithmetic of the sentence model: as fast in debug builds, in which it would take seconds
    // a text.
    .target(name: "CKernels", cSettings: [.unsafeFlags(["-O3"])]),
    // The word lists: `words.c` takes the files of `English` into the program.
    .target(name: "CWords", exclude: ["English"]),
    // Optimised in debug builds too: tests read many texts.
    .target(
      name: "OnBoxAI", dependencies: ["CKernels", "CWords"],
      swiftSettings: [.unsafeFlags(["-O"], .when(configuration: .debug))]),
    // What asks the engine about whole sets of items, and the models that only such sets need.
    .target(name: "OnBoxEvaluation", dependencies: ["OnBoxAI"]),
    // The root package names these tests too: one build runs them all.
    .testTarget(name: "OnBoxAITests", dependencies: ["OnBoxAI", "OnBoxEvaluation", "CKernels"]),
  ]
)
