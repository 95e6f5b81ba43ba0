import Crypto
import Domain
import Foundation
import Media
import ServerCore
import TestSupport
import Testing

@Suite("S3 storage", .serialized)
struct S3StorageTests {
  @Test("says to the operator what is wrong, and to people that it may go better later")
  func wrong() async throws {
    try await MotoServer.run { moto in
      try await Shelf.run { shelf in
        func expect(
          _ kind: S3Failure.Kind, _ words: String, bucket: String? = nil, _ environment: [String: String]
        ) async throws {
          try await shelf.storage(moto, bucket: bucket, environment: environment) { storage in
            let failure = await #expect(throws: S3Failure.self) { try await storage.check() }
            #expect(
              failure?.kind == kind && failure?.description.contains(words) == true, "\(String(describing: failure))")
            let (path, _, key) = try shelf.file(10)
            let refusal = await #expect(throws: Refusal.self) { try await storage.store(path, as: key) }
            #expect(refusal?.code == .overloaded && refusal?.code.isRetryable == true)
            #expect(FileManager.default.fileExists(atPath: path), "what was not stored is kept")
          }
        }
        try await expect(.refused, "secret key", moto.environment(secretKey: "wrong"))
        try await expect(.refused, "access key", moto.environment(accessKey: "AKIAWRONG"))
        try await expect(.noBucket, "no bucket none-here", bucket: "none-here", moto.environment())
        try await expect(.unreachable, "cannot be reached", moto.environment(endpoint: 1))
        try await shelf.storage(moto) { try await $0.check() }
        #expect(try await moto.objects() == [])
      }
    }
  }

  @Test("what is cut in the middle leaves no object and no open upload, and goes through when tried again")
  func cut() async throws {
    try await Self.behindProxy { moto, shelf, proxy, storage in
      // The first part is whole, the second never.
      for count in [9 << 20, 3 << 20] {
        let (path, bytes, key) = try shelf.file(count)
        proxy.cut(after: 500_000)
        let refusal = await #expect(throws: Refusal.self) { try await storage.store(path, as: key) }
        #expect(refusal?.code == .overloaded)
        #expect(try await moto.isEmpty())
        proxy.cut(after: .max)
        try await storage.store(path, as: key)
        #expect(try await FileStorageTests.read(storage, key, 0..<Int64(count)) == bytes)
        try await storage.remove(key)
      }
    }
  }

  @Test("a request that was cut is sent again, three times at most")
  func retries() async throws {
    try await Self.behindProxy { _, _, proxy, storage in
      proxy.cut(connections: 2)
      try await storage.check()
      proxy.cut(connections: 3)
      await #expect(throws: S3Failure.self) { try await storage.check() }
      try await storage.check()
    }
  }

  @Test("a server that has too much to do, or failed, is asked again with the whole body, three times at most")
  func overloaded() async throws {
    let missing = RecordedReply(status: 404, body: [])
    let busy = RecordedReply(status: 503, body: Array("<Error><Code>SlowDown</Code></Error>".utf8))
    let failed = RecordedReply(status: 500, body: Array("<Error><Code>InternalError</Code></Error>".utf8))
    for (replies, isStored) in [
      ([missing, busy, failed, RecordedReply(body: [])], true), ([missing, busy, busy, busy], false),
    ] {
      try await RecordedModelServer.run(replies) { server, base in
        try await Shelf.run { shelf in
          let text = #"{"text":"all of it"}"#
          let path = shelf.path + "/file"
          try Data(text.utf8).write(to: URL(fileURLWithPath: path))
          let key = FileKey(FileDigest(bytes: SHA256.hash(data: Data(text.utf8))))
          var patience = S3Patience()
          patience.pause = .milliseconds(1)
          let settings = try S3Settings(
            "s3://bucket/files",
            environment: [
              "MESSAGEAI_S3_ENDPOINT": String(base.dropLast("/v1".count)), "MESSAGEAI_S3_ACCESS_KEY": "key",
              "MESSAGEAI_S3_SECRET_KEY": "secret",
            ])
          let storage = S3Storage(settings, work: FileWork(), patience: patience)
          var refusal: Refusal?
          do throws(Refusal) { try await storage.store(path, as: key) } catch { refusal = error }
          #expect(refusal?.code == (isStored ? nil : .overloaded))
          try await storage.shutdown()
          let sent = server.requests.dropFirst().map { $0.body["text"]?.string }
          #expect(sent == ["all of it", "all of it", "all of it"])
        }
      }
    }
  }

  @Test("uploads that a crash has left are ended, once, and nobody else's")
  func leftovers() async throws {
    try await MotoServer.run { moto in
      try await Shelf.run { shelf in
        let (_, _, key) = try shelf.file(10)
        let (own, others) = ("files/\(key.name)", "other/\(key.name)")
        for name in [own, others, "files/notes.txt"] {
          try await moto.send("POST", "/\(moto.bucket)/\(name)", [("uploads", "")])
        }
        try await shelf.storage(moto) { storage in
          try await storage.removeUnfinished()
          #expect(try await moto.openUploads().sorted() == ["files/notes.txt", others])
          try await moto.send("POST", "/\(moto.bucket)/\(own)", [("uploads", "")])
          try await storage.removeUnfinished()
          #expect(try await moto.openUploads().contains(own), "looked for again without a reason")
        }
      }
    }
  }

  @Test("an upload that could not be ended when it was cut is ended later")
  func cutForGood() async throws {
    try await Self.behindProxy { moto, shelf, proxy, storage in
      try await storage.removeUnfinished()
      let (path, _, key) = try shelf.file(9 << 20)
      // From the first part on nothing passes any more.
      proxy.cut(after: 500_000, thenAll: true)
      await #expect(throws: Refusal.self) { try await storage.store(path, as: key) }
      #expect(try await moto.openUploads().count == 1)
      await #expect(throws: Refusal.self) { try await storage.removeUnfinished() }
      proxy.cut(after: .max)
      try await storage.removeUnfinished()
      #expect(try await moto.isEmpty())
    }
  }

  @Test("objects of several pages are all listed, and nobody else's")
  func manyPages() async throws {
    try await MotoServer.run { moto in
      try await Shelf.run { shelf in
        let (_, _, key) = try shelf.file(1)
        let names = (1...25).map { FileKey(key.digest, size: $0).name }
        for name in names { try await moto.send("PUT", "/\(moto.bucket)/files/\(name)") }
        try await moto.send("PUT", "/\(moto.bucket)/files/notes.txt")
        try await moto.send("PUT", "/\(moto.bucket)/files2/\(names[0])")
        try await shelf.storage(moto, pageSize: 10) { storage in
          let keys = try await storage.keys()
          #expect(keys.count == names.count && Set(keys.map(\.name)) == Set(names))
        }
      }
    }
  }

  /// A storage that is reached through a proxy, which can cut what passes.
  private static func behindProxy(
    _ body: (MotoServer, Shelf, CuttingProxy, S3Storage) async throws -> Void
  ) async throws {
    try await MotoServer.run { moto in
      try await CuttingProxy.run(to: moto.port) { proxy in
        try await Shelf.run { shelf in
          try await shelf.storage(moto, environment: moto.environment(endpoint: proxy.port)) { storage in
            try await body(moto, shelf, proxy, storage)
          }
        }
      }
    }
  }
}
