import Domain
import ServerCore
import TestSupport
import Testing

@Suite("What stands in files")
struct FileTextTests {
  @Test("is read of what is called text, whatever the letters of its ending")
  func kinds() {
    func isPlain(
      _ name: String, _ type: String = Domain.Attachment.unknownType, _ kind: Domain.Attachment.Kind = .file
    ) -> Bool {
      FileText.isPlain(Domain.Attachment(id: TestUser.newID(), kind: kind, name: name, type: type, bytes: 1))
    }
    for name in ["a.txt", "A.TXT", "b.md", "c.csv"] { #expect(isPlain(name)) }
    for name in ["a.exe", "txt", "a.txt.zip", "a.html"] { #expect(!isPlain(name)) }
    #expect(!isPlain("a.txt", "application/pdf"))
    #expect(!isPlain("a.txt", Domain.Attachment.unknownType, .voice))
  }

  @Test("is UTF-8 with a word in it, without what an index takes for its own")
  func reads() {
    #expect(FileText.read(Array("né\nb".utf8)) == "né\nb")
    #expect(FileText.read([0xEF, 0xBB, 0xBF] + Array("a".utf8)) == "a")
    #expect(FileText.read(Array("a\u{1}9\u{1}b\u{2}c\u{3}\td\r\n".utf8)) == "a 9 b c  d \n")
    for bytes: [UInt8] in [
      [], [0xFF, 0xFE, 0x61, 0x00], [0x61, 0x00], [0xC3], Array("ab".utf8) + [0x80], [0x2D, 0x0A],
    ] {
      #expect(FileText.read(bytes) == nil)
    }
  }

  @Test("is cut where it is long, between two characters")
  func cuts() throws {
    for shift in 0..<4 {
      let text =
        "a" + String(repeating: "x", count: shift) + String(repeating: "😀", count: FileText.maximumBytes / 4 + 9)
      let read = try #require(FileText.read(Array(text.utf8)))
      #expect(text.hasPrefix(read), "shift \(shift)")
      #expect((FileText.maximumBytes - 4...FileText.maximumBytes).contains(read.utf8.count))
    }
    let plain = FileText.read([UInt8](repeating: 97, count: FileText.maximumBytes + 5))
    #expect(plain?.utf8.count == FileText.maximumBytes)
  }
}
