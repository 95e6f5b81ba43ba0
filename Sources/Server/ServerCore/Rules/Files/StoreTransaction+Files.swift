import Domain

extension StoreTransaction {
  func perform(_ command: FileCommand, at time: Timestamp) throws -> CommandAnswer {
    switch command {
    case .begin(let asker, let draft):
      let account = try owner(asker)
      let ruling = try Rules.Files.begin(
        draft, known: file(draft.id), by: account, space: fileSpace(of: account, at: time), at: time)
      switch ruling {
      case .repeated(let file): return CommandAnswer(.file(file, isNew: false))
      case .begun(let file):
        try insert(file)
        return CommandAnswer(.file(file, isNew: true))
      }
    case .finish(let asker, let attachment, let digest, let text):
      let known = try file(attachment.id)
      let finished = try Rules.Files.finish(known, as: attachment, digest: digest, by: owner(asker))
      if let finished { try complete(finished, text: text) }
      guard let file = finished ?? known else { throw Refusal.notFound }
      return CommandAnswer(.file(file, isNew: finished != nil))
    case .cancel(let asker, let id):
      try Rules.Files.checkCancel(file(id), by: owner(asker))
      try removeFiles(.one(id))
      return .done
    case .expire(let before):
      try removeFiles(.unused(before: before))
      return .done
    case .forget(let digest, let wereRemoved):
      if try wereRemoved || isInUse(digest) { try forget(digest) }
      return .done
    }
  }

  private func owner(_ user: UserID) throws -> Int64 {
    guard let account = try account(of: user) else { throw Refusal.notFound }
    return account.number
  }

  /// Throws what the photo is refused for: see `Rules.Files.checkPhoto`.
  func checkPhoto(_ photo: String?, instead current: String?, by account: Int64) throws {
    let known = try photo.flatMap { AttachmentID($0) }.flatMap { try file($0) }
    try Rules.Files.checkPhoto(photo, known: known, instead: current, by: account)
  }

  /// The photo is shown from now on, and the one before it goes.
  func changePhoto(to photo: String?, instead current: String?, of holder: PhotoHolder) throws {
    guard photo != current else { return }
    try removeFiles(.photo(holder))
    if let id = photo.flatMap({ AttachmentID($0) }) { try usePhoto(id, of: holder) }
  }

  /// What goes with a message that is posted.
  func attachments(_ references: [AttachmentReference], by author: Int64) throws -> [Attachment] {
    try Rules.Files.attach(references, known: references.map { try file($0.id) }, by: author)
  }
}
