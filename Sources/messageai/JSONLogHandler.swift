import Foundation
import Logging

/// Writes each line of the log as a JSON object: `time`, `level`, `logger`, `message`, and what
/// belongs to the line under keys of its own. Numbers stay numbers.
struct JSONLogHandler: LogHandler {
  let label: String
  var logLevel = Logger.Level.info
  var metadata: Logger.Metadata = [:]
  var metadataProvider: Logger.MetadataProvider?

  init(label: String) {
    self.label = label
  }

  subscript(metadataKey key: String) -> Logger.Metadata.Value? {
    get { metadata[key] }
    set { metadata[key] = newValue }
  }

  func log(event: LogEvent) {
    var all = metadata
    if let provided = metadataProvider?.get() { all.merge(provided) { $1 } }
    if let own = event.metadata { all.merge(own) { $1 } }
    // One write a line, so that lines of several threads stay apart.
    FileHandle.standardError.write(
      Data(Self.line(at: Date(), event.level, label, event.message.description, all).utf8))
  }

  /// With its line break. Line breaks inside are escaped, so that a line is always one object.
  static func line(
    at time: Date, _ level: Logger.Level, _ label: String, _ message: String, _ metadata: Logger.Metadata
  ) -> String {
    let format = Date.ISO8601FormatStyle(includingFractionalSeconds: true)
    var fields: [(String, String)] = [
      ("time", quoted(time.formatted(format))), ("level", quoted(level.rawValue)), ("logger", quoted(label)),
      ("message", quoted(message)),
    ]
    let own = Set(fields.map(\.0))
    for (key, value) in metadata.sorted(by: { $0.key < $1.key }) {
      fields.append((own.contains(key) ? "\(key)_" : key, json(value)))
    }
    return "{" + fields.map { "\(quoted($0)):\($1)" }.joined(separator: ",") + "}\n"
  }

  private static func json(_ value: Logger.MetadataValue) -> String {
    switch value {
    case .string(let text): quoted(text)
    case .stringConvertible(let value as any BinaryInteger): "\(value)"
    case .stringConvertible(let value as Double) where value.isFinite: "\(value)"
    case .stringConvertible(let value): quoted(value.description)
    case .array(let values): "[" + values.map(json).joined(separator: ",") + "]"
    case .dictionary(let values):
      "{" + values.sorted { $0.key < $1.key }.map { "\(quoted($0.key)):\(json($0.value))" }.joined(separator: ",") + "}"
    }
  }

  private static func quoted(_ text: String) -> String {
    var json = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"": json += "\\\""
      case "\\": json += "\\\\"
      case "\n": json += "\\n"
      case _ where scalar.value < 0x20 || scalar.value == 0x7F || (0x2028...0x2029).contains(scalar.value):
        let code = String(scalar.value, radix: 16)
        json += "\\u" + String(repeating: "0", count: 4 - code.count) + code
      default: json.unicodeScalars.append(scalar)
      }
    }
    return json + "\""
  }
}
