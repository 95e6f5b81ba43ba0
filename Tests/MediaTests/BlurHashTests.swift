import Testing

@testable import Media

@Suite("BlurHash")
struct BlurHashTests {
  private func pixels(_ width: Int, _ height: Int, _ colour: (Int, Int) -> [UInt8]) throws -> PortablePixels {
    var file = Array("P6\n# made by a test\n\(width) \(height)\n255\n".utf8)
    for y in 0..<height { for x in 0..<width { file += colour(x, y) } }
    return try #require(PortablePixels(file))
  }

  @Test("of one colour has that colour and no detail")
  func plain() throws {
    let hash = BlurHash.encode(try pixels(8, 8) { _, _ in [255, 0, 0] })
    #expect(hash.count == 28)
    #expect(hash.hasPrefix("L0TI:j") || hash.hasPrefix("L"))
  }
}
