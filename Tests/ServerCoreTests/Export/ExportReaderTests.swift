import Crypto
import Domain
import ServerCore
import TestSupport
import Testing

/// An archive in memory, written and read.
final class MemoryArchive: ExportSink, ExportSource {
  var bytes: [UInt8]
  /// The largest part that was asked for at once.
  private(set) var largestRead = 0
  private(set) var largestWrite = 0

  init(_ bytes: [UInt8] = []) { self.bytes = bytes }

  var size: Int64 { Int64(bytes.count) }

  func write(_ bytes: [UInt8]) {
    largestWrite = max(largestWrite, bytes.count)
    self.bytes += bytes
  }

  func read(_ range: Range<Int64>) -> [UInt8] {
    largestRead = max(largestRead, range.count)
    return Array(bytes[Int(range.lowerBound)..<Int(range.upperBound)])
  }
}

/// Bytes of files by their digests.
struct MemoryFiles: FileStorage {
  var stored: [FileDigest: [UInt8]] = [:]

  func store(_ path: String, as key: FileKey) throws(Refusal) {}
  func size(of key: FileKey) throws(Refusal) -> Int64? { stored[key.digest].map { Int64($0.count) } }
  func read(_ key: FileKey, _ range: Range<Int64>) -> FilePieces {
    let bytes = stored[key.digest] ?? []
    return FilePieces(range) { Array(bytes[Int($0.lowerBound)..<Int($0.upperBound)]) }
  }
  func remove(_ key: FileKey) throws(Refusal) {}
  func keys() throws(Refusal) -> [FileKey] { stored.keys.map { FileKey($0) } }
  func removeUnfinished() throws(Refusal) {}
}

/// A workspace of two conversations, one of them with a file.
struct ExportedWorkspace {
  let fixture = StoreFixture(StoreUnderTest(store: MemoryStore(clock: ContractClock())) {})
  let ada: UserID
  let ben: UserID
  let team: ConversationID
  let direct: ConversationID
  let file: Domain.Attachment
  var files = MemoryFiles()

  init() throws {
    ada = try fixture.user("Ada", email: "ada@example.org")
    ben = try fixture.user("Ben", email: "ben@example.org")
    team = try fixture.group(ada, [ben], name: "Kites")
    direct = try fixture.direct(ben, ada)
    file = try fixture.file("plan.txt", by: ada)
    try fixture.post("with a file", by: ada, in: team, attachments: [.init(id: file.id)])
    let gone = try fixture.post("deletedwords", by: ben, in: team)
    try fixture.perform(.message(.delete(asker: ben, conversation: team, id: gone.id)))
    try fixture.post("just between us", by: ben, in: direct)
    try fixture.keep(of: ada, body: "privateoutput")
    let stored = try #require(try fixture.store.file(file.id, for: ada).digest)
    files.stored[stored] = Array("what the file says".utf8)
  }

  func archive() async throws -> MemoryArchive {
    let archive = MemoryArchive()
    let store = try #require(fixture.store as? any ExportStore)
    try await WorkspaceExport(store: store, files: files, clock: ContractClock()).write(to: archive)
    return archive
  }
}

@Suite("The export of a workspace, and its reader")
struct ExportReaderTests {
  @Test("has people, conversations, messages and files, is whole, and lacks what is secret, private or deleted")
  func whole() async throws {
    let workspace = try ExportedWorkspace()
    let archive = try await workspace.archive()
    let reader = try ExportReader(archive)
    #expect(try reader.verify().isWhole)
    let manifest = try reader.manifest()
    #expect(manifest.format == "messageai-workspace-1" && manifest.missing.isEmpty)
    #expect(manifest.files.map(\.name) == reader.names.dropLast())
    #expect(
      reader.names == [
        "people/000001.jsonl", "files/\(workspace.file.id)", "conversations/000001.jsonl", "messages/000001.jsonl",
        "manifest.json",
      ])
    var rooms: [ConversationID: [String]] = [:]
    try reader.conversations { rooms[$0.id] = $1.map(\.name).sorted() }
    #expect(rooms == [workspace.team: ["Ada", "Ben"], workspace.direct: ["Ada", "Ben"]])
    var texts: [String] = []
    try reader.messages(of: workspace.team) { message, _ in texts.append(message.isDeleted ? "gone" : message.text) }
    #expect(texts == ["with a file", "gone"])
    try reader.messages(of: workspace.direct) { message, line in
      #expect(message.text == "just between us")
      #expect(String(decoding: line, as: UTF8.self).contains(#""text":"just between us""#))
    }
    var content: [UInt8] = []
    try reader.file("files/\(workspace.file.id)") { content += $0 }
    #expect(content == Array("what the file says".utf8))
    let text = String(decoding: archive.bytes, as: UTF8.self)
    #expect(text.contains(#""email":"ada@example.org""#))
    for word in ["passwordHash", "\"hash\"", "deletedwords", "privateoutput"] {
      #expect(!text.contains(word), "\(word)")
    }
  }

  @Test("names files whose bytes are not there in the manifest, and is whole all the same")
  func missingBytes() async throws {
    var workspace = try ExportedWorkspace()
    workspace.files.stored = [:]
    let reader = try ExportReader(try await workspace.archive())
    #expect(try reader.manifest().missing == ["\(workspace.file.id)"])
    #expect(try reader.verify().isWhole)
  }

  @Test("is written and read in pieces of about a megabyte at most, however large it is")
  func flat() async throws {
    let workspace = try ExportedWorkspace()
    let words = String(repeating: "word ", count: 1_000)
    for number in 1...1_200 { try workspace.fixture.post("\(number) \(words)", by: workspace.ada, in: workspace.team) }
    var files = workspace.files
    for key in files.stored.keys { files.stored[key] = [UInt8](repeating: 7, count: 5 << 20) }
    let archive = MemoryArchive()
    let store = try #require(workspace.fixture.store as? any ExportStore)
    try await WorkspaceExport(store: store, files: files, clock: ContractClock()).write(to: archive)
    #expect(archive.size > 10 << 20)
    #expect(archive.largestWrite < 1_200 << 10)
    let reader = try ExportReader(archive)
    #expect(try reader.verify().isWhole)
    var count = 0
    try reader.messages(of: workspace.team) { _, _ in count += 1 }
    #expect(count == 1_202)
    #expect(archive.largestRead <= 256 << 10)
  }

  @Test("names what is damaged, missing and extra")
  func findings() async throws {
    let whole = try await ExportedWorkspace().archive()
    let index = try ExportIndex(whole)
    let file = try #require(index.entries.first { $0.name?.hasPrefix("files/") == true })
    let name = try #require(file.name)
    let range = Int(file.position)..<Int(file.range.upperBound + 511) / 512 * 512

    let damaged = MemoryArchive(whole.bytes)
    damaged.bytes[Int(file.range.lowerBound)] ^= 1
    #expect(try ExportReader(damaged).verify() == .init(damaged: [name]))

    let missing = MemoryArchive(whole.bytes)
    missing.bytes.removeSubrange(range)
    #expect(try ExportReader(missing).verify() == .init(missing: [name]))

    let doubled = MemoryArchive(whole.bytes)
    doubled.bytes.insert(contentsOf: whole.bytes[range], at: range.upperBound)
    #expect(try ExportReader(doubled).verify() == .init(extra: [name]))

    let cut = MemoryArchive(Array(whole.bytes.dropLast(1_024)))
    #expect(try ExportReader(cut).verify() == .init(unreadableFrom: cut.size))

    let half = MemoryArchive(Array(whole.bytes.prefix(range.upperBound)))
    let findings = try ExportReader(half).verify()
    #expect(!findings.hasManifest && findings.unreadableFrom == half.size && !findings.isWhole)

    let longer = MemoryArchive(whole.bytes + [1])
    #expect(try !ExportReader(longer).verify().isWhole)
  }

  /// A header as tar has it, with any name and size.
  private static func header(_ name: String, size: String, type: UInt8 = UInt8(ascii: "0")) -> [UInt8] {
    var header = [UInt8](repeating: 0, count: 512)
    for (index, byte) in name.utf8.prefix(100).enumerated() { header[index] = byte }
    for (index, byte) in size.utf8.enumerated() { header[124 + index] = byte }
    header.replaceSubrange(148..<156, with: repeatElement(32, count: 8))
    header[156] = type
    let sum = String(header.reduce(0) { $0 + Int($1) }, radix: 8)
    let digits = String(repeating: "0", count: 6 - sum.count) + sum
    for (index, byte) in digits.utf8.enumerated() { header[148 + index] = byte }
    header[154] = 0
    return header
  }

  @Test(
    "has no names that lead out of a folder, and no links or folders",
    arguments: ["../secret", "/etc/passwd", "a/../b", "a//b", ".", "a/", "a\u{1B}[2J", "a b", "ä"])
  func names(_ name: String) throws {
    let end = [UInt8](repeating: 0, count: 1_024)
    let index = try ExportIndex(MemoryArchive(Self.header(name, size: "00000000000") + end))
    #expect(index.entries.map(\.name) == [nil] && index.unreadableFrom == nil)
    for type in "123456xgL".utf8 {
      let other = try ExportIndex(MemoryArchive(Self.header("a", size: "00000000000", type: type) + end))
      #expect(other.entries.map(\.name) == [nil])
    }
  }

  @Test(
    "takes no size beyond the archive, and none that is no number",
    arguments: ["77777777777", "00000000001", "-0000000001", "0000000000x", "", "\u{7F}7777777777"])
  func sizes(_ size: String) throws {
    let index = try ExportIndex(MemoryArchive(Self.header("a", size: size)))
    #expect(index.entries.isEmpty && index.unreadableFrom == 0)
    #expect(throws: (any Error).self) { try ExportReader(MemoryArchive(Self.header("a", size: size))) }
  }

  @Test("changed anywhere or cut anywhere, is found out or says the same; nothing is read beyond its end")
  func fuzzed() async throws {
    let whole = try await ExportedWorkspace().archive()
    let index = try ExportIndex(whole)
    var random = SeededGenerator(seed: 14)
    for _ in 0..<2_000 {
      let archive = MemoryArchive(whole.bytes)
      switch Int.random(in: 0..<4, using: &random) {
      case 0: archive.bytes.removeLast(Int.random(in: 1...archive.bytes.count, using: &random))
      case 1:
        let place = Int.random(in: 0..<archive.bytes.count, using: &random)
        archive.bytes.removeSubrange(place..<min(archive.bytes.count, place + Int.random(in: 1...700, using: &random)))
      default:
        for _ in 0..<Int.random(in: 1...3, using: &random) {
          archive.bytes[Int.random(in: 0..<archive.bytes.count, using: &random)] = UInt8.random(
            in: 0...255, using: &random)
        }
      }
      guard let reader = try? ExportReader(archive), let findings = try? reader.verify(), findings.isWhole else {
        continue
      }
      let other = try ExportIndex(archive)
      #expect(other.entries.map(\.name) == index.entries.map(\.name))
      for (one, two) in zip(index.entries, other.entries) where one.name != ExportManifest.name {
        #expect(whole.read(one.range) == archive.read(two.range), "\(one.name ?? "")")
      }
      try reader.conversations { _, _ in }
    }
  }
}
