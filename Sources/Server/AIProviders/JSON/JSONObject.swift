/// The members of a JSON object, in the order in which they were written. Equality does not look at
/// the order.
package struct JSONObject: Sendable {
  /// The members' names, each once.
  package private(set) var names: [String] = []
  private var values: [String: JSONValue] = [:]

  package init() {}

  /// Of several members with one name, the last counts.
  package init(_ members: some Sequence<(String, JSONValue)>) {
    for (name, value) in members { self[name] = value }
  }

  package var count: Int { names.count }
  package var isEmpty: Bool { names.isEmpty }

  /// Setting `nil` removes the member; a new one comes last.
  package subscript(name: String) -> JSONValue? {
    get { values[name] }
    set {
      let known = values.updateOrRemove(newValue, for: name)
      if newValue == nil, known { names.removeAll { $0 == name } }
      if newValue != nil, !known { names.append(name) }
    }
  }

  /// All members in order.
  package var members: [(name: String, value: JSONValue)] {
    names.compactMap { name in values[name].map { (name, $0) } }
  }
}

extension JSONObject: Hashable {
  package static func == (left: JSONObject, right: JSONObject) -> Bool { left.values == right.values }
  package func hash(into hasher: inout Hasher) { hasher.combine(values) }
}

extension Dictionary {
  /// Whether there was a value before.
  fileprivate mutating func updateOrRemove(_ value: Value?, for key: Key) -> Bool {
    guard let value else { return removeValue(forKey: key) != nil }
    return updateValue(value, forKey: key) != nil
  }
}
