import Media
import Testing

/// Against the examples of "Authenticating Requests: Using the Authorization Header" in Amazon's
/// reference of S3.
@Suite("Signatures of S3 requests")
struct S3SignerTests {
  struct Example: Sendable, CustomStringConvertible {
    let description: String
    let method: String
    let path: String
    var query: [(name: String, value: String)] = []
    var headers: [(name: String, value: String)] = []
    var digest = S3Request.digestOfNothing
    let signature: String
  }

  @Test(
    "are those that Amazon publishes",
    arguments: [
      Example(
        description: "GET object", method: "GET", path: "/test.txt", headers: [("range", "bytes=0-9")],
        signature: "f0e8bdb87c964420e857bd35b5d6ed310bd44f0170aba48dd91039c6036bdb41"),
      Example(
        description: "PUT object", method: "PUT", path: "/test$file.text",
        headers: [("date", "Fri, 24 May 2013 00:00:00 GMT"), ("x-amz-storage-class", "REDUCED_REDUNDANCY")],
        digest: "44ce7dd67c959e0d3524ffac1771dfbba87d2b6b4b4e99e42034a8b803f8b072",
        signature: "98ad721746da40c64f1a55b78f14c238d841ea1380cd77a1b5971af0ece108bd"),
      Example(
        description: "GET bucket lifecycle", method: "GET", path: "/", query: [("lifecycle", "")],
        signature: "fea454ca298b7da1c68078a5d1bdbfbbe0d65c699e0f91ac7a200a0136783543"),
      Example(
        description: "GET bucket, list objects", method: "GET", path: "/", query: [("prefix", "J"), ("max-keys", "2")],
        signature: "34b48302e7b5fa45bde8084f4b7868a86f0a534bc59db6670ed5711ef69dc6f7"),
    ])
  func published(_ example: Example) {
    let time = "20130524T000000Z"
    let request = S3Request(
      method: example.method, path: example.path, query: example.query,
      headers: example.headers + [
        ("x-amz-date", time), ("host", "examplebucket.s3.amazonaws.com"), ("x-amz-content-sha256", example.digest),
      ],
      digest: example.digest)
    let signer = S3Signer(
      accessKey: "AKIAIOSFODNN7EXAMPLE", secretKey: "wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY", region: "us-east-1")
    let names = request.headers.map(\.name).sorted().joined(separator: ";")
    #expect(
      signer.authorization(request, at: time)
        == "AWS4-HMAC-SHA256 Credential=AKIAIOSFODNN7EXAMPLE/20130524/us-east-1/s3/aws4_request,"
        + "SignedHeaders=\(names),Signature=\(example.signature)")
  }

  @Test("a path is encoded once, with its slashes, and a query in order and with everything encoded")
  func target() {
    let request = S3Request(
      method: "GET", path: "/bucket/a b+ü(1)~.txt", query: [("uploads", ""), ("prefix", "a/b c"), ("X", "=&")])
    #expect(request.target == "/bucket/a%20b%2B%C3%BC%281%29~.txt?X=%3D%26&prefix=a%2Fb%20c&uploads=")
  }
}
