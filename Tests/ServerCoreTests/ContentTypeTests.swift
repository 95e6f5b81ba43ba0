import ServerCore
import Testing

@Suite("Names of images")
struct ContentTypeTests {
  @Test(
    "say what the file is, also when it was made into another kind",
    arguments: [
      ("phone.avif", "image/webp", "phone.webp"), ("a.b.HEIC", "image/jpeg", "a.b.jpg"),
      ("kite.JPEG", "image/jpeg", "kite.JPEG"), ("kite.jpe", "image/jpeg", "kite.jpe"),
      ("holiday.2026", "image/webp", "holiday.2026"), ("kite", "image/webp", "kite"),
      (".avif", "image/webp", ".avif"), ("kite.avif", "application/pdf", "kite.avif"),
    ])
  func names(_ name: String, _ type: String, _ expected: String) {
    #expect(ContentType.name(name, fitting: type) == expected)
  }
}
