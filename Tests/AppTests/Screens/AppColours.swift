import Foundation
import ShimHost

/// The colours of the app's asset catalogue.
enum AppColours {
  static func all() throws -> [AssetColour] {
    let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent()
    return try AssetColour.all(in: root.appendingPathComponent("Apps/iOS/MessageAI/Resources/Assets.xcassets"))
  }
}
