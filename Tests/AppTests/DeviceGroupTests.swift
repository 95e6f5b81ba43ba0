import Foundation
import MessageAIDevice
import Testing
import ViewModels

@testable import MessageAIApp

@Suite("What app and extension share")
@MainActor
struct DeviceGroupTests {
  @Test("the extension finds the server that somebody has signed in at with the app")
  func server() throws {
    let group = DeviceGroup(keychainGroup: nil, suite: "DeviceGroupTests.\(UUID().uuidString)")
    #expect(group.server == nil)
    AppPreferences(defaults: group.defaults).server = ServerAddress("chat.example.org")
    #expect(group.server?.absoluteString == "https://chat.example.org")
  }

  @Test("without the entitlement nothing is shared, and everything works for each alone")
  func alone() {
    let group = DeviceGroup(keychainGroup: nil, suite: nil)
    #expect(group.folder == nil)
    #expect(group.defaults === UserDefaults.standard)
  }
}
