import Foundation
import OnBox

/// The repository's own models; `scripts/models` fetches those that are too large for it.
enum RepositoryModels {
  static let folder = ModelFolder(
    URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent().appendingPathComponent("Models").path)
}
