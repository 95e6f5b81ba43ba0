import Foundation
import TestSupport
import Testing

@Suite("The web client's files")
struct StaticFilesTests {
  /// A server with a small web folder and a secret beside it.
  private func serving(_ body: (TestServer, _ web: URL) async throws -> Void) async throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("static-\(UUID().uuidString)")
    let web = folder.appendingPathComponent("web")
    try FileManager.default.createDirectory(
      at: web.appendingPathComponent("src"), withIntermediateDirectories: true)
    defer { #expect(throws: Never.self) { try FileManager.default.removeItem(at: folder) } }
    try write("<!doctype html>", "index.html", in: web)
    try write("export const one = 1;", "src/one.js", in: web)
    try write("hidden", ".env", in: web)
    try write("SECRET", "secret.txt", in: folder)
    try FileManager.default.createSymbolicLink(
      at: web.appendingPathComponent("link.txt"), withDestinationURL: folder.appendingPathComponent("secret.txt"))
    try await TestServer.run(configure: { $0.webFolder = web.path }, { try await body($0, web) })
  }

  private func write(_ text: String, _ name: String, in folder: URL) throws {
    try Data(text.utf8).write(to: folder.appendingPathComponent(name))
  }

  @Test("are served with their type, a policy and a tag")
  func served() async throws {
    try await serving { server, _ in
      let page = try await server.http.send("GET", "/")
      #expect(page.status == 200 && page.text == "<!doctype html>")
      #expect(page.header("Content-Type") == "text/html; charset=utf-8")
      #expect(page.header("X-Content-Type-Options") == "nosniff")
      #expect(page.header("Referrer-Policy") == "no-referrer")
      #expect(page.header("Cache-Control") == "no-cache")
      let policy = try #require(page.header("Content-Security-Policy"))
      for rule in ["default-src 'self'", "object-src 'none'", "frame-ancestors 'none'", "base-uri 'none'"] {
        #expect(policy.contains(rule))
      }
      #expect(!policy.contains("unsafe"))
      let script = try await server.http.send("GET", "/src/one.js?v=2")
      #expect(script.text == "export const one = 1;")
      #expect(script.header("Content-Type") == "text/javascript; charset=utf-8")
    }
  }

  @Test("are not sent again to whoever has them, until they change")
  func unchanged() async throws {
    try await serving { server, web in
      let tag = try #require(try await server.http.send("GET", "/src/one.js").header("ETag"))
      for known in [tag, "W/\(tag)", "\"other\", \(tag)", "*"] {
        let answer = try await server.http.send("GET", "/src/one.js", headers: [("If-None-Match", known)])
        #expect(answer.status == 304 && answer.body.isEmpty, "\(known)")
        #expect(answer.header("ETag") == tag)
        #expect(answer.header("Content-Security-Policy") != nil)
      }
      #expect(try await server.http.send("GET", "/src/one.js", headers: [("If-None-Match", "\"x\"")]).status == 200)
      try write("export const one = 2;", "src/one.js", in: web)
      let changed = try await server.http.send("GET", "/src/one.js", headers: [("If-None-Match", tag)])
      #expect(changed.status == 200 && changed.text == "export const one = 2;")
      #expect(changed.header("ETag") != tag)
    }
  }

  @Test("are described by HEAD without being sent")
  func head() async throws {
    try await serving { server, _ in
      let get = try await server.http.send("GET", "/src/one.js")
      let head = try await server.http.send("HEAD", "/src/one.js")
      #expect(head.status == 200 && head.body.isEmpty)
      for name in ["Content-Length", "Content-Type", "ETag", "Last-Modified", "Content-Security-Policy"] {
        #expect(head.header(name) == get.header(name), "\(name)")
      }
      #expect(head.header("Content-Length") == "21")
    }
  }

  @Test(
    "nothing outside the folder is served, nor what is hidden or linked",
    arguments: [
      "/../secret.txt", "/%2e%2e/secret.txt", "/src/../../secret.txt", "/src/%2e%2e/%2e%2e/secret.txt",
      "/..%2fsecret.txt", "/%2e%2e%2fsecret.txt", "/..%5csecret.txt", "//secret.txt", "/src//one.js", "/./index.html",
      "/.env", "/%2eenv",
      "/link.txt", "/src", "/src/", "/secret.txt", "/index.html/", "/index.html%0a", "/v1/index.html",
    ])
  func outside(_ path: String) async throws {
    try await serving { server, _ in
      let answer = try await server.http.send("GET", path)
      #expect(answer.status == 404, "\(answer.status)")
      #expect(!answer.text.contains("SECRET") && !answer.text.contains("hidden"))
    }
  }

  @Test("take no method but GET and HEAD")
  func methods() async throws {
    try await serving { server, _ in
      let answer = try await server.http.send("PUT", "/index.html", body: Array("x".utf8))
      #expect(answer.status == 405)
      #expect(answer.header("Allow") == "GET, HEAD")
      #expect(try await server.http.send("GET", "/index.html").text == "<!doctype html>")
    }
  }
}
