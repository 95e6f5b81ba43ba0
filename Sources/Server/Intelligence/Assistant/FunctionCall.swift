import AIProviders
import Domain

/// A function with arguments that fit its schema.
package struct FunctionCall: Sendable {
  package let function: AssistantFunction
  package let arguments: JSONValue
  /// What the asker is looking at: stands in where no conversation is named.
  package let current: ConversationID?

  /// Throws `invalid` for an unknown function and for arguments that do not fit.
  package init(_ name: String, _ arguments: JSONValue, current: ConversationID?) throws(Refusal) {
    guard let function = AssistantFunction(rawValue: name) else {
      throw Refusal(.invalid, "There is no function of that name.")
    }
    try self.init(function, arguments, current: current)
  }

  package init(
    _ function: AssistantFunction, _ arguments: JSONValue, current: ConversationID?
  ) throws(Refusal) {
    var object = arguments.object ?? JSONObject()
    // What a schema lets be null may be left out as well.
    for (name, _) in function.parameters["properties"]?.object?.members ?? [] where object[name] == nil {
      object[name] = JSONValue.null
    }
    if let problem = SchemaValidator.problems(of: .object(object), by: function.parameters).first {
      throw Refusal(.invalid, "The arguments do not fit: \(problem).")
    }
    self.function = function
    self.arguments = .object(object)
    self.current = current
  }

  package func text(_ name: String) -> String? { arguments[name]?.string }
  package func number(_ name: String) -> Int? { arguments[name]?.integer }
  package func flag(_ name: String) -> Bool { arguments[name]?.bool ?? false }
}
