import Domain
import Foundation
import MessageAIDevice
import MessageAIKit
import UIKit
import ViewModels

extension AppContainer {
  /// Key of Info.plist with the server that is offered before somebody has chosen one; may be
  /// empty.
  static let standardServerKey = "MessageAIServer"
  private static let versionKey = "CFBundleShortVersionString"

  /// The app as it is started: over samples where a test asks for them, else the real one.
  static func launched(_ device: Device, arguments: [String] = CommandLine.arguments) -> AppContainer {
    #if DEBUG
      if arguments.contains("-samples") { return .sample(.samples()) }
      if arguments.contains("-samplesSignedOut") { return .sample(.samples(.signedOut)) }
    #endif
    return live(device)
  }

  /// The app on a real device.
  static func live(_ device: Device) -> AppContainer {
    let services = device.services
    let standard = Bundle.main.object(forInfoDictionaryKey: standardServerKey) as? String
    let name = UIDevice.current.model
    let version = Bundle.main.object(forInfoDictionaryKey: versionKey) as? String
    return AppContainer(
      services: services, preferences: AppPreferences(defaults: device.group.defaults),
      standardServer: standard.flatMap { ServerAddress($0) }
    ) { address in
      let folder = Device.folder.appendingPathComponent(address.folderName)
      let configuration = ClientConfiguration(
        server: address.url, folder: folder, device: name, clock: services.clock, vault: services.vault,
        backgroundUploads: device.uploads, events: ClientEventSource(platform: .ios, version: version))
      return Backend(try MessageAIClient(configuration: configuration))
    }
  }
}
