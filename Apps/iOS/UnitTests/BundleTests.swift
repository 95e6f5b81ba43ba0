// What Xcode builds around the sources: there is no such bundle on Linux.
#if canImport(Darwin)
  import Foundation
  import MessageAIDevice
  import Testing
  import UIKit

  @testable import MessageAIApp

  @Suite("The app's bundle")
  @MainActor
  struct BundleTests {
    @Test("it names the groups that it shares with its extension")
    func groups() {
      #expect(Bundle.main.object(forInfoDictionaryKey: DeviceGroup.groupKey) is String)
      #expect(DeviceGroup().keychainGroup?.isEmpty == false)
    }

    @Test("it has each text in English and German")
    func languages() throws {
      #expect(Set(Bundle.main.localizations).isSuperset(of: ["en", "de"]))
      let path = try #require(Bundle.main.path(forResource: "de", ofType: "lproj"))
      let german = try #require(Bundle(path: path))
      #expect(german.localizedString(forKey: "Sign out", value: nil, table: nil) == "Abmelden")
    }

    @Test("its extension for notifications is in it")
    func plugIn() throws {
      let folder = try #require(Bundle.main.builtInPlugInsURL)
      let plugIn = try #require(Bundle(url: folder.appendingPathComponent("NotificationService.appex")))
      let identifier = try #require(Bundle.main.bundleIdentifier)
      #expect(plugIn.bundleIdentifier == "\(identifier).NotificationService")
    }

    @Test("its colours are in it", arguments: ["AccentColor", "AccentFill", "MutedFill"])
    func colour(_ name: String) {
      #expect(UIColor(named: name) != nil)
    }
  }
#endif
