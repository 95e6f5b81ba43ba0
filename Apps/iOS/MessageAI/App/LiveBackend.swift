import Foundation
import MessageAIKit
import ViewModels

extension Backend {
  /// Opens a server: what the device keeps of it stands in a folder of its own.
  static func live(_ address: ServerAddress, services: PlatformServices, device: String) throws -> Backend {
    let root = try FileManager.default.url(
      for: .applicationSupportDirectory, in: .userDomainMask, appropriateFor: nil, create: true)
    let folder = root.appending(path: "MessageAI", directoryHint: .isDirectory)
      .appending(path: address.folderName, directoryHint: .isDirectory)
    let configuration = ClientConfiguration(
      server: address.url, folder: folder, device: device, clock: services.clock, vault: services.vault)
    return Backend(try MessageAIClient(configuration: configuration))
  }
}
