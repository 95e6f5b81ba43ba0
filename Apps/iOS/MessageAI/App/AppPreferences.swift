import Domain
import Foundation
import MessageAIDevice
import MessageAIKit
import Observation
import SwiftUI
import ViewModels

/// What the user has chosen for this device; kept in the defaults that it is made with.
@MainActor @Observable
final class AppPreferences {
  enum Appearance: String, Hashable, CaseIterable, Identifiable {
    case system
    case light
    case dark

    var id: Appearance { self }

    var title: LocalizedStringKey {
      switch self {
      case .system: "As the system"
      case .light: "Light"
      case .dark: "Dark"
      }
    }

    /// `nil` follows the system.
    var colorScheme: ColorScheme? {
      switch self {
      case .system: nil
      case .light: .light
      case .dark: .dark
      }
    }
  }

  static let serverKey = "server"
  static let appearanceKey = "appearance"
  static let crashesKey = "hidesCrashes"
  static let untoldKey = "untoldReports"

  var appearance: Appearance {
    didSet { defaults.set(appearance.rawValue, forKey: Self.appearanceKey) }
  }
  /// The server that was used last; `nil` before the first sign-in.
  var server: ServerAddress? {
    didSet { defaults.set(server?.url.absoluteString, forKey: Self.serverKey) }
  }
  /// Whether the admins of the person's server are told of crashes and hangs of this app.
  var tellsOfCrashes: Bool {
    didSet {
      defaults.set(!tellsOfCrashes, forKey: Self.crashesKey)
      if !tellsOfCrashes { untold.removeAll() }
    }
  }
  /// What they have not been told yet.
  @ObservationIgnored let untold: UntoldReports
  @ObservationIgnored private let defaults: UserDefaults

  init(defaults: UserDefaults) {
    self.defaults = defaults
    appearance = defaults.string(forKey: Self.appearanceKey).flatMap(Appearance.init) ?? .system
    tellsOfCrashes = !defaults.bool(forKey: Self.crashesKey)
    untold = UntoldReports(Self.untold(in: defaults)) { Self.keep($0, in: defaults) }
    server = defaults.string(forKey: Self.serverKey).flatMap { ServerAddress($0) }
  }

  /// None of what another version of the app has written.
  private static func untold(in defaults: UserDefaults) -> [CrashReport] {
    guard let data = defaults.data(forKey: untoldKey) else { return [] }
    return (try? JSONDecoder().decode([CrashReport].self, from: data)) ?? []
  }

  private static func keep(_ reports: [CrashReport], in defaults: UserDefaults) {
    do {
      defaults.set(reports.isEmpty ? nil : try JSONEncoder().encode(reports), forKey: untoldKey)
    } catch {
      AppLog(.app).failed("Reports were not kept for the next start", error)
    }
  }
}
