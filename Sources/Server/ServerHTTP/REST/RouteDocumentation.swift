/// What the OpenAPI document says of a route.
package struct RouteDocumentation: Sendable {
  package struct Parameter: Sendable {
    package let name: String
    package let isInteger: Bool
    package let isRequired: Bool

    static func integer(_ name: String, required: Bool = false) -> Parameter {
      Parameter(name: name, isInteger: true, isRequired: required)
    }

    static func text(_ name: String, required: Bool = false) -> Parameter {
      Parameter(name: name, isInteger: false, isRequired: required)
    }
  }

  package struct Answer: Sendable {
    enum Content: Sendable {
      case nothing
      case json(OpenAPISchema)
      /// Text of this type.
      case text(String)
      /// Server-sent events, each of them JSON.
      case events(OpenAPISchema)
    }

    let status: Int
    let content: Content

    /// A success without a body.
    init(_ status: Int) {
      self.status = status
      content = .nothing
    }

    init(_ status: Int, _ schema: OpenAPISchema) {
      self.status = status
      content = .json(schema)
    }

    init(_ status: Int, text type: String) {
      self.status = status
      content = .text(type)
    }

    init(_ status: Int, events schema: OpenAPISchema) {
      self.status = status
      content = .events(schema)
    }
  }

  package let operationID: String
  package let summary: String
  package let query: [Parameter]
  package let body: OpenAPISchema?
  /// The content type of a body that is no JSON and is read as it comes.
  package let bytes: String?
  let answers: [Answer]

  init(
    _ operationID: String, _ summary: String, query: [Parameter] = [], body: OpenAPISchema? = nil,
    bytes: String? = nil, answers: Answer...
  ) {
    self.operationID = operationID
    self.summary = summary
    self.query = query
    self.body = body
    self.bytes = bytes
    self.answers = answers
  }
}
