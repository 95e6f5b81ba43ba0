import Domain
import ServerCore

extension MemoryData {
  func file(_ id: AttachmentID) -> StoredFile? { files[id]?.file }

  func fileSpace(of account: Int64, at time: Timestamp) -> FileSpace {
    let own = files.values.map(\.file).filter { $0.owner == account }
    return FileSpace(
      used: own.reduce(0) { $0 + $1.size }, total: files.values.reduce(0) { $0 + $1.file.size },
      recent: own.count { $0.createdAt > time.adding(seconds: -86_400) }, limits: limits)
  }

  func insert(_ file: StoredFile) { files[file.attachment.id] = File(file: file) }
  func complete(_ file: StoredFile, text: String?) {
    files[file.attachment.id]?.file = file
    files[file.attachment.id]?.text = text
  }
  func isInUse(_ digest: FileDigest) -> Bool { files.values.contains { $0.file.digest == digest } }
  func forget(_ digest: FileDigest) { removedFiles.remove(digest) }

  func attach(_ attachments: [Attachment], to place: MessagePlace) {
    for attachment in attachments {
      use(attachment.id, as: attachment, place: place)
    }
  }

  func usePhoto(_ id: AttachmentID, of holder: PhotoHolder) { use(id, holder: holder) }

  private func use(
    _ id: AttachmentID, as attachment: Attachment? = nil, place: MessagePlace? = nil, holder: PhotoHolder? = nil
  ) {
    guard let known = files[id]?.file else { return }
    let used = StoredFile(
      owner: known.owner, createdAt: known.createdAt, attachment: attachment ?? known.attachment, size: known.size,
      digest: known.digest, isUsed: true)
    files[id] = File(file: used, place: place, holder: holder, text: files[id]?.text)
  }

  func removeFiles(_ selection: FileSelection) {
    for (id, entry) in files {
      let isMeant =
        switch selection {
        case .one(let one): id == one
        case .of(let place): entry.place == place
        case .photo(let holder): entry.holder == holder
        case .unsent(let owner): !entry.file.isUsed && entry.file.owner == owner
        case .unused(let before): !entry.file.isUsed && entry.file.createdAt < before
        }
      guard isMeant else { continue }
      files[id] = nil
      if let digest = entry.file.digest { removedFiles.insert(digest) }
    }
  }
}

extension MemoryStore {
  package func upload(_ file: AttachmentID, of asker: UserID) throws -> StoredFile {
    try read { data in
      guard let found = data.file(file), data.numbers[asker] == found.owner else {
        throw Refusal.notFound
      }
      return found
    }
  }

  package func file(_ file: AttachmentID, for asker: UserID) throws -> StoredFile {
    try read { data in
      guard let entry = data.files[file], entry.file.isComplete else { throw Refusal.notFound }
      func isIn(_ room: Int64) -> Bool { data.rooms[Int(room)].state.presentMember(asker) != nil }
      let mayRead =
        switch (entry.place, entry.holder) {
        case (let place?, _): isIn(place.conversation)
        case (_, .conversation(let room)): isIn(room)
        case (_, .account): true
        case (nil, nil): data.numbers[asker] == entry.file.owner
        }
      guard mayRead else { throw Refusal.notFound }
      return entry.file
    }
  }

  package func files(
    of conversation: ConversationID, for asker: UserID, kind: Attachment.Kind?, limit: Int, before: String?
  ) throws -> (files: [SharedFile], next: String?) {
    let end = try FilePlace(before)
    return try read { data in
      let room = try data.room(conversation, .read, asker)
      let found = data.entries(of: room).flatMap { entry in
        entry.message.attachments.enumerated().map { number, attachment in
          let message = entry.message
          let file = SharedFile(
            attachment: attachment, message: message.id, seq: message.seq, sender: message.sender,
            createdAt: message.createdAt)
          return (place: FilePlace(seq: message.seq, number: Int64(number)), file: file)
        }
      }.filter { $0.place < end && $0.file.attachment.kind == kind ?? $0.file.attachment.kind }
      return FilePlace.page(found.sorted { $0.place > $1.place }, limit: limit)
    }
  }

  package func fileSpace(of asker: UserID) throws -> FileSpace {
    try read { data in
      guard let number = data.numbers[asker] else { throw Refusal.notFound }
      return data.fileSpace(of: number, at: clock.now)
    }
  }

  package func isInUse(_ digest: FileDigest) throws -> Bool {
    read { $0.isInUse(digest) }
  }

  package func removedFiles(limit: Int) throws -> [FileDigest] { read { Array($0.removedFiles.prefix(limit)) } }
}
