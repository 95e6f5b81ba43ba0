import Domain
import ServerCore

extension StoreContract {
  static var fileCases: [Case] {
    [
      Case("a file is read by whoever uploaded it, and with its message by those who are in the conversation") {
        fixture in
        let (ada, ben, eve) = (try fixture.user(), try fixture.user(), try fixture.user())
        let team = try fixture.group(ada, [ben])
        let file = try fixture.file("photo.jpg", by: ada)
        try expectEqual(try fixture.store.file(file.id, for: ada).attachment, file)
        try fixture.expectNotFound("a file that was not sent") { _ = try fixture.store.file(file.id, for: ben) }
        let message = try fixture.post("look", by: ada, in: team, attachments: [.init(id: file.id, alt: "A cat")])
        var sent = file
        sent.alt = "A cat"
        try expectEqual(message.attachments, [sent])
        try expectEqual(try fixture.window(team, ben).messages.last?.attachments, [sent])
        try expectEqual(try fixture.store.file(file.id, for: ben).attachment, sent)
        try fixture.expectNotFound("a file elsewhere") { _ = try fixture.store.file(file.id, for: eve) }
        try fixture.perform(.member(.remove(asker: ada, conversation: team, user: ben)))
        try fixture.expectNotFound("a file after leaving") { _ = try fixture.store.file(file.id, for: ben) }
      },
      Case("a message takes only complete files of its sender that no other message has") { fixture in
        let (ada, ben) = (try fixture.user(), try fixture.user())
        let team = try fixture.group(ada, [ben])
        let bens = try fixture.file("ben", by: ben)
        let sent = try fixture.file("sent", by: ada)
        try fixture.post("first", by: ada, in: team, attachments: [.init(id: sent.id)])
        let unfinished = fixture.draft("half")
        try fixture.perform(.file(.begin(asker: ada, draft: unfinished)))
        let own = try fixture.file("own", by: ada)
        for references in [
          [bens.id], [sent.id], [unfinished.id], [fixture.id()], [own.id, own.id], [own.id, sent.id],
        ] {
          try fixture.expectRefusal(
            .invalid,
            .message(
              .post(
                sender: ada, conversation: team, id: fixture.id(), text: "x", replyTo: nil,
                attachments: references.map { AttachmentReference(id: $0) })))
        }
        let message = try fixture.post("", by: ada, in: team, attachments: [.init(id: own.id)])
        try expectEqual(message.seq, 2, "seq after refusals")
      },
      Case("a repeat of a message with files answers as it stands") { fixture in
        let ada = try fixture.user()
        let team = try fixture.group(ada, [])
        let file = try fixture.file("a", by: ada)
        let message = try fixture.post("", by: ada, in: team, attachments: [.init(id: file.id)])
        let again = try fixture.delta(
          .message(
            .post(
              sender: ada, conversation: team, id: message.id, text: "", replyTo: nil,
              attachments: [.init(id: file.id)])))
        try expect(again.fromRev == nil, "a repeat claims a range")
        try expectEqual(again.messages, [message])
      },
      Case("an edit keeps the files, a deletion removes them, and bytes that another file has stay") { fixture in
        let ada = try fixture.user()
        let team = try fixture.group(ada, [])
        let first = try fixture.file("a", by: ada, digest: "a")
        let twin = try fixture.file("b", by: ada, digest: "a")
        let message = try fixture.post("look", by: ada, in: team, attachments: [.init(id: first.id)])
        let edited = try fixture.delta(
          .message(.edit(asker: ada, conversation: team, id: message.id, editID: fixture.id(), text: " ")))
        try expectEqual(edited.messages[0].text, "")
        try expectEqual(edited.messages[0].attachments, [first])
        let deleted = try fixture.delta(.message(.delete(asker: ada, conversation: team, id: message.id)))
        try expectEqual(deleted.messages[0].attachments, [])
        try expectEqual(try fixture.window(team, ada).messages[0].attachments, [])
        try fixture.expectNotFound("a deleted file") { _ = try fixture.store.file(first.id, for: ada) }
        let digest = try require(FileDigest(String(repeating: "a", count: 64)))
        try expectEqual(try fixture.store.removedFiles(limit: 10), [digest])
        try expect(try fixture.store.isInUse(digest), "the twin has lost its bytes")
        try fixture.perform(.file(.cancel(asker: ada, id: twin.id)))
        try expect(!(try fixture.store.isInUse(digest)), "nobody has the bytes, and they are in use")
        try fixture.perform(.file(.forget(digest, wereRemoved: false)))
        try expectEqual(try fixture.store.removedFiles(limit: 10), [digest], "forgotten after the last file has gone")
        try fixture.perform(.file(.forget(digest, wereRemoved: true)))
        try expectEqual(try fixture.store.removedFiles(limit: 10), [])
      },
      Case("room for files is counted from the beginning of an upload to the end of the file") { fixture in
        let (ada, ben) = (try fixture.user(), try fixture.user())
        let team = try fixture.group(ada, [])
        try fixture.perform(.file(.begin(asker: ada, draft: fixture.draft("a", bytes: 700))))
        try expectEqual(try fixture.store.fileSpace(of: ada).used, 700)
        let file = try fixture.file("b", by: ada, bytes: 300)
        try expectEqual(try fixture.store.fileSpace(of: ada).used, 1_000)
        try expectEqual(try fixture.store.fileSpace(of: ben).used, 0)
        try expectEqual(try fixture.store.fileSpace(of: ben).total, 1_000)
        let message = try fixture.post("", by: ada, in: team, attachments: [.init(id: file.id)])
        _ = try fixture.delta(.message(.delete(asker: ada, conversation: team, id: message.id)))
        try expectEqual(try fixture.store.fileSpace(of: ada).used, 700)
        try fixture.perform(.file(.expire(before: StoreFixture.start.adding(seconds: 1))))
        try expectEqual(try fixture.store.fileSpace(of: ada).total, 0)
      },
      Case("what was not sent goes with its time; what was sent stays") { fixture in
        let ada = try fixture.user()
        let team = try fixture.group(ada, [])
        let (sent, kept) = (try fixture.file("a", by: ada), try fixture.file("b", by: ada, digest: "b"))
        try fixture.post("", by: ada, in: team, attachments: [.init(id: sent.id)])
        try fixture.perform(.file(.expire(before: StoreFixture.start)))
        _ = try fixture.store.file(kept.id, for: ada)
        try fixture.perform(.file(.expire(before: StoreFixture.start.adding(seconds: 1))))
        try fixture.expectNotFound("an expired file") { _ = try fixture.store.file(kept.id, for: ada) }
        _ = try fixture.store.file(sent.id, for: ada)
        try expectEqual(try fixture.store.removedFiles(limit: 10).map(\.text), [String(repeating: "b", count: 64)])
      },
      Case("what was not sent goes with the account, complete or not; what was sent and what others have stays") {
        fixture in
        let (ada, ben) = (try fixture.user("Ada"), try fixture.user("Ben"))
        let team = try fixture.group(ada, [ben])
        let (sent, other) = (try fixture.file("a", by: ben), try fixture.file("c", by: ada, digest: "c"))
        _ = try fixture.file("b", by: ben, digest: "b")
        try fixture.perform(.file(.begin(asker: ben, draft: fixture.draft("half", bytes: 500))))
        try fixture.post("", by: ben, in: team, attachments: [.init(id: sent.id)])
        let session = try fixture.session(of: ben, token: [1])
        try fixture.perform(.account(.delete(user: ben)))
        try expectEqual(try fixture.store.removedFiles(limit: 10).map(\.text), [String(repeating: "b", count: 64)])
        try expectEqual(try fixture.store.fileSpace(of: ada).total, sent.bytes + other.bytes)
        for file in [sent, other] { _ = try fixture.store.file(file.id, for: ada) }
        try expect(try fixture.store.refreshSession([1]) == nil, "its token is still known")
        try expect(try fixture.store.activeSession(session) == nil, "its session is open")
      },
      Case("a photo is an image that its owner uploaded; everybody sees a person's, members a group's") { fixture in
        let (ada, ben, eve) = (try fixture.user(), try fixture.user(), try fixture.user())
        let team = try fixture.group(ada, [ben])
        func face(_ photo: String?, of user: UserID) -> WriteCommand.Body {
          .account(.updateProfile(user: user, ProfileChange(photo: .some(photo))))
        }
        func picture(_ photo: String?) -> WriteCommand.Body {
          .conversation(.update(asker: ada, conversation: team, name: nil, photo: .some(photo)))
        }
        let (first, second) = (try fixture.file("1", by: ada, digest: "1"), try fixture.file("2", by: ada, digest: "2"))
        try fixture.perform(face(first.id.description, of: ada))
        _ = try fixture.store.file(first.id, for: eve)
        try expectEqual(try fixture.member(ada, in: team, asker: ben).photo, first.id.description)
        for bad in ["p", "\(fixture.id() as AttachmentID)", first.id.description] {
          try fixture.expectRefusal(.invalid, face(bad, of: ben))
          try fixture.expectRefusal(.invalid, picture(bad))
        }
        try fixture.perform(picture(second.id.description))
        _ = try fixture.store.file(second.id, for: ben)
        try fixture.expectNotFound("a group's photo") { _ = try fixture.store.file(second.id, for: eve) }
        try fixture.expectRefusal(.conflict, .file(.cancel(asker: ada, id: first.id)))
        try fixture.perform(face(nil, of: ada))
        try fixture.expectNotFound("a photo that was taken off") { _ = try fixture.store.file(first.id, for: ada) }
        try fixture.perform(.file(.expire(before: StoreFixture.start.adding(seconds: 1))))
        _ = try fixture.store.file(second.id, for: ben)
        try fixture.perform(picture(nil))
        try expectEqual(try fixture.store.removedFiles(limit: 9).count, 2)
      },
      Case("the files of a conversation are listed newest first, by pages and by kind, for its members") { fixture in
        let (ada, ben, eve) = (try fixture.user(), try fixture.user(), try fixture.user())
        let (team, other) = (try fixture.group(ada, [ben]), try fixture.group(ada, [ben]))
        func post(_ names: [(String, Attachment.Kind)], in room: ConversationID) throws -> Message {
          let files = try names.map { try fixture.file($0.0, by: ada, kind: $0.1) }
          return try fixture.post("", by: ada, in: room, attachments: files.map { .init(id: $0.id) })
        }
        let first = try post([("a", .image), ("b", .file), ("c", .image)], in: team)
        _ = try post([("elsewhere", .image)], in: other)
        let gone = try post([("gone", .image)], in: team)
        let last = try post([("d", .voice), ("e", .file)], in: team)
        _ = try fixture.file("unsent", by: ada)
        _ = try fixture.delta(.message(.delete(asker: ada, conversation: team, id: gone.id)))
        func list(
          _ kind: Attachment.Kind? = nil, _ limit: Int = 9, _ before: String? = nil
        ) throws -> (names: [String], next: String?) {
          let page = try fixture.store.files(of: team, for: ben, kind: kind, limit: limit, before: before)
          return (page.files.map(\.attachment.name), page.next)
        }
        try expectEqual(try list().names, ["e", "d", "c", "b", "a"])
        try expectEqual(try list(.image).names, ["c", "a"])
        try expectEqual(try list(.file).names, ["e", "b"])
        try expectEqual(try list(.voice).names, ["d"])
        var (pages, cursor): ([[String]], String?) = ([], nil)
        repeat {
          let page = try list(nil, 2, cursor)
          pages.append(page.names)
          cursor = page.next
        } while cursor != nil
        try expectEqual(pages, [["e", "d"], ["c", "b"], ["a"]])
        let found = try fixture.store.files(of: team, for: ben, kind: .file, limit: 9, before: nil).files
        try expectEqual(found.map(\.message), [last.id, first.id])
        try expectEqual(found.map(\.seq), [last.seq, first.seq])
        try expectEqual(found.map(\.sender), [ada, ada])
        try expectEqual(found.map(\.createdAt), [last.createdAt, first.createdAt])
        try expectEqual(found[1].attachment, first.attachments[1])
        try fixture.expectNotFound("an outsider's list") {
          _ = try fixture.store.files(of: team, for: eve, kind: nil, limit: 9, before: nil)
        }
        try fixture.perform(.member(.remove(asker: ada, conversation: team, user: ben)))
        try fixture.expectNotFound("a list after leaving") { _ = try list() }
        for bad in ["", "x", "1", "1.", "-1.0", "1.2.3", "99999999999.0"] {
          do {
            _ = try fixture.store.files(of: team, for: ada, kind: nil, limit: 9, before: bad)
            throw ContractViolation(description: "\(bad) is taken for a place")
          } catch let refusal as Refusal {
            try expectEqual(refusal.code, .invalid, bad)
          }
        }
      },
      Case("an upload is its maker's alone, and begins once") { fixture in
        let (ada, ben) = (try fixture.user(), try fixture.user())
        let draft = fixture.draft("../../etc/pass\u{202E}wd")
        try fixture.perform(.file(.begin(asker: ada, draft: draft)))
        guard case .file(let again, isNew: false) = try fixture.perform(.file(.begin(asker: ada, draft: draft)))
        else { throw ContractViolation(description: "a repeat is new") }
        try expectEqual(again.attachment.name, "passwd")
        try fixture.expectRefusal(.conflict, .file(.begin(asker: ben, draft: draft)))
        try fixture.expectNotFound("somebody else's upload") { _ = try fixture.store.upload(draft.id, of: ben) }
        let digest = try require(FileDigest(String(repeating: "c", count: 64)))
        try fixture.expectRefusal(.notFound, .file(.finish(asker: ben, attachment: draft, digest: digest)))
        try fixture.expectRefusal(.notFound, .file(.cancel(asker: ben, id: draft.id)))
        try fixture.expectRefusal(.tooLarge, .file(.begin(asker: ada, draft: fixture.draft("x", bytes: 26 << 20))))
        try fixture.expectRefusal(.invalid, .file(.begin(asker: ada, draft: fixture.draft("x", bytes: 0))))
      },
    ]
  }
}

extension StoreFixture {
  /// What is said of a file before it is uploaded.
  package func draft(_ name: String, bytes: Int64 = 10) -> Attachment {
    Attachment(id: id(), kind: .file, name: name, type: Attachment.unknownType, bytes: bytes)
  }

  /// A file that is complete; `digest` is the digit that its digest consists of.
  package func file(
    _ name: String, by user: UserID, bytes: Int64 = 10, digest: Character = "f", kind: Attachment.Kind = .image,
    text: String? = nil
  ) throws -> Attachment {
    let draft = draft(name, bytes: bytes)
    try perform(.file(.begin(asker: user, draft: draft)))
    let whole = Attachment(
      id: draft.id, kind: kind, name: name, type: kind == .image ? "image/png" : Attachment.unknownType, bytes: bytes,
      width: kind == .image ? 4 : nil, height: kind == .image ? 3 : nil, preview: kind == .image ? "L00000" : nil)
    let digest = try require(FileDigest(String(repeating: digest, count: 64)))
    try perform(.file(.finish(asker: user, attachment: whole, digest: digest, text: text)))
    return whole
  }
}
