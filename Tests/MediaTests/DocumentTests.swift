import Foundation
import Media
import ServerCore
import Testing

@Suite("Documents")
struct DocumentTests {
  /// A PDF; the lines of each page are drawn one below the other.
  private static func pdf(_ pages: [[String]]) -> [UInt8] {
    let kids = pages.indices.map { "\(4 + 2 * $0) 0 R" }.joined(separator: " ")
    let objects =
      [
        "<< /Type /Catalog /Pages 2 0 R >>", "<< /Type /Pages /Kids [\(kids)] /Count \(pages.count) >>",
        "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>",
      ]
      + pages.enumerated().flatMap { number, lines in
        let drawn = lines.map { "(\($0)) Tj T*" }.joined(separator: "\n")
        let content = "BT /F1 12 Tf 14 TL 40 800 Td\n\(drawn)\nET"
        return [
          "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents \(5 + 2 * number) 0 R "
            + "/Resources << /Font << /F1 3 0 R >> >> >>",
          "<< /Length \(content.utf8.count) >>\nstream\n\(content)\nendstream",
        ]
      }
    var text = "%PDF-1.4\n"
    var places: [Int] = []
    for (number, object) in objects.enumerated() {
      places.append(text.utf8.count)
      text += "\(number + 1) 0 obj\n\(object)\nendobj\n"
    }
    let table = text.utf8.count
    text += "xref\n0 \(objects.count + 1)\n0000000000 65535 f \n"
    for place in places { text += String(format: "%010d 00000 n \n", place) }
    text += "trailer << /Size \(objects.count + 1) /Root 1 0 R >>\nstartxref\n\(table)\n%%EOF\n"
    return Array(text.utf8)
  }

  private static func read(_ bytes: [UInt8], as type: ContentType = .pdf) async throws -> String? {
    let path = NSTemporaryDirectory() + "document-\(UUID())"
    defer { #expect(throws: Never.self) { try FileManager.default.removeItem(atPath: path) } }
    try Data(bytes).write(to: URL(fileURLWithPath: path))
    return await PopplerDocuments(atOnce: 1, isIdle: false).text(of: path, type: type)
  }

  @Test("in PDF give the text of their pages, in its order")
  func pages() async throws {
    let text = try #require(
      try await Self.read(Self.pdf([["The venue is the old mill."], ["Dinner costs 40 euros."]])))
    #expect(
      text.split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) }.filter { !$0.isEmpty }
        == ["The venue is the old mill.", "Dinner costs 40 euros."])
  }

  @Test("that are long are read up to the bound, from the beginning and in order")
  func long() async throws {
    let pages = (0..<200).map { page in (0..<50).map { "line \(50 * page + $0) of a long document" } }
    let text = try #require(try await Self.read(Self.pdf(pages)))
    #expect(text.utf8.count <= FileText.maximumBytes)
    let numbers = text.split(separator: "\n").compactMap {
      $0.split(separator: " ").dropFirst().first.flatMap { Int($0) }
    }
    #expect(numbers.starts(with: 0..<2_000))
  }

  @Test("of which many are read at once each give their own text, and all of them do")
  func many() async throws {
    let folder = NSTemporaryDirectory() + "documents-\(UUID())"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    defer { #expect(throws: Never.self) { try FileManager.default.removeItem(atPath: folder) } }
    let documents = PopplerDocuments(atOnce: 8, isIdle: false)
    try await withThrowingTaskGroup(of: Void.self) { tasks in
      for number in 0..<120 {
        tasks.addTask {
          let path = "\(folder)/\(number).pdf"
          try Data(Self.pdf([["document \(number)"]])).write(to: URL(fileURLWithPath: path))
          let text = await documents.text(of: path, type: .pdf)
          #expect(text?.trimmingCharacters(in: .whitespacesAndNewlines) == "document \(number)")
        }
      }
      try await tasks.waitForAll()
    }
  }

  @Test("that are damaged, encrypted, without text or of another kind have none, and end in time")
  func unreadable() async throws {
    #expect(try await Self.read(Array("%PDF-1.4\nnothing".utf8)) == nil)
    #expect(try await Self.read(Array(Self.pdf([["cut"]]).prefix(60))) == nil)
    #expect(try await Self.read(Self.pdf([])) == nil)
    #expect(try await Self.read(Array("plain".utf8), as: .zip) == nil)
    // Of a page tree that leads back to itself.
    let text = String(decoding: Self.pdf([["x"]]), as: UTF8.self).replacingOccurrences(of: "[4 0 R]", with: "[2 0 R]")
    #expect(try await Self.read(Array(text.utf8)) == nil)
  }
}
