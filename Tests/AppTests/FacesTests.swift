import Domain
import Foundation
import ShimHost
import SwiftUI
import TestSupport
import Testing
import ViewModels

@testable import MessageAIApp

@Suite("Faces", .timeLimit(.minutes(5)))
@MainActor
struct FacesTests {
  @Test("a person's photo is shown in the list and in the chat, follows its change, and goes; so does a group's")
  func live() async throws {
    try await AppFixture.run { app in
      try await app.signUp("Ada")
      let (ben, _) = try await app.person("Ben")
      let me = try app.session.me
      let direct = try await ben.conversations.openDirect(with: me)
      let team = try await ben.conversations.createGroup(name: "Team", members: [me])
      let picture = FileManager.default.temporaryDirectory.appendingPathComponent("face-\(UUID().uuidString).png")
      try Data(TestFiles.picture).write(to: picture)
      defer { #expect(throws: Never.self) { try FileManager.default.removeItem(at: picture) } }
      let first = try await ben.files.uploadPhoto(picture)
      _ = try await ben.auth.updateProfile(ProfileChange(photo: .some(first.description)))
      try await app.host.wait(id: "face.\(first)")
      #expect(try app.session.pictures.bytes > 0)
      let group = try await ben.files.uploadPhoto(picture)
      try await ben.conversations.setPhoto(group, of: team)
      try await app.host.wait(id: "face.\(group)")
      _ = try await ben.messages.send("hello", to: team, replyTo: nil, attachments: [])
      app.container.router.open(team)
      try await app.host.wait(text: "hello")
      try await app.host.wait(id: "face.\(first)")
      let second = try await ben.files.uploadPhoto(picture)
      _ = try await ben.auth.updateProfile(ProfileChange(photo: .some(second.description)))
      try await app.host.wait(id: "face.\(second)")
      try await app.host.waitGone(id: "face.\(first)")
      _ = try await ben.auth.updateProfile(ProfileChange(photo: .some(nil)))
      try await app.host.waitGone(id: "face.\(second)")
      _ = direct
      let session = try app.session
      await app.container.auth.signOut()
      try await app.host.wait(id: "signIn.email")
      await soon("nothing of it is kept") { session.pictures.bytes == 0 }
    }
  }

  @Test("the part of an image that becomes a photo is made smaller, saved and given up")
  func crop() async throws {
    let samples = Repositories.samples()
    let model = PhotoModel(
      .me, auth: samples.auth, conversations: samples.conversations, files: samples.files, preparer: SampleImages(),
      folder: FileManager.default.temporaryDirectory)
    try await ViewHost.run(PhotoButtons(model: model, hasPhoto: true, screen: "profile")) { host in
      try await host.wait(id: "profile.photoRemove")
      await model.pick { Data("picture 100 100 1".utf8) }
      try await host.wait(id: "crop.square")
      try host.tap(id: "crop.zoomIn")
      await soon("it is smaller") { model.draft?.crop.zoom == 1.5 }
      try host.tap(id: "crop.zoomOut")
      await soon("it is whole again") { model.draft?.crop.zoom == 1 }
      try host.tap(id: "crop.save")
      try await host.waitGone(id: "crop.square")
      #expect(model.problem == nil)
      await model.pick { Data("picture 100 100 1".utf8) }
      try await host.wait(id: "crop.square")
      try host.tap(id: "crop.cancel")
      try await host.waitGone(id: "crop.square")
    }
  }

  @Test("a square of a picture is drawn as small as asked for; what is no picture is refused")
  func square() async throws {
    let crop = SquareCrop(width: 8_000, height: 4_000)
    let image = try await ImageCompressor().prepare(Data("picture 8000 4000 1".utf8), crop: crop, side: 512)
    #expect(image.width == 512 && image.height == 512 && image.size == Int(512 * 512 * 0.85))
    await #expect(throws: Refusal.self) {
      try await ImageCompressor().prepare(Data("words".utf8), crop: crop, side: 512)
    }
  }

  @Test("pictures in memory stay within their bound")
  func bound() throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("pictures-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { #expect(throws: Never.self) { try FileManager.default.removeItem(at: folder) } }
    let pictures = Pictures(bound: 100)
    for number in 1...5 {
      let url = folder.appendingPathComponent("\(number)")
      try Data(repeating: 1, count: 10).write(to: url)
      #expect(pictures.picture(at: url) != nil)
      #expect(pictures.bytes <= 100)
    }
    #expect(pictures.bytes == 80)
    #expect(Pictures.bound == 50_331_648)
    pictures.removeAll()
    #expect(pictures.bytes == 0)
  }
}
