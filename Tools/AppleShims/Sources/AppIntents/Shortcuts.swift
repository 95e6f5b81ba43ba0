import Foundation

public protocol AppShortcutsProvider: Sendable {
  @AppShortcutsBuilder static var appShortcuts: [AppShortcut] { get }
}

extension AppShortcutsProvider {
  public static func updateAppShortcutParameters() {}
}

@resultBuilder
public enum AppShortcutsBuilder {
  public static func buildExpression(_ expression: AppShortcut) -> [AppShortcut] { [expression] }
  public static func buildBlock(_ components: [AppShortcut]...) -> [AppShortcut] { components.flatMap { $0 } }
}

public struct AppShortcut {
  public let shortTitle: LocalizedStringResource
  public let systemImageName: String
  public let phraseCount: Int

  public init<Intent: AppIntent>(
    intent: Intent, phrases: [AppShortcutPhrase<Intent>], shortTitle: LocalizedStringResource,
    systemImageName: String
  ) {
    self.shortTitle = shortTitle
    self.systemImageName = systemImageName
    phraseCount = phrases.count
  }
}

public enum AppShortcutPhraseToken: Sendable {
  case applicationName
}

public struct AppShortcutPhrase<Intent: AppIntent>: ExpressibleByStringInterpolation {
  public init(stringLiteral value: String) {}
  public init(stringInterpolation: StringInterpolation) {}

  public struct StringInterpolation: StringInterpolationProtocol {
    public init(literalCapacity: Int, interpolationCount: Int) {}
    public mutating func appendLiteral(_ literal: String) {}
    public mutating func appendInterpolation(_ token: AppShortcutPhraseToken) {}
    public mutating func appendInterpolation<Value>(_ parameter: KeyPath<Intent, IntentParameter<Value>>) {}
  }
}
