import Crypto
import Domain
import Foundation
import Synchronization

/// Takes files from people and gives them to those who may read them.
///
/// The bytes of an upload are appended to a file of its own. When all have come the content is
/// looked at, stored under its digest, and only then committed: a message can have it from that
/// moment. Whatever is cut off goes on from what is on disk.
package final class FileService: Sendable {
  let reader: StoreReader
  let commands: any CommandPerformer
  let uploads: UploadFolder
  let storage: any FileStorage
  private let images: (any ImageProcessor)?
  private let documents: (any DocumentReader)?
  let work: any WorkExecutor
  private let idle: any WorkExecutor
  private let gates = AsyncGates<FileDigest>()
  private let leases: (any FileLeases)?
  /// A lease costs its store a connection.
  private let leased = AsyncGate(places: 4)
  private let finishing = Mutex<[AttachmentID: Task<Result<StoredFile, Refusal>, Never>]>([:])
  /// Squares that were begun to be made.
  private let squares = Mutex(0)
  private let turns = Mutex<[AttachmentID: Int]>([:])

  /// `images` is `nil` where images cannot be read: they are files then. Without `documents` files
  /// are found by what stands in them only where they are plain text. `work` blocks for the disk
  /// and for `leases`, which are for servers that share files; `idle` computes what may wait.
  package init(
    reader: StoreReader, commands: any CommandPerformer, uploads: UploadFolder, storage: any FileStorage,
    images: (any ImageProcessor)?, documents: (any DocumentReader)?, work: any WorkExecutor,
    idle: any WorkExecutor, leases: (any FileLeases)? = nil
  ) {
    self.reader = reader
    self.commands = commands
    self.uploads = uploads
    self.storage = storage
    self.images = images
    self.documents = documents
    self.work = work
    self.idle = idle
    self.leases = leases
  }

  /// How far an upload is.
  package struct Progress: Sendable {
    package let file: StoredFile
    /// Bytes that have come.
    package let offset: Int64
  }

  /// Bytes came from another offset than the one that is next.
  package struct WrongOffset: Error {
    package let expected: Int64
  }

  // MARK: Uploading

  /// Begins an upload, or says how far it is when it was begun before.
  package func begin(_ draft: Attachment, by asker: UserID) async throws(Refusal) -> (progress: Progress, isNew: Bool) {
    guard case .file(let file, let isNew) = try await commands.perform(.file(.begin(asker: asker, draft: draft)))
    else { throw Self.unexpected }
    return (try await progress(of: file), isNew)
  }

  /// Throws `notFound` unless the asker has begun it.
  package func progress(of id: AttachmentID, by asker: UserID) async throws(Refusal) -> Progress {
    try await progress(of: try await reader.read { try $0.upload(id, of: asker) })
  }

  private func progress(of file: StoredFile) async throws(Refusal) -> Progress {
    if file.isComplete { return Progress(file: file, offset: file.size) }
    let id = file.attachment.id
    return Progress(file: file, offset: try await work.value { [uploads] in uploads.size(of: id) })
  }

  /// Adds bytes. When they are the last ones, the file is complete once this returns.
  ///
  /// A later call for the same upload ends this one: its client has come back. Throws
  /// `WrongOffset`, or a refusal; what was added before stays.
  package func append<Bytes: AsyncSequence>(
    _ bytes: Bytes, to id: AttachmentID, at offset: Int64, isLast: Bool, by asker: UserID
  ) async throws -> Progress where Bytes.Element == [UInt8] {
    let known = try await progress(of: id, by: asker)
    guard !known.file.isComplete else { return known }
    guard known.offset == offset else { throw WrongOffset(expected: known.offset) }
    let turn = turns.withLock { turns in
      turns[id, default: 0] += 1
      return turns[id]
    }
    defer { turns.withLock { if $0[id] == turn { $0[id] = nil } } }
    var end = offset
    var piece: [UInt8] = []
    for try await bytes in bytes {
      guard end + Int64(piece.count + bytes.count) <= known.file.size else {
        throw Refusal(.tooLarge, "More bytes came than the file was said to have.")
      }
      piece.append(contentsOf: bytes)
      guard piece.count >= FilePieces.largest else { continue }
      end = try await append(piece, to: id, at: end, in: turn)
      piece.removeAll(keepingCapacity: true)
    }
    if !piece.isEmpty { end = try await append(piece, to: id, at: end, in: turn) }
    guard isLast else { return Progress(file: known.file, offset: end) }
    guard end == known.file.size else {
      throw Refusal(.invalid, "Fewer bytes came than the file was said to have.")
    }
    let file = try await finish(known.file, by: asker)
    return Progress(file: file, offset: file.size)
  }

  private func append(_ piece: [UInt8], to id: AttachmentID, at offset: Int64, in turn: Int?) async throws -> Int64 {
    try await work.value { [self] () throws(Refusal) in
      // Under the lock, so that an upload that has moved on gets nothing from before.
      try turns.withLock { turns throws(Refusal) in
        guard turns[id] == turn else { throw Refusal(.conflict, "The upload goes on elsewhere.") }
        try uploads.append(piece, to: id, at: offset)
      }
    }
    return offset + Int64(piece.count)
  }

  /// Gives up an upload, or a file that was not sent.
  package func cancel(_ id: AttachmentID, by asker: UserID) async throws(Refusal) {
    _ = try await commands.perform(.file(.cancel(asker: asker, id: id)))
    turns.withLock { $0[id] = nil }
    try await work.value { [uploads] in uploads.remove(id) }
  }

  // MARK: Completing

  /// Goes on when whoever asked has gone, and is done once for all who ask.
  private func finish(_ file: StoredFile, by asker: UserID) async throws(Refusal) -> StoredFile {
    let id = file.attachment.id
    let task = finishing.withLock { tasks in
      if let task = tasks[id] { return task }
      let task = Task {
        defer { finishing.withLock { $0[id] = nil } }
        do throws(Refusal) {
          return Result<StoredFile, Refusal>.success(try await complete(file, by: asker))
        } catch {
          await giveUp(id, by: asker, after: error)
          return .failure(error)
        }
      }
      tasks[id] = task
      return task
    }
    return try await task.value.get()
  }

  /// What can never be completed is no upload any more.
  private func giveUp(_ id: AttachmentID, by asker: UserID, after refusal: Refusal) async {
    guard !refusal.code.isRetryable else { return }
    // When this fails too, the upload ends with its day.
    _ = try? await cancel(id, by: asker)
  }

  private func complete(_ file: StoredFile, by asker: UserID) async throws(Refusal) -> StoredFile {
    let id = file.attachment.id
    let path = uploads.file(of: id)
    let type = try await work.value { ContentType(UploadFolder.head(of: path, ContentType.length)) }
    let folder = path + ".forms"
    defer { removeFolder(folder) }
    var image: ProcessedImage?
    if type.isImage, file.attachment.kind != .voice, let images {
      try await work.value { () throws(Refusal) in
        try Self.refusing { try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true) }
      }
      image = try await images.process(path, as: type, into: folder)
    }
    let stored = try Self.attachment(file.attachment, type: type, image: image)
    let content = image?.path ?? path
    let text = try await text(of: stored, type: type, at: path)
    let (digest, size) = try await idle.value { () throws(Refusal) in try Self.digest(of: content) }
    let attachment = stored.with(bytes: size)
    let committed = try await alone(with: digest) { () throws(Refusal) in
      for (size, form) in image?.forms ?? [:] { try await storage.store(form, as: FileKey(digest, size: size)) }
      try await storage.store(content, as: FileKey(digest))
      return try await commands.perform(
        .file(.finish(asker: asker, attachment: attachment, digest: digest, text: text)))
    }
    guard case .file(let done, _) = committed else { throw Self.unexpected }
    try await work.value { [uploads] in uploads.remove(id) }
    return done
  }

  private static func attachment(
    _ draft: Attachment, type: ContentType, image: ProcessedImage?
  ) throws(Refusal) -> Attachment {
    if draft.kind == .voice {
      guard let voice = type.voiceType else {
        throw Refusal(.invalid, "A voice note is sound in WebM, Ogg or MP4.")
      }
      return Attachment(
        id: draft.id, kind: .voice, name: draft.name, type: voice, bytes: draft.bytes, duration: draft.duration,
        wave: draft.wave)
    }
    guard let image else {
      let type = type.isImage ? ContentType.unknown.rawValue : type.fileType
      return Attachment(id: draft.id, kind: .file, name: draft.name, type: type, bytes: draft.bytes)
    }
    return Attachment(
      id: draft.id, kind: .image, name: ContentType.name(draft.name, fitting: image.type), type: image.type,
      bytes: draft.bytes, width: Int64(image.width), height: Int64(image.height), preview: image.preview)
  }

  private func text(of file: Attachment, type: ContentType, at path: String) async throws(Refusal) -> String? {
    guard file.kind == .file else { return nil }
    guard FileText.isPlain(file) else { return await documents?.text(of: path, type: type) }
    return try await work.value {
      // One byte more tells that there are more.
      FileText.read(UploadFolder.head(of: path, FileText.maximumBytes + 1))
    }
  }

  private static func digest(of path: String) throws(Refusal) -> (FileDigest, Int64) {
    try refusing {
      guard let file = FileHandle(forReadingAtPath: path) else { throw UploadFolder.failure }
      defer { try? file.close() }
      var hash = SHA256()
      var size: Int64 = 0
      while let piece = try file.read(upToCount: 1 << 20), !piece.isEmpty {
        hash.update(data: piece)
        size += Int64(piece.count)
      }
      return (FileDigest(bytes: hash.finalize()), size)
    }
  }

  private func removeFolder(_ path: String) {
    work.run {
      // Left over, it goes with the upload's day.
      try? FileManager.default.removeItem(atPath: path)
    }
  }

  /// While bytes are stored and committed, and while bytes that nobody has are removed: so nothing
  /// is removed that is about to be used, here and on the servers beside this one.
  func alone<Value>(
    with digest: FileDigest, _ body: () async throws(Refusal) -> sending Value
  ) async throws(Refusal) -> sending Value {
    try await gates.pass(digest) { () async throws(Refusal) in
      guard let leases else { return try await body() }
      return try await leased.pass { () async throws(Refusal) in
        let lease = leases.makeFileLease(of: digest)
        try await work.value { () throws(Refusal) in try lease.take() }
        defer { work.run { lease.release() } }
        return try await body()
      }
    }
  }

  // MARK: Reading

  /// A file, or a form of it, that the asker may read.
  package struct Content: Sendable {
    package let file: StoredFile
    package let key: FileKey
    package let type: String
    package let size: Int64
  }

  /// `size` is one of `FileKey.imageSizes` or `FileKey.squareSizes`, for images only. Throws
  /// `notFound` for what the asker may not read.
  package func content(of id: AttachmentID, size: Int?, for asker: UserID) async throws(Refusal) -> Content {
    let file = try await reader.read { try $0.file(id, for: asker) }
    guard let digest = file.digest else { throw Refusal.notFound }
    if let size {
      guard file.attachment.kind == .image else { throw Refusal(.invalid, "Only images have sizes.") }
      let sizes = FileKey.squareSizes + FileKey.imageSizes
      guard sizes.contains(size) else {
        throw Refusal(.invalid, "size is one of \(sizes.map(String.init).joined(separator: ", ")).")
      }
    }
    let key = FileKey(digest, size: size)
    let type = size == nil ? file.attachment.type : ContentType.webp.rawValue
    var length = try await storage.size(of: key)
    if length == nil, let size, FileKey.squareSizes.contains(size) {
      length = try await makeSquare(size, of: digest)
    }
    guard let length else { throw Refusal(.internal, "The bytes of a file are missing.") }
    return Content(file: file, key: key, type: type, size: length)
  }

  /// A file as it is downloaded; `nil` when its bytes, or all of it, are not there for the asker.
  func original(of id: AttachmentID, for asker: UserID) async throws(Refusal) -> Content? {
    let file: StoredFile
    do throws(Refusal) {
      file = try await reader.read { try $0.file(id, for: asker) }
    } catch  where error == Refusal.notFound {
      return nil
    }
    guard let key = file.digest.map({ FileKey($0) }), let size = try await storage.size(of: key) else { return nil }
    return Content(file: file, key: key, type: file.attachment.type, size: size)
  }

  private func makeSquare(_ size: Int, of digest: FileDigest) async throws(Refusal) -> Int64? {
    let source = FileKey(digest, size: FileKey.imageSizes[0])
    guard let images, let length = try await storage.size(of: source) else { return nil }
    let folder = uploads.path + "/\(digest.text)-\(size)-\(squares.withLock { $0 += 1; return $0 })"
    defer { removeFolder(folder) }
    var bytes: [UInt8] = []
    do {
      for try await piece in storage.read(source, 0..<length) { bytes += piece }
    } catch {
      throw error as? Refusal ?? UploadFolder.failure
    }
    let form = bytes
    try await work.value { () throws(Refusal) in
      try Self.refusing {
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        try Data(form).write(to: URL(fileURLWithPath: folder + "/form.webp"))
      }
    }
    try await images.square(size, of: folder + "/form.webp", to: folder + "/square.webp")
    let made = try await work.value { () throws(Refusal) in UploadFolder.size(at: folder + "/square.webp") }
    return try await alone(with: digest) { () throws(Refusal) in
      // It may have been removed meanwhile: then nothing of it is stored again.
      guard try await storage.size(of: source) != nil else { return nil }
      try await storage.store(folder + "/square.webp", as: FileKey(digest, size: size))
      return made
    }
  }

  package func read(_ key: FileKey, _ range: Range<Int64>) -> FilePieces { storage.read(key, range) }

  /// What the server takes, and how much room is left for this person.
  package func limits(for asker: UserID) async throws(Refusal) -> FileLimits {
    let space = try await reader.read { try $0.fileSpace(of: asker) }
    return FileLimits(
      bytes: space.limits.fileBytes, perMessage: AttachmentRules.maximumCount, used: space.used, room: space.room)
  }

  // MARK: -

  private static let unexpected = Refusal(.internal, "The store answered something else.")

  static func refusing<Value>(_ body: () throws -> Value) throws(Refusal) -> Value {
    do {
      return try body()
    } catch {
      throw error as? Refusal ?? UploadFolder.failure
    }
  }
}

extension Attachment {
  fileprivate func with(bytes: Int64) -> Attachment {
    Attachment(
      id: id, kind: kind, name: name, type: type, bytes: bytes, width: width, height: height, duration: duration,
      preview: preview, wave: wave, alt: alt)
  }
}
