import Foundation

@testable import OnBoxAI

/// The repository's own models; `scripts/models` fetches those that are too large for it.
enum RepositoryModels {
  static let root = (0..<6).reduce(URL(fileURLWithPath: #filePath)) { url, _ in url.deletingLastPathComponent() }
  static let folder = ModelFolder(root.appendingPathComponent("Models").path)
}
