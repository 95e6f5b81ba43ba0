import Domain
import Foundation
import ShimHost
import SwiftUI
import Testing
import ViewModels

@testable import MessageAIApp

@Suite("What can be seen and touched", .timeLimit(.minutes(5)))
@MainActor
struct LooksTests {
  // MARK: Contrast

  /// Of a colour as a view has it, `rgb(r g b / 1.0)` or `#rgb`; `nil` for one that depends on the
  /// look of the device.
  private nonisolated static func luminance(_ colour: String) -> Double? {
    var parts: [Double] = []
    if colour.hasPrefix("rgb("), colour.hasSuffix(" / 1.0)") {
      parts = colour.dropFirst(4).split(whereSeparator: { " /)".contains($0) }).prefix(3).compactMap { Double($0) }
    } else if colour.hasPrefix("#"), colour.count == 4 {
      parts = colour.dropFirst().compactMap { $0.hexDigitValue.map { Double($0 * 17) } }
    }
    guard parts.count == 3 else { return nil }
    let linear = parts.map { part -> Double in
      let part = part / 255
      return part <= 0.04045 ? part / 12.92 : pow((part + 0.055) / 1.055, 2.4)
    }
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]
  }

  private nonisolated static func property(_ name: String, _ css: [String]) -> String? {
    css.flatMap { $0.split(separator: ";") }.last { $0.hasPrefix("\(name):") }
      .map { String($0.dropFirst(name.count + 1)) }
  }

  @Test(
    "the initials of every avatar are read, in light and dark: a contrast of 4.5 and more (WCAG AA)",
    arguments: [ColorScheme.light, .dark])
  func contrast(_ scheme: ColorScheme) async throws {
    var colours: Set<String> = []
    for number in 0..<64 {
      let avatar = Avatar("Ada Lovelace", key: UserID(high: 1, low: UInt64(number)))
      try await ViewHost.run(avatar, environment: { $0.colorScheme = scheme }) { host in
        let nodes = host.screen.flatMap(\.everything)
        let ground = try #require(nodes.compactMap { Self.property("background", $0.css) }.first)
        let ink = try #require(nodes.compactMap { Self.property("color", $0.css) }.first)
        let dark = try #require(Self.luminance(ground), "\(ground) is the same in light and dark")
        let light = try #require(Self.luminance(ink), "\(ink) is the same in light and dark")
        let contrast = (max(light, dark) + 0.05) / (min(light, dark) + 0.05)
        #expect(contrast >= 4.5, "\(ground): \(contrast)")
        colours.insert(ground)
      }
    }
    #expect(colours.count == AvatarText.colourCount)
  }

  @Test(
    "white words stand out from what is under them, and the accent from every ground: 4.5 and more, in light and dark")
  func colours() throws {
    let colours = Dictionary(uniqueKeysWithValues: try AppColours.all().map { ($0.name, $0) })
    #expect(Set(colours.keys) == ["AccentColor", "AccentFill", "MutedFill"], "a colour that nobody has looked at")
    let white = AssetColour.Components(255, 255, 255)
    for name in ["AccentFill", "MutedFill"] {
      let fill = try #require(colours[name])
      #expect(fill.light.contrast(to: white) >= 4.5, "\(name)")
      #expect(fill.dark.contrast(to: white) >= 4.5, "\(name)")
    }
    // The system's grounds: plain, grouped, and a row on them.
    let accent = try #require(colours["AccentColor"])
    for part in [255, 242] { #expect(accent.light.contrast(to: .init(part, part, part)) >= 4.5) }
    for part in [0, 28, 44] { #expect(accent.dark.contrast(to: .init(part, part, part)) >= 4.5) }
  }

  @Test("no view has white words on the accent itself, which is light in the dark")
  func grounds() async throws {
    for name in Sample.names {
      try await ViewHost.run(try Sample.named(name)) { host in
        await host.settle()
        for node in host.everything { check(node, tint: "var(--tint)", name) }
      }
    }
  }

  /// Prominent buttons take the tint around them for their ground.
  private func check(_ node: Node, tint: String, _ name: String) {
    let tint = Self.property("--tint", node.css) ?? tint
    if node.kind == .button, node.attributes["style"]?.lowercased() == "borderedprominent" {
      #expect(tint == "var(--accentfill)", "\(name): \(node.label)")
    }
    if Self.property("color", node.css) == "#fff" {
      #expect(Self.property("background", node.css) != "var(--tint)", "\(name): \(node.label)")
    }
    for child in node.children { check(child, tint: tint, name) }
  }

  // MARK: Touch

  /// Whether a finger can hit a control: it, or something that it is made of, is 44 points wide and
  /// high.
  private static func isLarge(_ node: Node) -> Bool {
    node.visible.contains { part in
      let css = part.css
      let isWide = css.contains { $0.contains("width:100%") }
      return points(["min-height", "height"], css) >= 44 && (isWide || points(["min-width", "width"], css) >= 44)
    }
  }

  private nonisolated static func points(_ names: [String], _ css: [String]) -> Double {
    names.compactMap { property($0, css) }.compactMap { Double($0.replacing("px", with: "")) }.max() ?? 0
  }

  @Test("a chosen person can be taken back with a finger: 44 points each way")
  func chips() async throws {
    let user = User(id: UserID(high: 1, low: 9), name: "Bob", email: "bob@example.org")
    try await ViewHost.run(
      PreviewContainer { session in
        PreviewState(session.newConversation()) { model in
          PeoplePicker(model: model, screen: "people") { EmptyView() }
            .onAppear { model.toggle(user) }
        }
      }
    ) { host in
      try await host.wait(id: "people.chosen.\(user.id)")
      let chip = try #require(host.find(id: "people.chosen.\(user.id)"))
      #expect(Self.isLarge(chip))
    }
  }

  @Test("what was found can be ticked off, opened and changed with a finger: 44 points each way")
  func insights() async throws {
    try await ViewHost.run(InsightRow_Previews.previews) { host in
      let placed = try #require(IntelligenceSamples.insights.first { $0.insight.kind == .actionItem })
      for part in ["", ".done", ".options"] {
        let id = "insight.\(placed.id)\(part)"
        try await host.wait(id: id)
        #expect(Self.isLarge(try #require(host.find(id: id))), "\(id)")
      }
    }
  }
}
