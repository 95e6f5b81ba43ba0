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
    try write(String(repeating: "export const long = 'the same again';\n", count: 200), "src/long.js", in: web)
    try FileManager.default.createDirectory(at: web.appendingPathComponent("test"), withIntermediateDirectories: true)
    try write("hidden", "test/one.test.js", in: web)
    try write("hidden", "package.json", in: web)
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
      let own = "connect-src 'self' ws://127.0.0.1:\(server.http.port) wss://127.0.0.1:\(server.http.port);"
      #expect(policy.contains(own), "sockets to this server and no other: \(policy)")
      #expect(policy.contains("form-action 'self'"))
      #expect(policy.contains("require-trusted-types-for 'script'; trusted-types messageai"))
      #expect(page.header("Cross-Origin-Opener-Policy") == "same-origin")
      #expect(page.header("Cross-Origin-Resource-Policy") == "same-origin")
      #expect(page.header("Permissions-Policy")?.contains("camera=()") == true)
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

  @Test("are compressed for whoever takes that, with a tag of their own")
  func compressed() async throws {
    try await serving { server, _ in
      func get(_ method: String, _ encodings: String?, known: String? = nil) async throws -> TestHTTP.Answer {
        let headers = [("Accept-Encoding", encodings), ("If-None-Match", known)]
        return try await server.http.send(
          method, "/src/long.js", headers: headers.compactMap { name, value in value.map { (name, $0) } })
      }
      let plain = try await get("GET", nil)
      #expect(plain.header("Content-Encoding") == nil && plain.header("Vary") == "Accept-Encoding")
      for encodings in ["gzip", "deflate, gzip;q=0.5", "br, *", "GZIP"] {
        let small = try await get("GET", encodings)
        #expect(small.header("Content-Encoding") == "gzip" && small.header("Vary") == "Accept-Encoding", "\(encodings)")
        #expect(small.body.count < plain.body.count / 10)
        #expect(try inflated(small.body) == plain.body)
        #expect(small.header("ETag") != plain.header("ETag"))
        #expect(small.header("Content-Type") == "text/javascript; charset=utf-8")
        let head = try await get("HEAD", encodings)
        #expect(head.header("Content-Length") == String(small.body.count) && head.body.isEmpty)
        let tag = try #require(small.header("ETag"))
        #expect(try await get("GET", encodings, known: tag).status == 304)
        #expect(try await get("GET", nil, known: tag).status == 200, "that is the other form's tag")
      }
      for encodings in ["identity", "gzip;q=0", "br", "*;q=0"] {
        #expect(try await get("GET", encodings).body == plain.body, "\(encodings)")
      }
      let short = try await server.http.send("GET", "/", headers: [("Accept-Encoding", "gzip")])
      #expect(short.header("Content-Encoding") == nil, "it would not get smaller")
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
      "/.env", "/%2eenv", "/test/one.test.js", "/TEST/one.test.js", "/package.json", "/%74est/one.test.js",
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
