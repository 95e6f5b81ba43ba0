import Domain

/// The OpenAPI 3.1 description of the routes, made from the table that serves them.
package enum OpenAPIDocument {
  package static func json(of routes: [Route]) -> [UInt8] {
    let document = JSONValue.object([
      ("openapi", .text("3.1.0")),
      ("info", .object([("title", .text("MessageAI")), ("version", .text(ProductVersion.current))])),
      ("paths", paths(routes)),
      ("components", .object([("schemas", OpenAPISchemas.json()), ("securitySchemes", securitySchemes)])),
    ])
    return document.bytes
  }

  private static let securitySchemes = JSONValue.object([
    (
      "accessToken",
      .object([("type", .text("http")), ("scheme", .text("bearer")), ("bearerFormat", .text("JWT"))])
    )
  ])

  private static func paths(_ routes: [Route]) -> JSONValue {
    var order: [String] = []
    var operations: [String: [(String, JSONValue)]] = [:]
    for route in routes {
      let path = route.path.description
      if operations[path] == nil { order.append(path) }
      operations[path, default: []].append((route.method.rawValue.lowercased(), operation(route)))
    }
    return .object(order.map { ($0, .object(operations[$0] ?? [])) })
  }

  private static func operation(_ route: Route) -> JSONValue {
    let documentation = route.documentation
    var fields: [(String, JSONValue)] = [
      ("operationId", .text(documentation.operationID)), ("summary", .text(documentation.summary)),
    ]
    let parameters = parameters(of: route)
    if !parameters.isEmpty { fields.append(("parameters", .array(parameters))) }
    if let body = documentation.body {
      fields.append(
        ("requestBody", .object([("required", .flag(true)), ("content", content(body, "application/json"))])))
    }
    fields.append(("responses", responses(of: documentation)))
    if route.access != .open {
      fields.append(("security", .array([.object([("accessToken", .array([]))])])))
    }
    return .object(fields)
  }

  private static func parameters(of route: Route) -> [JSONValue] {
    let inPath = route.path.variables.map { name -> JSONValue in
      .object([
        ("name", .text(name)), ("in", .text("path")), ("required", .flag(true)),
        ("schema", .object([("type", .text("string"))])),
      ])
    }
    let inQuery = route.documentation.query.map { parameter -> JSONValue in
      .object([
        ("name", .text(parameter.name)), ("in", .text("query")), ("required", .flag(parameter.isRequired)),
        ("schema", .object([("type", .text(parameter.isInteger ? "integer" : "string"))])),
      ])
    }
    return inPath + inQuery
  }

  private static func responses(of documentation: RouteDocumentation) -> JSONValue {
    var fields = documentation.answers.map { answer -> (String, JSONValue) in
      var body: [(String, JSONValue)] = [("description", .text("Success"))]
      if let schema = answer.schema {
        let isText = answer.contentType != "application/json"
        body.append(("content", isText ? plain(answer.contentType) : content(schema, answer.contentType)))
      }
      return (String(answer.status), .object(body))
    }
    fields.append(
      (
        "default",
        .object([
          ("description", .text("Problem details (RFC 9457)")),
          ("content", content("Problem", "application/problem+json")),
        ])
      ))
    return .object(fields)
  }

  private static func content(_ schema: String, _ type: String) -> JSONValue {
    .object([(type, .object([("schema", .object([("$ref", .text("#/components/schemas/\(schema)"))]))]))])
  }

  private static func plain(_ type: String) -> JSONValue {
    // OpenAPI 3.1 has no word for a stream of events; as a string, tools take each event for one.
    let schema: (String, JSONValue) =
      type == "text/event-stream"
      ? ("description", .text("Server-sent events: the data is JSON, of `event: error` a Problem"))
      : ("type", .text("string"))
    return .object([(type, .object([("schema", .object([schema]))]))])
  }
}
