import Foundation

/// A colour of an asset catalogue, in light and dark.
public struct AssetColour: Sendable {
  public struct Components: Hashable, Sendable {
    public let red: Int
    public let green: Int
    public let blue: Int

    public init(_ red: Int, _ green: Int, _ blue: Int) {
      (self.red, self.green, self.blue) = (red, green, blue)
    }

    var hex: String { "#" + [red, green, blue].map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined() }

    /// Relative luminance by WCAG.
    public var luminance: Double {
      let parts = [red, green, blue].map { part -> Double in
        let part = Double(part) / 255
        return part <= 0.04045 ? part / 12.92 : pow((part + 0.055) / 1.055, 2.4)
      }
      return 0.2126 * parts[0] + 0.7152 * parts[1] + 0.0722 * parts[2]
    }

    /// Contrast by WCAG: 1 to 21.
    public func contrast(to other: Components) -> Double {
      (max(luminance, other.luminance) + 0.05) / (min(luminance, other.luminance) + 0.05)
    }
  }

  public let name: String
  public let light: Components
  public let dark: Components

  var property: String { "--" + (name == "AccentColor" ? "tint" : name.lowercased()) }

  /// Every colour of a catalogue, by name. Throws for a colour that is not there in both looks.
  public static func all(in catalogue: URL) throws -> [AssetColour] {
    let folders = try FileManager.default.contentsOfDirectory(at: catalogue, includingPropertiesForKeys: nil)
    return try folders.filter { $0.pathExtension == "colorset" }
      .map { try AssetColour($0) }
      .sorted { $0.name < $1.name }
  }

  private init(_ folder: URL) throws {
    name = folder.deletingPathExtension().lastPathComponent
    let contents = try JSONDecoder().decode(
      Contents.self, from: Data(contentsOf: folder.appendingPathComponent("Contents.json")))
    guard let light = contents.colors.first(where: { $0.appearances == nil })?.color.components.values,
      let dark = contents.colors.first(where: { $0.appearances?.first?.value == "dark" })?.color.components.values
    else { throw NotOnScreen(description: "\(name) in light and dark") }
    (self.light, self.dark) = (light, dark)
  }

  private struct Contents: Decodable {
    struct Entry: Decodable {
      struct Appearance: Decodable { let value: String }
      struct Colour: Decodable { let components: Parts }
      let appearances: [Appearance]?
      let color: Colour
    }

    struct Parts: Decodable {
      let red: String
      let green: String
      let blue: String

      var values: Components? {
        let parts = [red, green, blue].compactMap { Int($0.dropFirst(2), radix: 16) }
        return parts.count == 3 ? Components(parts[0], parts[1], parts[2]) : nil
      }
    }

    let colors: [Entry]
  }
}
