import Foundation
import OnBoxAI
import Testing

@Suite("The example of the README")
struct ReadmeTests {
  @Test("runs as it stands there, and prints what the README says")
  func example() throws {
    var lines: [String] = []
    func print(_ items: Any...) {
      lines.append(items.map { "\($0)" }.joined(separator: " ").trimmingCharacters(in: .whitespaces))
    }
    // README
    let engine = TextEngine(models: ModelFolder("Models"))
    let ask = Turn(speaker: "Ada", text: "Bo, can you send the list to the printer by Friday?")
    let answer = Turn(speaker: "Bo", text: "We decided to keep the old printer, so yes.")
    let now = Date(timeIntervalSince1970: 1_750_000_000)
    for task in engine.actions(in: ask.text, speaker: "Ada", members: ["Ada", "Bo"], now: now, timeZone: .gmt) {
      print("\(task.task): \(task.due?.text ?? "some day")")
    }
    for decision in engine.decisions(in: answer.text, previous: [ask]) { print(decision.summary) }
    let passages = [ask, answer].map { Passage(id: $0.speaker, text: $0.text) }
    print(engine.rank("what did we decide about printers", among: passages, limit: 1).map(\.id))
    // README
    #expect(lines == ["Send the list to the printer: Friday", "Keep the old printer", #"["Bo"]"#])

    let here = URL(fileURLWithPath: #filePath)
    let source = try String(contentsOf: here, encoding: .utf8).components(separatedBy: "    // README\n")[1]
    let package = (0..<3).reduce(here) { url, _ in url.deletingLastPathComponent() }
    let readme = try String(contentsOf: package.appendingPathComponent("README.md"), encoding: .utf8)
    let example = source.split(separator: "\n").map { $0.dropFirst(4) }.joined(separator: "\n")
    #expect(readme.contains("import OnBoxAI\n\n\(example)\n```"))
    for line in lines { #expect(readme.contains("`\(line)`")) }
  }
}
