import Domain
import Media
import ModelOutput
import WireProtocol

@testable import Requests
@testable import ServerCore

/// libFuzzer's own main loop; its `main` is left out because this program has one.
@_silgen_name("LLVMFuzzerRunDriver")
func runFuzzer(
  _ count: UnsafeMutablePointer<CInt>,
  _ arguments: UnsafeMutablePointer<UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>>,
  _ test: @convention(c) (UnsafePointer<UInt8>?, Int) -> CInt
) -> CInt

/// Keeps the compiler from leaving out what nobody reads.
nonisolated(unsafe) var observed = 0

func bytes(_ start: UnsafePointer<UInt8>?, _ count: Int) -> [UInt8] {
  [UInt8](UnsafeBufferPointer(start: start, count: count))
}

func text(_ start: UnsafePointer<UInt8>?, _ count: Int) -> String {
  String(decoding: UnsafeBufferPointer(start: start, count: count), as: UTF8.self)
}

/// Whatever a reader takes, it writes and takes again as the same.
func frames(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  let bytes = bytes(start, count)
  observed &+= FrameInspection.ref(bytes) == nil ? 0 : 1
  if let frame = try? ClientFrame.decode(bytes) {
    precondition((try? ClientFrame.decode(frame.encode())) == frame, "a client's frame comes back as another")
  }
  if let frame = try? ServerFrame.decode(bytes) {
    precondition((try? ServerFrame.decode(frame.encode())) == frame, "a server's frame comes back as another")
  }
  return 0
}

/// Addresses with their cursors: `?before=` and its like.
func cursors(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  if let target = try? RequestTarget(text(start, count)) {
    observed &+= target.segments.count &+ target.query.count
    for name in ["before", "after", "fromRev", "limit"] {
      if let number = target.query[name].flatMap({ Int64($0) }) { observed &+= Int(truncatingIfNeeded: number) }
    }
    precondition(!target.segments.contains { $0.utf8.contains(0) }, "a zero byte in a path")
  }
  return 0
}

/// What tokens are framed with.
func tokens(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  for part in text(start, count).split(separator: ".", omittingEmptySubsequences: false) {
    guard let decoded = Base64URL.decode(part) else { continue }
    precondition(Base64URL.encode(decoded) == part, "two texts for the same bytes")
    observed &+= decoded.count
  }
  return 0
}

func queries(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  if let query = try? SearchQueryParser.parse(text(start, count)) {
    observed &+= query.words.count &+ query.phrases.count
  }
  return 0
}

/// What a model writes: guarded at once, twice, and while it is written.
func markdown(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  let text = text(start, count)
  let outputGuard = ModelOutputGuard(sources: [1: "See https://example.org/a for the plan.", 2: "No link."])
  observed &+= JSONExtraction.value(in: text) == nil ? 0 : 1
  let once = outputGuard.prose(text)
  let twice = outputGuard.prose(once.text)
  precondition(twice.text == once.text, "guarding twice changes something")
  precondition(once.citations.allSatisfy { outputGuard.sources[$0] != nil }, "a citation of nothing")
  var stream = StreamingGuard(outputGuard)
  var shown = ""
  var rest = text[...]
  while !rest.isEmpty {
    shown += stream.append(String(rest.prefix(9)))
    rest = rest.dropFirst(9)
  }
  shown += stream.finish()
  precondition(shown.count <= outputGuard.maximumLength, "more than may be shown")
  return 0
}

/// Bytes that come in pieces of one size.
final class PiecesSource: ByteSource {
  private var rest: ArraySlice<UInt8>
  private let size: Int

  init(_ bytes: [UInt8], size: Int) {
    rest = bytes[...]
    self.size = size
  }

  func next() -> [UInt8] {
    defer { rest = rest.dropFirst(size) }
    return Array(rest.prefix(size))
  }
}

final class MemorySink: ByteSink {
  private(set) var bytes: [UInt8] = []

  func write(_ bytes: ArraySlice<UInt8>) { self.bytes += bytes }

  func replace(_ bytes: [UInt8], at offset: Int) {
    self.bytes.replaceSubrange(offset..<offset + bytes.count, with: bytes)
  }
}

func cleaned(_ image: [UInt8], inPiecesOf size: Int) -> [UInt8]? {
  let sink = MemorySink()
  let isWhole = try? ImageMetadata.remove(
    from: PiecesSource(image, size: size), type: ContentType(Array(image.prefix(ContentType.length))), to: sink)
  return isWhole == true ? sink.bytes : nil
}

/// What is taken out of images does not depend on how they are read, and is gone after one time.
func images(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  let image = bytes(start, count)
  let clean = cleaned(image, inPiecesOf: 65_536)
  precondition(cleaned(image, inPiecesOf: 7) == clean, "pieces change what is kept")
  if let clean {
    precondition(clean.count <= image.count + 16, "an image grows")
    precondition(cleaned(clean, inPiecesOf: 65_536) == clean, "cleaning twice changes something")
  }
  observed &+= clean?.count ?? 0
  return 0
}

@main
enum Fuzz {
  static let tests: [String: @convention(c) (UnsafePointer<UInt8>?, Int) -> CInt] = [
    "frames": frames, "cursors": cursors, "tokens": tokens, "queries": queries, "markdown": markdown,
    "images": images,
  ]

  /// The first argument names the test; the others are libFuzzer's.
  static func main() {
    var count = CommandLine.argc - 1
    guard count > 0, let test = tests[CommandLine.arguments[1]] else {
      print("usage: Fuzz \(tests.keys.sorted().joined(separator: "|")) [libFuzzer's options]")
      return
    }
    var arguments = CommandLine.unsafeArgv + 1
    let result = runFuzzer(&count, &arguments, test)
    if result != 0 { preconditionFailure("the fuzzer ended with \(result)") }
  }
}
