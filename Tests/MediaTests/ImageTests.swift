import Domain
import Foundation
import Media
import ServerCore
import Testing

@Suite("Images", .serialized)
struct ImageTests {
  @Test(
    "lose place, device and comments, keep which way up they are, and get smaller forms",
    arguments: [
      ContentType.jpeg, .png, .webp,
    ])
  func metadata(_ type: ContentType) async throws {
    try await Folder.run { folder in
      let path = try folder.image(type, width: 600, height: 400, planted: true)
      #expect(try folder.bytes(path).contains("GPS-canary"))
      let image = try await VipsImages(atOnce: 1, isIdle: false, idle: FileWork()).process(
        path, as: type, into: try folder.forms())
      let isTurned = type == .jpeg
      #expect((image.width, image.height) == (isTurned ? 400 : 600, isTurned ? 600 : 400))
      #expect(image.type == type.rawValue)
      #expect(image.preview.count == 28)
      #expect(image.forms.keys.sorted() == FileKey.imageSizes)
      for form in [image.path] + image.forms.values {
        #expect(try !folder.bytes(form).contains("canary"), "\(form)")
      }
      #expect(try await folder.size(image.path) == (600, 400), "the picture itself is as it was")
      let small = try #require(image.forms[320])
      #expect(try await folder.size(small) == (isTurned ? (213, 320) : (320, 213)))
    }
  }

  @Test("of a JPEG are the same, pixel for pixel, without their metadata")
  func pixels() async throws {
    try await Folder.run { folder in
      let path = try folder.image(.jpeg, width: 64, height: 48, planted: true)
      let image = try await VipsImages(atOnce: 1, isIdle: false, idle: FileWork()).process(
        path, as: .jpeg, into: try folder.forms())
      let (before, after) = (folder.path + "/before.ppm", folder.path + "/after.ppm")
      try folder.vips("copy", path, before + "[strip]")
      try folder.vips("copy", image.path, after + "[strip]")
      #expect(try folder.bytes(before) == folder.bytes(after))
    }
  }

  @Test("are cleaned alike in pieces of any size, and never when they are cut off", arguments: ContentType.pictures)
  func pieces(_ type: ContentType) async throws {
    try await Folder.run { folder in
      let path = type == .gif ? try folder.movingImage(frames: 2) : try folder.image(type, width: 40, height: 30)
      let image = [UInt8](try folder.bytes(path))
      let clean = try #require(try Pieces.cleaned(image, type: type, size: image.count))
      for size in [1, 2, 3, 7, 64] {
        #expect(try Pieces.cleaned(image, type: type, size: size) == clean, "in pieces of \(size)")
      }
      #expect(try Pieces.cleaned(clean, type: type, size: 64) == clean, "what is clean stays as it is")
      guard type != .webp else { return }
      for count in 0..<image.count {
        #expect(try Pieces.cleaned(Array(image.prefix(count)), type: type, size: 64) == nil, "cut off at \(count)")
      }
    }
  }

  @Test("that are cut off, no pictures, or too many pixels are refused with words")
  func hostile() async throws {
    try await Folder.run { folder in
      let images = VipsImages(atOnce: 2, isIdle: false, idle: FileWork())
      let whole = try folder.bytes(try folder.image(.jpeg, width: 900, height: 700))
      let png = try folder.bytes(try folder.image(.png, width: 900, height: 700))
      let bomb = try folder.image(.png, width: 10_000, height: 5_001)
      var inputs: [(Data, ContentType)] = [
        (whole.prefix(whole.count / 2), .jpeg), (png.prefix(300), .png), (Data("<html>".utf8), .jpeg),
        (Data([0xFF, 0xD8, 0xFF]), .jpeg), (Data("GIF89a".utf8), .gif), (Data("RIFF0000WEBP".utf8), .webp),
        (try folder.bytes(bomb), .png), (Data(), .heic),
      ]
      inputs.append((Data("<svg xmlns='http://www.w3.org/2000/svg'/>".utf8), .png))
      for (number, input) in inputs.enumerated() {
        let path = folder.path + "/hostile-\(number)"
        try input.0.write(to: URL(fileURLWithPath: path))
        let refusal = await #expect(throws: Refusal.self, "\(number)") {
          _ = try await images.process(path, as: input.1, into: try folder.forms())
        }
        #expect(refusal?.code == .invalid, "\(number)")
      }
      let good = try folder.image(.jpeg, width: 90, height: 70)
      _ = try await images.process(good, as: .jpeg, into: try folder.forms())
    }
  }

  @Test("that move go on moving at 1,280")
  func moving() async throws {
    try await Folder.run { folder in
      let path = try folder.movingImage(frames: 3)
      let image = try await VipsImages(atOnce: 1, isIdle: false, idle: FileWork()).process(
        path, as: .gif, into: try folder.forms())
      #expect((image.width, image.height) == (40, 30))
      #expect(try folder.pages(try #require(image.forms[1_280])) == 3)
      #expect(try folder.pages(image.path) == 3)
    }
  }

  @Test("are told by their content, never by their name")
  func types() {
    #expect(ContentType(Array("<html><script>".utf8)) == .unknown)
    #expect(ContentType(Array("<svg".utf8)) == .unknown)
    #expect(ContentType([0xFF, 0xD8, 0xFF, 0xE0]) == .jpeg)
    #expect(ContentType(Array("GIF89a/*".utf8)) == .gif)
    #expect(ContentType([0, 0, 0, 24] + Array("ftypheic0000mif1heic".utf8)) == .heic)
    #expect(ContentType([0, 0, 0, 28] + Array("ftypavif0000mif1avif".utf8)) == .avif)
    #expect(ContentType([0, 0, 0, 28] + Array("ftypM4A 0000isom".utf8)) == .mp4)
    #expect(ContentType([0, 0, 0, 28] + Array("ftypisom0000mp41".utf8)) == .video)
    #expect(ContentType([]) == .unknown)
    #expect(ContentType([0, 0, 0, 255] + Array("ftyp".utf8)) == .video)
  }
}

extension ContentType {
  fileprivate static let pictures = [ContentType.jpeg, .png, .gif, .webp]
}

/// Bytes that come in pieces of one size, and those that are kept of them.
private final class Pieces: ByteSource, ByteSink {
  private var rest: ArraySlice<UInt8>
  private let size: Int
  private var kept: [UInt8] = []

  private init(_ bytes: [UInt8], size: Int) {
    rest = bytes[...]
    self.size = size
  }

  static func cleaned(_ image: [UInt8], type: ContentType, size: Int) throws -> [UInt8]? {
    let pieces = Pieces(image, size: size)
    return try ImageMetadata.remove(from: pieces, type: type, to: pieces) ? pieces.kept : nil
  }

  func next() -> [UInt8] {
    defer { rest = rest.dropFirst(size) }
    return Array(rest.prefix(size))
  }

  func write(_ bytes: ArraySlice<UInt8>) { kept += bytes }

  func replace(_ bytes: [UInt8], at offset: Int) {
    kept.replaceSubrange(offset..<offset + bytes.count, with: bytes)
  }
}

/// A folder of a test, with libvips' commands to fill it.
private struct Folder {
  let path: String

  static func run(_ body: (Folder) async throws -> Void) async throws {
    let folder = Folder(path: NSTemporaryDirectory() + "messageai-media-\(UUID())")
    try FileManager.default.createDirectory(atPath: folder.path, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: folder.path) }
    try await body(folder)
  }

  func forms() throws -> String {
    let forms = path + "/forms-\(UUID())"
    try FileManager.default.createDirectory(atPath: forms, withIntermediateDirectories: true)
    return forms
  }

  func bytes(_ path: String) throws -> Data { try Data(contentsOf: URL(fileURLWithPath: path)) }

  @discardableResult
  func run(_ command: String, _ arguments: [String]) throws -> String {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = [command] + arguments
    let output = Pipe()
    process.standardOutput = output
    process.standardError = FileHandle.nullDevice
    try process.run()
    let data = try output.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    try #require(process.terminationStatus == 0, "\(command) \(arguments)")
    return String(decoding: data, as: UTF8.self)
  }

  func vips(_ arguments: String...) throws { try run("vips", arguments) }

  /// A picture with some content. A planted one says where it was made; a planted JPEG is turned.
  func image(_ type: ContentType, width: Int, height: Int, planted: Bool = false) throws -> String {
    let name = "\(path)/\(UUID())"
    try vips("xyz", name + ".v", String(width), String(height))
    try vips("linear", name + ".v", name + "-scaled.v", "1", "0", "--uchar")
    try vips("bandjoin", "\(name)-scaled.v \(name)-scaled.v", name + "-bands.v")
    try vips("extract_band", name + "-bands.v", name + "-three.v", "0", "--n", "3")
    try vips("copy", name + "-three.v", name + "-colour.v", "--interpretation", "srgb")
    let ending = type.rawValue.split(separator: "/")[1]
    try vips("copy", name + "-colour.v", "\(name).\(ending)")
    let file = "\(name).\(ending)"
    if planted { try plant(type, into: file) }
    return file
  }

  func movingImage(frames: Int) throws -> String {
    let frameByFrame = try image(.png, width: 40, height: 30 * frames)
    try vips("copy", frameByFrame, "\(path)/moving.gif[page-height=30]")
    return "\(path)/moving.gif"
  }

  func pages(_ path: String) throws -> Int {
    Int(try run("vipsheader", ["-f", "n-pages", path]).trimmingCharacters(in: .whitespacesAndNewlines)) ?? 1
  }

  func size(_ path: String) async throws -> (Int, Int) {
    let numbers = try ["width", "height"].map {
      Int(try run("vipsheader", ["-f", $0, path]).trimmingCharacters(in: .whitespacesAndNewlines)) ?? 0
    }
    return (numbers[0], numbers[1])
  }

  private func plant(_ type: ContentType, into path: String) throws {
    var bytes = [UInt8](try self.bytes(path))
    let text = Array("GPS-canary 48.137,11.575".utf8)
    switch type {
    case .jpeg:
      let tiff: [UInt8] = [0x4D, 0x4D, 0, 42, 0, 0, 0, 8, 0, 1, 1, 0x12, 0, 3, 0, 0, 0, 1, 0, 6, 0, 0, 0, 0, 0, 0]
      let body = Array("Exif\0\0".utf8) + tiff + text
      let comment = [0xFF, 0xFE, 0, UInt8(text.count + 2)] + text
      bytes.insert(contentsOf: [0xFF, 0xE1, 0, UInt8(body.count + 2)] + body + comment, at: 2)
      bytes += Array("trailer canary".utf8)
    case .png:
      let body = Array("Comment\0".utf8) + text
      let chunk = [0, 0, 0, UInt8(body.count)] + Array("tEXt".utf8) + body + [0, 0, 0, 0]
      bytes.insert(contentsOf: chunk, at: 33)
    default:
      let chunk = Array("EXIF".utf8) + [UInt8(text.count), 0, 0, 0] + text + (text.count % 2 == 0 ? [] : [0])
      bytes += chunk
      let size = UInt32(bytes.count - 8)
      for index in 0..<4 { bytes[4 + index] = UInt8(truncatingIfNeeded: size >> (8 * UInt32(index))) }
    }
    try Data(bytes).write(to: URL(fileURLWithPath: path))
  }
}

extension Data {
  fileprivate func contains(_ text: String) -> Bool { range(of: Data(text.utf8)) != nil }
}
