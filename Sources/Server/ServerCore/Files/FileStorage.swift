import Domain

/// Where one stored piece of bytes is: a file as it is downloaded, or a smaller form of an image.
package struct FileKey: Hashable, Sendable {
  package let digest: FileDigest
  /// Pixels of the longer side at most; `nil` for the file itself.
  package let size: Int?

  package init(_ digest: FileDigest, size: Int? = nil) {
    self.digest = digest
    self.size = size
  }

  /// Sizes that every image has.
  package static let imageSizes = [320, 1280]
  /// Sizes of squares out of the middle of an image, made when they are first asked for.
  package static let squareSizes = [64, 256]

  /// A name of letters, digits, `-` and `.`, which tells keys apart.
  package var name: String { size.map { "\(digest.text)-\($0).webp" } ?? digest.text }

  /// `nil` for a name that no key has.
  package init?(name: String) {
    let parts = name.split(separator: "-", maxSplits: 1, omittingEmptySubsequences: false)
    guard let digest = parts.first.flatMap({ FileDigest(String($0)) }) else { return nil }
    guard parts.count == 2 else {
      self.init(digest)
      return
    }
    guard parts[1].hasSuffix(".webp"), let size = Int(parts[1].dropLast(5)), size > 0 else { return nil }
    self.init(digest, size: size)
  }
}

/// Keeps the bytes of files under what they are.
///
/// Implementations throw `internal` or `overloaded` for what may go better later.
package protocol FileStorage: Sendable {
  /// Takes over the file at `path`, which is gone from there afterwards or no longer needed. Kept
  /// for good when it returns. The same key again changes nothing.
  func store(_ path: String, as key: FileKey) async throws(Refusal)
  /// How many bytes there are; `nil` when the key is not stored.
  func size(of key: FileKey) async throws(Refusal) -> Int64?
  /// A part of the bytes, in pieces of at most 256 KiB, read as they are asked for.
  func read(_ key: FileKey, _ range: Range<Int64>) -> FilePieces
  /// Removes it if it is stored.
  func remove(_ key: FileKey) async throws(Refusal)
  /// Everything that is stored.
  func keys() async throws(Refusal) -> [FileKey]
  /// Removes what a crash or a cut has left of storing, which is under no key.
  func removeUnfinished() async throws(Refusal)
}

/// Bytes in pieces, each read when it is asked for.
package struct FilePieces: AsyncSequence, Sendable {
  package typealias Element = [UInt8]
  /// `nil` at the end.
  package typealias Next = @Sendable (Range<Int64>) async throws -> [UInt8]

  /// Of one piece.
  package static let largest: Int64 = 256 << 10

  private let range: Range<Int64>
  private let next: Next

  /// `read` is given one piece's range after the other, and reads the whole of it.
  package init(_ range: Range<Int64>, read: @escaping Next) {
    self.range = range
    next = read
  }

  package struct AsyncIterator: AsyncIteratorProtocol {
    fileprivate var rest: Range<Int64>
    fileprivate let read: Next

    package mutating func next() async throws -> [UInt8]? {
      guard !rest.isEmpty else { return nil }
      let end = Swift.min(rest.lowerBound + FilePieces.largest, rest.upperBound)
      let piece = try await read(rest.lowerBound..<end)
      rest = end..<rest.upperBound
      return piece
    }
  }

  package func makeAsyncIterator() -> AsyncIterator { AsyncIterator(rest: range, read: next) }
}

/// An image ready to be stored: without what a camera writes into it.
package struct ProcessedImage: Sendable {
  /// The file as it is downloaded.
  package let path: String
  package let type: String
  /// In pixels, as it is seen upright.
  package let width: Int
  package let height: Int
  /// A BlurHash.
  package let preview: String
  /// Smaller forms by their size: `FileKey.imageSizes`.
  package let forms: [Int: String]

  package init(path: String, type: String, width: Int, height: Int, preview: String, forms: [Int: String]) {
    self.path = path
    self.type = type
    self.width = width
    self.height = height
    self.preview = preview
    self.forms = forms
  }
}

/// Makes images ready to be stored.
package protocol ImageProcessor: Sendable {
  /// Reads the image at `path` and writes its forms into `folder`. Throws `invalid` for what is
  /// damaged, too large or no such image, and `overloaded` when it could not be tried.
  func process(_ path: String, as type: ContentType, into folder: String) async throws(Refusal) -> ProcessedImage
  /// Writes a square out of the middle of a form of an image to `target`.
  func square(_ size: Int, of path: String, to target: String) async throws(Refusal)
}
