import Domain
import WireProtocol

/// The OpenAPI 3.1 description of the routes, made from the table that serves them and the schemas
/// of wire/*.json.
package enum OpenAPIDocument {
  package static func json(of routes: [Route]) -> [UInt8] {
    var writer = JSONWriter(capacity: 1 << 16)
    writer.object {
      $0.field("openapi", literal: "3.1.0")
      $0.object("info") {
        $0.field("title", literal: "MessageAI")
        $0.field("version", ProductVersion.current)
      }
      $0.object("paths") { write(routes, to: &$0) }
      $0.object("components") {
        $0.key("schemas")
        $0.encoded(Array(OpenAPISchema.components.utf8))
        $0.object("securitySchemes") {
          $0.object("accessToken") {
            $0.field("type", literal: "http")
            $0.field("scheme", literal: "bearer")
            $0.field("bearerFormat", literal: "JWT")
          }
        }
      }
    }
    return writer.bytes
  }

  private static func write(_ routes: [Route], to writer: inout JSONWriter) {
    var paths: [String] = []
    for route in routes where !paths.contains(route.path.description) { paths.append(route.path.description) }
    for path in paths {
      writer.object(named: path) {
        for route in routes where route.path.description == path {
          $0.object(named: route.method.rawValue.lowercased()) { write(route, to: &$0) }
        }
      }
    }
  }

  private static func write(_ route: Route, to writer: inout JSONWriter) {
    let documentation = route.documentation
    writer.field("operationId", documentation.operationID)
    writer.field("summary", documentation.summary)
    if !route.path.variables.isEmpty || !documentation.query.isEmpty {
      writer.key("parameters")
      writer.beginArray()
      for name in route.path.variables {
        write(.text(name, required: true), in: "path", to: &writer)
      }
      for parameter in documentation.query { write(parameter, in: "query", to: &writer) }
      writer.endArray()
    }
    if let body = documentation.body {
      writer.object("requestBody") {
        $0.field("required", true)
        $0.object("content") { write(body, as: "application/json", to: &$0) }
      }
    }
    if let bytes = documentation.bytes {
      writer.object("requestBody") {
        $0.field("required", true)
        $0.object("content") { $0.object(named: bytes) { $0.object("schema") { _ in } } }
      }
    }
    writer.object("responses") { write(documentation.answers, to: &$0) }
    if route.access != .open {
      writer.key("security")
      writer.beginArray()
      writer.object { $0.field("accessToken", [String]()) }
      writer.endArray()
    }
  }

  private static func write(
    _ parameter: RouteDocumentation.Parameter, in place: StaticString, to writer: inout JSONWriter
  ) {
    writer.object {
      $0.field("name", parameter.name)
      $0.field("in", literal: place)
      $0.field("required", parameter.isRequired)
      $0.object("schema") { $0.field("type", parameter.isInteger ? "integer" : "string") }
    }
  }

  private static func write(_ answers: [RouteDocumentation.Answer], to writer: inout JSONWriter) {
    for answer in answers {
      writer.object(named: String(answer.status)) {
        $0.field("description", literal: "Success")
        switch answer.content {
        case .nothing: break
        case .json(let schema):
          $0.object("content") { write(schema, as: "application/json", to: &$0) }
        case .text(let type):
          $0.object("content") {
            $0.object(named: type) { $0.object("schema") { $0.field("type", literal: "string") } }
          }
        case .events(let schema):
          // OpenAPI 3.1 has no word for a stream of events; as a string, tools take each event for
          // one.
          $0.object("content") {
            $0.object("text/event-stream") {
              $0.object("schema") {
                $0.field("description", literal: "Server-sent events: the data is JSON, of `event: error` a Problem")
                $0.object("x-events") { $0.field("$ref", reference(to: schema)) }
              }
            }
          }
        }
      }
    }
    writer.object("default") {
      $0.field("description", literal: "Problem details (RFC 9457)")
      $0.object("content") { write(.problem, as: "application/problem+json", to: &$0) }
    }
  }

  private static func write(_ schema: OpenAPISchema, as type: StaticString, to writer: inout JSONWriter) {
    writer.object(type) {
      $0.object("schema") { $0.field("$ref", reference(to: schema)) }
    }
  }

  private static func reference(to schema: OpenAPISchema) -> String {
    "#/components/schemas/\(schema.rawValue)"
  }
}

extension JSONWriter {
  fileprivate mutating func object(_ write: (inout JSONWriter) -> Void) {
    beginObject()
    write(&self)
    endObject()
  }

  fileprivate mutating func object(_ name: StaticString, _ write: (inout JSONWriter) -> Void) {
    key(name)
    object(write)
  }

  fileprivate mutating func object(named name: String, _ write: (inout JSONWriter) -> Void) {
    key(named: name)
    object(write)
  }
}
