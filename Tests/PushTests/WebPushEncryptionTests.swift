import Crypto
import Foundation
import Push
import ServerCore
import TestSupport
import Testing

@Suite("Encryption for browsers")
struct WebPushEncryptionTests {
  private static let publicKey =
    "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4"
  private static let secret = "BTBZMqHH6r4Tts7J_aSIgg"

  @Test("gives the bytes of the example in RFC 8291")
  func example() throws {
    let key = try P256.KeyAgreement.PrivateKey(
      rawRepresentation: try bytes("yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw"))
    let body = try WebPushEncryption(salt: try bytes("DGv6ra1nlYgDCS1FRnbzlw"), key: key).body(
      Array("When I grow up, I want to be a watermelon".utf8), publicKey: try bytes(Self.publicKey),
      secret: try bytes(Self.secret))
    let expected =
      "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl"
      + "7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN"
    #expect(Base64URL.encode(body) == expected)
  }

  @Test("never uses a salt or a key twice")
  func fresh() throws {
    let (publicKey, secret) = (try bytes(Self.publicKey), try bytes(Self.secret))
    let bodies = try (0..<20).map { _ in try WebPushEncryption().body([1], publicKey: publicKey, secret: secret) }
    #expect(Set(bodies.map { $0[..<16] }).count == 20)
    #expect(Set(bodies.map { $0[21..<86] }).count == 20)
  }

  @Test("makes no body that is longer than push services take")
  func bounds() throws {
    let (publicKey, secret) = (try bytes(Self.publicKey), try bytes(Self.secret))
    let longest = [UInt8](repeating: 1, count: 3_993)
    #expect(try WebPushEncryption().body(longest, publicKey: publicKey, secret: secret).count == 4_096)
    #expect(throws: WebPushEncryption.TooLong.self) {
      try WebPushEncryption().body(longest + [1], publicKey: publicKey, secret: secret)
    }
  }

  private func bytes(_ text: String) throws -> [UInt8] { try require(Base64URL.decode(text)) }
}
