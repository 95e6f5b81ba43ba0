/// A file of settings: one `NAME=value` on each line, with the names of the environment variables.
/// systemd's `EnvironmentFile=` and the env files of containers read the same lines in the same
/// way.
///
/// Empty lines and lines that begin with `#` say nothing. Spaces around the name and the value do
/// not count. A value may stand in one pair of quotes; it has no backslash, which other readers of
/// such files take for more than a character.
struct ConfigurationFile {
  struct Entry: Equatable {
    let name: String
    let value: String
    let line: Int
  }

  /// A line that cannot be read, with its reason.
  struct Problem: Equatable {
    let line: Int
    let reason: String
  }

  private(set) var entries: [Entry] = []
  private(set) var problems: [Problem] = []

  init(_ text: String) {
    var lines: [String: Int] = [:]
    for (index, line) in text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).enumerated() {
      let number = index + 1
      do throws(Unreadable) {
        guard let (name, value) = try Self.read(line) else { continue }
        if let earlier = lines.updateValue(number, forKey: name) {
          throw Unreadable("\(name) is in line \(earlier) already.")
        }
        entries.append(Entry(name: name, value: value, line: number))
      } catch {
        problems.append(Problem(line: number, reason: error.reason))
      }
    }
  }

  private struct Unreadable: Error {
    let reason: String

    init(_ reason: String) { self.reason = reason }
  }

  private static func read(_ line: Substring) throws(Unreadable) -> (name: String, value: String)? {
    let line = trimmed(line)
    guard let first = line.first, first != "#" else { return nil }
    guard let sign = line.firstIndex(of: "=") else { throw Unreadable("A line is NAME=value, or begins with #.") }
    let name = trimmed(line[..<sign])
    guard !name.isEmpty, name.allSatisfy({ $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "_") }) else {
      throw Unreadable("A name has capital letters, digits and _ only.")
    }
    let value = trimmed(line[line.index(after: sign)...])
    guard !value.contains("\\") else { throw Unreadable("The value of \(name) has a backslash: it may not.") }
    guard let quote = value.first, quote == "\"" || quote == "'" else { return (String(name), String(value)) }
    guard value.count >= 2, value.last == quote, !value.dropFirst().dropLast().contains(quote) else {
      throw Unreadable("The quotes around the value of \(name) do not match.")
    }
    return (String(name), String(value.dropFirst().dropLast()))
  }

  private static func trimmed(_ text: Substring) -> Substring {
    let start = text.drop { $0 == " " || $0 == "\t" }
    guard let end = start.lastIndex(where: { $0 != " " && $0 != "\t" }) else { return "" }
    return start[...end]
  }
}
