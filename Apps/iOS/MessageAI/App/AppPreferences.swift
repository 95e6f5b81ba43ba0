import Foundation
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

  var appearance: Appearance {
    didSet { defaults.set(appearance.rawValue, forKey: Self.appearanceKey) }
  }
  /// The server that was used last; `nil` before the first sign-in.
  var server: ServerAddress? {
    didSet { defaults.set(server?.url.absoluteString, forKey: Self.serverKey) }
  }
  @ObservationIgnored private let defaults: UserDefaults

  init(defaults: UserDefaults) {
    self.defaults = defaults
    appearance = defaults.string(forKey: Self.appearanceKey).flatMap(Appearance.init) ?? .system
    server = defaults.string(forKey: Self.serverKey).flatMap { ServerAddress($0) }
  }
}
