import Foundation
import ServerHTTP
import TestSupport
import Testing

@Suite("OpenAPI document")
struct OpenAPITests {
  private static func document(_ server: TestServer) async throws -> [String: Any] {
    let answer = try await server.http.send("GET", "/openapi.json")
    return try #require(try JSONSerialization.jsonObject(with: Data(answer.body)) as? [String: Any])
  }

  @Test("lists exactly the routes of the table, with whether they want a token")
  func routes() async throws {
    try await TestServer.run { server in
      let paths = try #require(await Self.document(server)["paths"] as? [String: [String: [String: Any]]])
      var documented: Set<String> = []
      var secured: Set<String> = []
      for (path, operations) in paths {
        for (method, operation) in operations {
          documented.insert("\(method.uppercased()) \(path)")
          if operation["security"] != nil { secured.insert("\(method.uppercased()) \(path)") }
        }
      }
      let routes = server.instance.routes.routes
      #expect(documented == Set(routes.map { "\($0.method.rawValue) \($0.path)" }))
      #expect(documented.count == routes.count)
      #expect(secured == Set(routes.filter { $0.access != .open }.map { "\($0.method.rawValue) \($0.path)" }))
    }
  }

  @Test("refers only to schemas that it holds")
  func references() async throws {
    try await TestServer.run { server in
      let document = try await Self.document(server)
      let components = try #require(document["components"] as? [String: Any])
      let schemas = try #require(components["schemas"] as? [String: Any])
      let text = try await server.http.send("GET", "/openapi.json").text
      let names = Set(text.matches(of: /"#\/components\/schemas\/([A-Za-z]+)"/).map { String($0.1) })
      #expect(!names.isEmpty)
      #expect(names.isSubset(of: schemas.keys), "\(names.subtracting(schemas.keys))")
    }
  }
}
