import Foundation

/// What the environment and the configuration file say. The environment goes before the file.
struct Settings: Sendable {
  /// Who has said it.
  enum Source: Hashable, Sendable, CustomStringConvertible {
    case environment
    case file(String, line: Int)

    var description: String {
      switch self {
      case .environment: "environment"
      case .file(let path, let line): "\(path):\(line)"
      }
    }
  }

  struct Value: Hashable, Sendable {
    let text: String
    let source: Source
  }

  /// What is wrong, one sentence for each problem, each with its file and line.
  struct Problems: Error, CustomStringConvertible {
    let sentences: [String]

    var description: String { sentences.joined(separator: "\n") }
  }

  static let prefix = "MESSAGEAI_"
  /// The option and the variable that name the file.
  static let option = "--config"
  static let variable = "CONFIG"

  /// By names without the prefix; none is empty.
  private let values: [String: Value]

  init(environment: [String: String]) {
    values = Self.values(of: environment)
  }

  /// The settings of a program that was started with `arguments`, which come without its name.
  ///
  /// Throws all `Problems` of the file that `arguments` or the environment name: that it cannot be
  /// read, names that there are none of, values that cannot be read.
  init(arguments: [String], environment: [String: String]) throws(Problems) {
    var values = Self.values(of: environment)
    if let path = Self.file(in: arguments) ?? values[Self.variable]?.text {
      try values.merge(Self.values(ofFile: path)) { environment, _ in environment }
    }
    self.values = values
  }

  subscript(name: String) -> Value? { values[name] }

  /// By their whole names, as others read an environment.
  var environment: [String: String] {
    Dictionary(uniqueKeysWithValues: values.map { (Self.prefix + $0.key, $0.value.text) })
  }

  /// Names of the environment that look like settings and are none.
  var unknown: [String] {
    let known = Set(Setting.all.map(\.name)).union(Setting.ofOtherCommands)
    return values.keys.filter { !known.contains($0) }.sorted().map { Self.prefix + $0 }
  }

  /// A sentence for each secret in a file that everybody on this machine may read.
  var exposedSecrets: [String] {
    values.compactMap { name, value in
      guard Setting.named(name)?.isSecret == true, case .file(let path, _) = value.source,
        let rights = try? FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int,
        rights & 0o004 != 0
      else { return nil }
      return "\(value.source): \(Self.prefix)\(name) is secret, but everybody on this machine may read the file."
    }.sorted()
  }

  private static func values(of environment: [String: String]) -> [String: Value] {
    var values: [String: Value] = [:]
    for (name, text) in environment where name.hasPrefix(prefix) && !text.isEmpty {
      values[String(name.dropFirst(prefix.count))] = Value(text: text, source: .environment)
    }
    return values
  }

  private static func file(in arguments: [String]) -> String? {
    var rest = arguments.prefix { $0 != "--" }[...]
    while let word = rest.popFirst() {
      if word == option { return rest.first }
      if word.hasPrefix(option + "=") { return String(word.dropFirst(option.count + 1)) }
    }
    return nil
  }

  private static func values(ofFile path: String) throws(Problems) -> [String: Value] {
    let text: String
    do {
      text = try String(contentsOfFile: path, encoding: .utf8)
    } catch {
      throw Problems(sentences: ["The configuration file \(path) cannot be read."])
    }
    let file = ConfigurationFile(text)
    var problems = file.problems.map { (line: $0.line, reason: $0.reason) }
    var values: [String: Value] = [:]
    for entry in file.entries {
      guard entry.name.hasPrefix(prefix), let setting = Setting.named(String(entry.name.dropFirst(prefix.count)))
      else {
        problems.append((entry.line, "There is no setting \(entry.name).\(suggestion(for: entry.name))"))
        continue
      }
      guard !entry.value.isEmpty else { continue }
      if let problem = setting.problem(with: entry.value) { problems.append((entry.line, problem)) }
      values[setting.name] = Value(text: entry.value, source: .file(path, line: entry.line))
    }
    guard problems.isEmpty else {
      throw Problems(sentences: problems.sorted { $0.line < $1.line }.map { "\(path):\($0.line): \($0.reason)" })
    }
    return values
  }

  /// The commonest mistake is a name without its beginning.
  private static func suggestion(for name: String) -> String {
    Setting.named(name.uppercased()) == nil ? "" : " \(prefix)\(name.uppercased()) is one."
  }
}
