import Domain
import ServerCore
import TestSupport
import Testing
import WireProtocol

extension RouteCase {
  static let files = [
    RouteCase("fileLimits") { workspace async throws in
      let before: FileLimits = try await workspace.ada.ask("GET", "/v1/files/limits")
      #expect(before.bytes == 25 << 20)
      #expect(before.perMessage == 10)
      #expect(before.used == 0)
      _ = try await workspace.ada.upload(Array("twelve bytes".utf8))
      let after: FileLimits = try await workspace.ada.ask("GET", "/v1/files/limits")
      #expect(after.used == 12)
      #expect(after.room == before.room - 12)
    },
    RouteCase("beginUpload") { workspace async throws in
      let form = UploadRequest(id: TestUser.newID(), name: "notes.txt", bytes: 5)
      let first = try await workspace.ada.send("POST", "/v1/uploads", form)
      #expect(first.status == 201)
      #expect(first.header("location") == "/v1/uploads/\(form.id)")
      #expect(try UploadResponse(json: first.body).offset == 0)
      #expect(try await workspace.ada.append([1, 2, 3], to: form.id, at: 0, isLast: false).status == 204)
      let again = try await workspace.ada.send("POST", "/v1/uploads", form)
      #expect(again.status == 200)
      #expect(try UploadResponse(json: again.body).offset == 3)
      try expectProblem(await workspace.bob.send("POST", "/v1/uploads", form), .conflict)
      let large = UploadRequest(id: TestUser.newID(), name: "x", bytes: 26 << 20)
      try expectProblem(await workspace.ada.send("POST", "/v1/uploads", large), .tooLarge)
    },
    RouteCase("uploadProgress") { workspace async throws in
      let form = UploadRequest(id: TestUser.newID(), name: "notes.txt", bytes: 5)
      try await workspace.ada.ok("POST", "/v1/uploads", form)
      _ = try await workspace.ada.append([1, 2, 3], to: form.id, at: 0, isLast: false)
      let half = try await workspace.ada.send("HEAD", "/v1/uploads/\(form.id)")
      #expect(half.status == 204)
      #expect(half.header("upload-offset") == "3")
      #expect(half.header("upload-length") == "5")
      #expect(half.header("upload-complete") == "?0")
      _ = try await workspace.ada.append([4, 5], to: form.id, at: 3, isLast: true)
      #expect(try await workspace.ada.send("HEAD", "/v1/uploads/\(form.id)").header("upload-complete") == "?1")
      #expect(try await workspace.bob.send("HEAD", "/v1/uploads/\(form.id)").status == 404)
    },
    RouteCase("appendToUpload") { workspace async throws in
      let form = UploadRequest(id: TestUser.newID(), name: "notes.txt", bytes: 5)
      try await workspace.ada.ok("POST", "/v1/uploads", form)
      let first = try await workspace.ada.append([1, 2, 3], to: form.id, at: 0, isLast: false)
      #expect(first.status == 204)
      #expect(first.header("upload-offset") == "3")
      let wrong = try await workspace.ada.append([2], to: form.id, at: 1, isLast: false)
      try expectProblem(wrong, .conflict)
      #expect(wrong.header("upload-offset") == "3")
      let last = try await workspace.ada.append([4, 5], to: form.id, at: 3, isLast: true)
      let attachment = try UploadResponse(json: last.body).attachment
      #expect(attachment?.bytes == 5)
      #expect(attachment?.kind == .file)
      let again = try await workspace.ada.append([], to: form.id, at: 5, isLast: true)
      #expect(again.body == last.body, "the answer to the last bytes was lost")
    },
    RouteCase("cancelUpload") { workspace async throws in
      let file = try await workspace.ada.upload([1, 2, 3])
      try expectProblem(await workspace.bob.send("DELETE", "/v1/uploads/\(file.id)"), .notFound)
      #expect(try await workspace.ada.send("DELETE", "/v1/uploads/\(file.id)").status == 204)
      try expectProblem(await workspace.ada.send("GET", "/v1/files/\(file.id)"), .notFound)
      let sent = try await workspace.ada.upload([1, 2, 3])
      try await workspace.ada.post("", files: [sent.id], in: workspace.group)
      try expectProblem(await workspace.ada.send("DELETE", "/v1/uploads/\(sent.id)"), .conflict)
    },
    RouteCase("fileLinks") { workspace async throws in
      let sent = try await workspace.ada.upload([1, 2, 3])
      try await workspace.ada.post("", files: [sent.id], in: workspace.group)
      let own = try await workspace.ada.upload([4])
      let form = FileLinksRequest(files: [sent.id, own.id, TestUser.newID()])
      let links: FileLinksResponse = try await workspace.bob.ask("POST", "/v1/files/links", form)
      #expect(links.links.map(\.id) == [sent.id], "links for what the asker may read, and for nothing else")
      let answer = try await workspace.server.http.send("GET", try #require(links.links.first).url)
      #expect(answer.body == [1, 2, 3])
      let many = FileLinksRequest(files: (0...100).map { _ in TestUser.newID() })
      try expectProblem(await workspace.bob.send("POST", "/v1/files/links", many), .invalid)
    },
    RouteCase("listFiles") { workspace async throws in
      let sent = try await workspace.ada.upload([1, 2, 3], name: "one.txt")
      let message = try await workspace.ada.post("", files: [sent.id], in: workspace.group)
      let later = try await workspace.bob.upload([4], name: "two.txt")
      try await workspace.bob.post("", files: [later.id], in: workspace.group)
      let path = "/v1/conversations/\(workspace.group)/files"
      let first: SharedFilesResponse = try await workspace.bob.ask("GET", "\(path)?limit=1")
      #expect(first.files.map(\.attachment.name) == ["two.txt"])
      let rest: SharedFilesResponse = try await workspace.bob.ask("GET", "\(path)?before=\(try #require(first.next))")
      #expect(rest.files.map(\.attachment.name) == ["one.txt"])
      #expect(rest.next == nil)
      #expect(rest.files.first?.message == message.id)
      #expect(rest.files.first?.sender == workspace.ada.id)
      let images: SharedFilesResponse = try await workspace.ada.ask("GET", "\(path)?kind=image")
      #expect(images.files.isEmpty)
      try expectProblem(await workspace.ada.send("GET", "\(path)?kind=video"), .invalid)
      try expectProblem(await workspace.ada.send("GET", "\(path)?before=x"), .invalid)
      try expectProblem(await workspace.eve.send("GET", path), .notFound)
    },
    RouteCase("getFile") { workspace async throws in
      let sent = try await workspace.ada.upload(Array("a plain text".utf8), name: "nötes.txt")
      try await workspace.ada.post("", files: [sent.id], in: workspace.group)
      let path = "/v1/files/\(sent.id)"
      let whole = try await workspace.bob.send("GET", path)
      #expect(whole.status == 200)
      #expect(whole.text == "a plain text")
      #expect(whole.header("content-type") == "application/octet-stream")
      #expect(whole.header("content-disposition") == "attachment; filename*=UTF-8''n%C3%B6tes.txt")
      #expect(whole.header("x-content-type-options") == "nosniff")
      #expect(whole.header("content-security-policy") == "default-src 'none'; sandbox")
      #expect(whole.header("cache-control") == "private, no-cache")
      let part = try await workspace.server.http.send(
        "GET", path, token: workspace.bob.token, headers: [("Range", "bytes=2-6")])
      #expect(part.status == 206)
      #expect(part.text == "plain")
      #expect(part.header("content-range") == "bytes 2-6/12")
      let tag = try #require(whole.header("etag"))
      let known = try await workspace.server.http.send(
        "GET", path, token: workspace.bob.token, headers: [("If-None-Match", tag)])
      #expect(known.status == 304)
      #expect(known.body.isEmpty)
      try expectProblem(await workspace.bob.send("GET", "\(path)?size=320"), .invalid)
      try expectProblem(await workspace.eve.send("GET", path), .notFound)
    },
  ]
}
