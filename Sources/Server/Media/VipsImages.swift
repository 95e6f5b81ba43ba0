import Domain
import Foundation
import ServerCore

/// Reads images with libvips, whose commands run as children with bounds on memory, time and what
/// they write: a hostile file costs one child.
package struct VipsImages: ImageProcessor {
  /// Frames of a moving image that are kept.
  private static let frames = 100

  private let children: ChildRunner
  private let idle: any WorkExecutor

  /// `atOnce` images are worked on at the same time, with `isIdle` only when nobody else wants the
  /// processor. `idle` removes what stands beside their pictures.
  package init(atOnce: Int, isIdle: Bool = true, idle: any WorkExecutor) {
    children = ChildRunner(atOnce: atOnce, bounds: ChildRunner.Bounds(isIdle: isIdle))
    self.idle = idle
  }

  /// Whether libvips' commands are on this machine.
  package static var isInstalled: Bool { missing.isEmpty }

  /// Those of libvips' commands that are not found.
  package static var missing: [String] { ChildRunner.missing(["vips", "vipsheader"]) }

  package func process(
    _ path: String, as type: ContentType, into folder: String
  ) async throws(Refusal) -> ProcessedImage {
    let header = try await self.header(of: path)
    guard header.width * header.height <= AttachmentRules.maximumPixels else {
      throw Refusal(.invalid, "An image has at most \(AttachmentRules.maximumPixels / 1_000_000) million pixels.")
    }
    let large = "\(folder)/1280.webp"
    let small = "\(folder)/320.webp"
    try await thumbnail(path + header.selection(frames: Self.frames), to: "\(large)[Q=78]", size: 1_280)
    try await thumbnail(large, to: "\(small)[Q=75]", size: 320)
    for form in [large, small] { try await clean(form, as: .webp, into: form) }
    let preview = try await preview(of: small, folder: folder)
    let original = "\(folder)/original"
    switch type {
    case .jpeg, .png, .gif, .webp: try await clean(path, as: type, into: original, orientation: header.orientation)
    default:
      let whole = "\(folder)/whole.webp"
      try await thumbnail(path, to: "\(whole)[Q=85]", size: 8_192)
      try await clean(whole, as: .webp, into: original)
    }
    let isTurned = header.orientation >= 5 && [.jpeg, .png, .gif, .webp].contains(type)
    return ProcessedImage(
      path: original, type: [.heic, .avif].contains(type) ? ContentType.webp.rawValue : type.rawValue,
      width: isTurned ? header.height : header.width, height: isTurned ? header.width : header.height,
      preview: preview, forms: [320: small, 1_280: large])
  }

  package func square(_ size: Int, of path: String, to target: String) async throws(Refusal) {
    _ = try await run([
      "vips", "thumbnail", path, "\(target)[Q=80]", String(size), "--height", String(size), "--crop", "centre",
    ])
    try await clean(target, as: .webp, into: target)
  }

  // MARK: Reading

  private struct Header {
    var width = 0
    var height = 0
    var pages = 1
    /// As EXIF has it, 1 to 8.
    var orientation = 1

    /// What stands behind the name of a file to read more than its first frame.
    func selection(frames: Int) -> String { pages > 1 ? "[n=\(min(pages, frames))]" : "" }
  }

  private func header(of path: String) async throws(Refusal) -> Header {
    let text = try await run(["vipsheader", "-a", path])
    var header = Header()
    for line in text.split(separator: "\n") {
      let parts = line.split(separator: ":", maxSplits: 1)
      guard parts.count == 2, let number = Int(parts[1].split(separator: " ").first ?? "") else { continue }
      switch parts[0] {
      case "width": header.width = number
      case "height": header.height = number
      case "n-pages": header.pages = max(1, number)
      case "orientation": header.orientation = (1...8).contains(number) ? number : 1
      default: continue
      }
    }
    guard header.width > 0, header.height > 0, header.width <= 100_000, header.height <= 100_000 else {
      throw Self.unreadable
    }
    return header
  }

  private func thumbnail(_ source: String, to target: String, size: Int) async throws(Refusal) {
    _ = try await run([
      "vips", "thumbnail", source, target, String(size), "--height", String(size), "--size", "down",
      "--export-profile", "srgb", "--fail-on", "truncated",
    ])
  }

  private func preview(of path: String, folder: String) async throws(Refusal) -> String {
    let target = "\(folder)/preview.ppm"
    try await thumbnail(path, to: "\(target)[strip]", size: 32)
    guard let bytes = FileManager.default.contents(atPath: target), let pixels = PortablePixels(Array(bytes)) else {
      throw Self.unreadable
    }
    return BlurHash.encode(pixels)
  }

  /// Writes the file without what a camera or a program has put beside the picture.
  private func clean(
    _ source: String, as type: ContentType, into target: String, orientation: Int = 1
  ) async throws(Refusal) {
    try await idle.value { () throws(Refusal) in
      let clean = target + ".clean"
      let isWhole = try ImageMetadata.remove(
        from: FileSource(source), type: type, orientation: orientation, to: FileSink(clean))
      guard isWhole else { throw Self.unreadable }
      guard rename(clean, target) == 0 else { throw UploadFolder.failure }
    }
  }

  private func run(_ command: [String]) async throws(Refusal) -> String {
    switch await children.run(command) {
    case .finished(let output): return String(decoding: output, as: UTF8.self)
    case .failed: throw Self.unreadable
    case .notFinished: throw Refusal(.overloaded, "The image cannot be read now.", retryAfter: 5)
    }
  }

  private static let unreadable = Refusal(.invalid, "The image is damaged, or of a kind that cannot be read.")
}
