import Media
import Testing

@Suite("Settings of an S3 storage")
struct S3SettingsTests {
  private static let keys = ["MESSAGEAI_S3_ACCESS_KEY": "key", "MESSAGEAI_S3_SECRET_KEY": "canary-secret"]

  @Test("name bucket and prefix, and by default Amazon's endpoint of the region")
  func read() throws {
    let plain = try S3Settings("s3://team-files", environment: Self.keys)
    #expect((plain.bucket, plain.prefix) == ("team-files", ""))
    #expect((plain.endpoint, plain.host) == ("https://s3.us-east-1.amazonaws.com", "s3.us-east-1.amazonaws.com"))
    let full = try S3Settings(
      "s3://team-files/chat/files/",
      environment: Self.keys.merging([
        "MESSAGEAI_S3_ENDPOINT": "http://127.0.0.1:9000/", "MESSAGEAI_S3_REGION": "garage",
      ]) { $1 })
    #expect((full.endpoint, full.host, full.prefix) == ("http://127.0.0.1:9000", "127.0.0.1:9000", "chat/files/"))
    #expect(full.place == "s3://team-files/chat/files" && full.signer.region == "garage")
    let usual = try S3Settings(
      "s3://abc", environment: Self.keys.merging(["MESSAGEAI_S3_ENDPOINT": "https://s3.example.org:443"]) { $1 })
    #expect(usual.host == "s3.example.org", "the usual port is not in the signed name")
  }

  struct Wrong: Sendable, CustomStringConvertible {
    let place: String
    var environment: [String: String] = [:]
    let says: String
    var description: String { place + " " + environment.values.joined() }
  }

  @Test(
    "say what is wrong with them, without the secret",
    arguments: [
      Wrong(place: "s3://", says: "names no bucket"), Wrong(place: "s3://a/b", says: "names no bucket"),
      Wrong(place: "s3://bücket/b", says: "names no bucket"), Wrong(place: "folder", says: "s3://"),
      Wrong(place: "s3://bucket//x", says: "prefix"), Wrong(place: "s3://bucket/../x", says: "prefix"),
      Wrong(place: "s3://bucket/a b", says: "prefix"),
      Wrong(place: "s3://bucket", environment: ["MESSAGEAI_S3_ENDPOINT": "minio"], says: "MESSAGEAI_S3_ENDPOINT"),
      Wrong(place: "s3://bucket", environment: ["MESSAGEAI_S3_ENDPOINT": "http://h/p"], says: "MESSAGEAI_S3_ENDPOINT"),
      Wrong(place: "s3://bucket", environment: ["MESSAGEAI_S3_ACCESS_KEY": ""], says: "MESSAGEAI_S3_ACCESS_KEY"),
      Wrong(place: "s3://bucket", environment: ["MESSAGEAI_S3_SECRET_KEY": ""], says: "MESSAGEAI_S3_SECRET_KEY"),
    ])
  func wrong(_ wrong: Wrong) throws {
    let problem = try #require(throws: S3Settings.Problem.self) {
      try S3Settings(wrong.place, environment: Self.keys.merging(wrong.environment) { $1 })
    }
    #expect(problem.description.contains(wrong.says) && !problem.description.contains("canary"))
  }
}
