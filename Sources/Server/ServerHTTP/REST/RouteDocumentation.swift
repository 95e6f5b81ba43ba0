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
    let status: Int
    let schema: String?
    let contentType: String

    init(_ status: Int, _ schema: String? = nil, contentType: String = "application/json") {
      self.status = status
      self.schema = schema
      self.contentType = contentType
    }
  }

  package let operationID: String
  package let summary: String
  package let query: [Parameter]
  /// Name of the body's schema.
  package let body: String?
  let answers: [Answer]

  init(
    _ operationID: String, _ summary: String, query: [Parameter] = [], body: String? = nil, answers: Answer...
  ) {
    self.operationID = operationID
    self.summary = summary
    self.query = query
    self.body = body
    self.answers = answers
  }
}
