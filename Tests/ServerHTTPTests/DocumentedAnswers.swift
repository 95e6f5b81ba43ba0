import Foundation
import TestSupport

/// Holds answers against an OpenAPI document: stricter than OpenAPI, as a key that the document
/// does not name is a fault too.
struct DocumentedAnswers {
  private struct Operation {
    let id: String
    let method: String
    let segments: [Substring]
    let responses: [String: Any]
  }

  private let operations: [Operation]
  private let schemas: [String: Any]

  init(_ document: [String: Any]) {
    let paths = document["paths"] as? [String: [String: [String: Any]]] ?? [:]
    operations = paths.flatMap { path, methods in
      methods.map { method, operation in
        Operation(
          id: operation["operationId"] as? String ?? "", method: method.uppercased(),
          segments: path.split(separator: "/"),
          responses: operation["responses"] as? [String: Any] ?? [:])
      }
    }
    schemas = (document["components"] as? [String: Any])?["schemas"] as? [String: Any] ?? [:]
  }

  /// What the document does not say of this answer; empty when all is as it says.
  func faults(in entry: AnswerLog.Entry) -> [String] {
    let what = "\(entry.method) \(entry.path) \(entry.answer.status)"
    guard let operation = operation(of: entry) else { return ["\(what): no such operation"] }
    let status = entry.answer.status
    // "default" stands for problems, not for every success that was forgotten.
    let key = status < 400 ? "\(status)" : "default"
    guard let response = operation.responses[key] as? [String: Any] else { return ["\(what): no such answer"] }
    if entry.method == "HEAD" { return entry.answer.body.isEmpty ? [] : ["\(what): a body where none can be"] }
    guard let content = response["content"] as? [String: [String: Any]] else {
      return entry.answer.body.isEmpty ? [] : ["\(what): a body where none is"]
    }
    let type = entry.answer.header("content-type")?.split(separator: ";").first.map(String.init) ?? ""
    guard let schema = (content[type] ?? content["*/*"])?["schema"] as? [String: Any] else {
      return ["\(what): type \(type)"]
    }
    if let events = schema["x-events"] as? [String: Any] {
      return eventFaults(in: entry.answer.text, against: events).map { "\(what): \($0)" }
    }
    guard type.hasSuffix("json") else { return [] }
    let body = try? JSONSerialization.jsonObject(with: Data(entry.answer.body), options: .fragmentsAllowed)
    guard let body else { return ["\(what): not JSON"] }
    return faults(in: body, against: schema, at: "").map { "\(what): \($0)" }
  }

  /// The answers that the document has of an operation, refusals aside, and that are not among
  /// these.
  func unasked(of id: String, in entries: [AnswerLog.Entry]) -> [String] {
    guard let documented = operations.first(where: { $0.id == id }) else { return ["\(id): no such operation"] }
    let given = Set(entries.filter { operation(of: $0)?.id == id }.map { "\($0.answer.status)" })
    return documented.responses.keys.filter { $0 != "default" && !given.contains($0) }.sorted().map { "\(id): \($0)" }
  }

  private func eventFaults(in text: String, against schema: [String: Any]) -> [String] {
    text.split(separator: "\n\n").flatMap { event -> [String] in
      guard event.hasPrefix("data: "),
        let body = try? JSONSerialization.jsonObject(with: Data(event.dropFirst(6).utf8))
      else { return ["\(event) is no event"] }
      return faults(in: body, against: schema, at: "")
    }
  }

  /// The operation with the most fixed segments among those that the path fits.
  private func operation(of entry: AnswerLog.Entry) -> Operation? {
    let segments = entry.path.split(separator: "/")
    let fitting = operations.filter { operation in
      operation.method == entry.method && operation.segments.count == segments.count
        && zip(operation.segments, segments).allSatisfy { $0.hasPrefix("{") || $0 == $1 }
    }
    return fitting.min { $0.segments.count { $0.hasPrefix("{") } < $1.segments.count { $0.hasPrefix("{") } }
  }

  private func faults(in value: Any, against schema: [String: Any], at place: String) -> [String] {
    if let reference = schema["$ref"] as? String {
      let name = reference.split(separator: "/").last.map(String.init) ?? ""
      guard let target = schemas[name] as? [String: Any] else { return ["\(place): no schema \(name)"] }
      return faults(in: value, against: target, at: place)
    }
    let types = (schema["type"] as? [String]) ?? (schema["type"] as? String).map { [$0] } ?? []
    guard types.contains(where: { fits(value, $0) }) else {
      return ["\(place): not \(types.joined(separator: " or "))"]
    }
    if let words = schema["enum"] as? [String], let text = value as? String, !words.contains(text) {
      return ["\(place): \(text) is none of \(words)"]
    }
    if let number = (value as? NSNumber)?.doubleValue, !isFlag(value) {
      let (least, greatest) = (schema["minimum"] as? NSNumber, schema["maximum"] as? NSNumber)
      if number < least?.doubleValue ?? number || number > greatest?.doubleValue ?? number {
        return ["\(place): \(number) is out of bounds"]
      }
    }
    if schema["format"] as? String == "uuid", let text = value as? String, UUID(uuidString: text) == nil {
      return ["\(place): \(text) is no id"]
    }
    if let items = schema["items"] as? [String: Any], let values = value as? [Any] {
      return values.enumerated().flatMap { faults(in: $1, against: items, at: "\(place)[\($0)]") }
    }
    guard let fields = value as? [String: Any], types.contains("object") else { return [] }
    // An object without properties may have any.
    guard let properties = schema["properties"] as? [String: [String: Any]] else { return [] }
    let missing = (schema["required"] as? [String] ?? []).filter { fields[$0] == nil }.map {
      "\(place).\($0) is missing"
    }
    return missing
      + fields.flatMap { name, field -> [String] in
        guard let property = properties[name] else { return ["\(place).\(name) is not in the document"] }
        return faults(in: field, against: property, at: "\(place).\(name)")
      }
  }

  private func fits(_ value: Any, _ type: String) -> Bool {
    switch type {
    case "object": value is [String: Any]
    case "array": value is [Any]
    case "string": value is String
    case "null": value is NSNull
    case "boolean": isFlag(value)
    case "integer": !isFlag(value) && (value as? NSNumber).map { $0.doubleValue.rounded() == $0.doubleValue } ?? false
    case "number": !isFlag(value) && value is NSNumber
    default: false
    }
  }

  private func isFlag(_ value: Any) -> Bool {
    guard let number = value as? NSNumber else { return false }
    return String(cString: number.objCType) == "c"
  }
}
