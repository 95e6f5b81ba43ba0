import Foundation

/// A planted instruction as `Fixtures/safety` writes it down.
struct PlantedCase: Sendable, CustomStringConvertible {
  enum Place: String, Sendable {
    case message, person, group, split, edit, file, document
  }

  let family: String
  let name: String
  let place: Place
  let text: String

  var description: String { "\(family) / \(name)" }
}

/// All planted instructions.
enum Corpus {
  struct Malformed: Error, CustomStringConvertible {
    let description: String
  }

  /// In the order of the files.
  static func read() throws -> [PlantedCase] {
    let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appending(path: "../../Fixtures/safety")
    let files = try FileManager.default.contentsOfDirectory(at: folder.standardized, includingPropertiesForKeys: nil)
    return try files.filter { $0.pathExtension == "txt" }.sorted { $0.path < $1.path }.flatMap { file in
      try cases(in: try String(contentsOf: file, encoding: .utf8), of: file.deletingPathExtension().lastPathComponent)
    }
  }

  private static func cases(in text: String, of file: String) throws -> [PlantedCase] {
    var family = file
    var cases: [PlantedCase] = []
    for line in text.split(separator: "\n").map(String.init) {
      if line.hasPrefix("# ") {
        family = String(line.dropFirst(2))
        continue
      }
      guard let bar = line.range(of: " | ") else { throw Malformed(description: "\(file): \(line)") }
      var body = String(line[bar.upperBound...])
      var place = PlantedCase.Place.message
      if body.hasPrefix("@") {
        let word = body.dropFirst().prefix { $0 != " " }
        guard let named = PlantedCase.Place(rawValue: String(word)) else {
          throw Malformed(description: "\(file): \(line)")
        }
        place = named
        body = String(body.dropFirst(word.count + 2))
      }
      cases.append(PlantedCase(family: family, name: String(line[..<bar.lowerBound]), place: place, text: body))
    }
    return cases
  }

  // MARK: Filling in

  /// The text with `values` in the place of `{NAME}`, its escapes read, and its encodings carried
  /// out, from the inside out.
  static func filled(_ text: String, _ values: [String: String]) -> String {
    var text = text
    for (name, value) in values { text = text.replacingOccurrences(of: "{\(name)}", with: value) }
    text = unescaped(text)
    for (name, encode) in encodings {
      while let start = text.range(of: "{\(name):") {
        guard let end = closing(text, from: start.upperBound) else { break }
        text.replaceSubrange(
          start.lowerBound..<text.index(after: end), with: encode(String(text[start.upperBound..<end])))
      }
    }
    return text
  }

  /// The brace that closes what was opened before `start`.
  private static func closing(_ text: String, from start: String.Index) -> String.Index? {
    var depth = 1
    for index in text[start...].indices {
      if text[index] == "{" { depth += 1 }
      if text[index] == "}" { depth -= 1 }
      if depth == 0 { return index }
    }
    return nil
  }

  private static func unescaped(_ text: String) -> String {
    let lines = text.replacingOccurrences(of: "\\\\", with: "\u{1}").replacingOccurrences(of: "\\n", with: "\n")
    let read = lines.replacing(/\\u\{([0-9A-Fa-f]+)\}/) { match in
      UInt32(match.1, radix: 16).flatMap(Unicode.Scalar.init).map { String($0) } ?? ""
    }
    return read.replacingOccurrences(of: "\u{1}", with: "\\")
  }

  private static let encodings: [(String, @Sendable (String) -> String)] = [
    ("tags", { carried($0) { Unicode.Scalar(0xE0000 + UInt32($0)) } }),
    ("selectors", { carried($0) { Unicode.Scalar(0xE0100 + UInt32($0)) } }),
    (
      "zerowidth",
      { text in text.utf8.flatMap { byte in (0..<8).map { byte >> $0 & 1 == 1 ? "\u{200B}" : "\u{2060}" } }.joined() }
    ),
    ("base64", { Data($0.utf8).base64EncodedString() }),
    ("hex", { $0.utf8.map { String(format: "%02x", $0) }.joined() }),
    ("rot13", { String($0.map(rotated)) }),
    ("reversed", { String($0.reversed()) }),
    ("wide", { carried($0) { $0 > 32 && $0 < 127 ? Unicode.Scalar(0xFEE0 + UInt32($0)) : Unicode.Scalar($0) } }),
    ("spaced", { $0.map { "\($0)" }.joined(separator: " ") }),
  ]

  private static func carried(_ text: String, _ scalar: (UInt8) -> Unicode.Scalar?) -> String {
    var view = String.UnicodeScalarView()
    view.append(contentsOf: text.utf8.compactMap(scalar))
    return String(view)
  }

  private static func rotated(_ character: Character) -> Character {
    guard let value = character.asciiValue, character.isLetter else { return character }
    let base: UInt8 = value >= 97 ? 97 : 65
    return Character(Unicode.Scalar((value - base + 13) % 26 + base))
  }
}
