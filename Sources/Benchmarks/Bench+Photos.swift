import Domain
import Foundation
import ServerCore
import Synchronization

extension Bench {
  /// The ack of messages at a steady rate while photos of 12 megapixels are uploaded, the server's
  /// memory meanwhile, and how fast the photos are read afterwards.
  func photos(count: Int, uploaders: Int, pairs: Int, rate: Int) async throws {
    let folder = try makeDataFolder()
    let fixture = try BenchFixture(folder: folder)
    let users = try await fixture.makeUsers(pairs * 2 + uploaders)
    let chatting = Array(users.prefix(pairs * 2))
    let sending = Array(users.dropFirst(pairs * 2))
    let conversations = try await fixture.makePairs(chatting)
    let group = try await fixture.makeGroup(sending)
    let known = try chatting.map { try fixture.feedRevs(of: $0) }
    fixture.close()
    let samples = try SamplePhotos.make(in: folder.appending(path: "samples"))
    note("Photos of \(samples.map { $0.count >> 10 }) KiB.")
    let server = try ServerProcess(data: folder)
    defer { server.stop() }
    let buffer = ReadBuffer()
    let sockets = try LoadSocket.connect(chatting, known: known, to: server, buffer: buffer)
    let load = PacedLoad(
      try LoadLoop(sockets, buffer: buffer), targets: chatting.indices.map { conversations[$0 / 2] })
    try load.run(rate: rate, seconds: 2)
    load.forget()
    try load.run(rate: rate, seconds: seconds)
    let alone = load.acks
    load.forget()

    let memory = try server.residentBytes()
    let uploads = PhotoUploads(count: count, group: group, samples: samples)
    let started = ContinuousClock.now
    for user in sending { uploads.begin(user, port: server.port) }
    var most = memory
    while !uploads.areDone {
      try load.run(rate: rate, seconds: 1)
      most = max(most, try server.residentBytes())
    }
    let took = (ContinuousClock.now - started).inSeconds
    let sent = try uploads.result()
    let acks = load.acks
    let name = "\(count) photos of 12 MP by \(uploaders), \(rate) messages/s"
    record(name, "ack p50 alone", alone.value(0.5), "ms")
    record(name, "ack p50 beside", acks.value(0.5), "ms")
    record(name, "ack p99 alone", alone.value(0.99), "ms")
    record(name, "ack p99 beside", acks.value(0.99), "ms", target: alone.value(0.99) * 2)
    record(name, "all photos sent", took, "s")
    record(name, "server memory before", memory / 1_048_576, "MiB")
    record(name, "server memory at most", most / 1_048_576, "MiB", target: memory / 1_048_576 + 32)

    let reader = try PlainHTTP(port: server.port, token: sending[0].token)
    for (form, target) in [("?size=320", 30.0), ("?size=1280", nil), ("", nil)] {
      var first = Percentiles()
      var whole = Percentiles()
      for id in sent {
        let answer = try reader.send("GET", "/v1/files/\(id)\(form)")
        first.add(answer.firstByte)
        whole.add(answer.whole)
      }
      let what = form.isEmpty ? "whole" : "at \(form.dropFirst(6))"
      record(name, "photo \(what), first byte p99", first.value(0.99), "ms", target: 5)
      record(name, "photo \(what), all p99", whole.value(0.99), "ms", target: target)
    }
    try remove(folder)
  }
}

/// Several people who send photos one after another until all are sent.
private final class PhotoUploads: Sendable {
  private struct State {
    var begun = 0
    var running = 0
    var sent: [String] = []
    var failure: String?
  }

  private let count: Int
  private let group: ConversationID
  private let samples: [[UInt8]]
  private let state = Mutex(State())

  init(count: Int, group: ConversationID, samples: [[UInt8]]) {
    self.count = count
    self.group = group
    self.samples = samples
  }

  var areDone: Bool { state.withLock { $0.running == 0 } }

  /// The ids of the files that were sent.
  func result() throws -> [String] {
    let state = state.withLock { $0 }
    if let failure = state.failure { throw BenchError(failure) }
    return state.sent
  }

  func begin(_ user: BenchUser, port: Int) {
    state.withLock { $0.running += 1 }
    Thread.detachNewThread { [self] in
      do {
        let client = try PlainHTTP(port: port, token: user.token)
        while let number = next() { try send(number, by: client) }
      } catch {
        state.withLock { $0.failure = "\(error)" }
      }
      state.withLock { $0.running -= 1 }
    }
  }

  private func next() -> Int? {
    state.withLock { state in
      guard state.begun < count, state.failure == nil else { return nil }
      state.begun += 1
      return state.begun - 1
    }
  }

  private func send(_ number: Int, by client: PlainHTTP) throws {
    let photo = SamplePhotos.copy(of: samples[number % samples.count], number: number)
    let id = UUID().uuidString.lowercased()
    try client.send(
      "POST", "/v1/uploads", body: Array("{\"id\":\"\(id)\",\"name\":\"\(number).jpg\",\"bytes\":\(photo.count)}".utf8))
    try client.send(
      "PATCH", "/v1/uploads/\(id)", type: "application/partial-upload",
      headers: ["Upload-Offset": "0", "Upload-Complete": "?1"], body: photo)
    let message: MessageID = RandomIdentifierSource().next()
    try client.send(
      "POST", "/v1/conversations/\(group)/messages",
      body: Array("{\"id\":\"\(message)\",\"text\":\"\",\"attachments\":[{\"id\":\"\(id)\"}]}".utf8))
    state.withLock { $0.sent.append(id) }
  }
}

/// Photos of 4,000 by 3,000 pixels, made by libvips.
private enum SamplePhotos {
  static func make(in folder: URL) throws -> [[UInt8]] {
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    return try (0..<4).map { number in
      for band in 0..<3 {
        try vips(
          folder, ["perlin", "\(band).v", "4000", "3000", "--cell-size", "6", "--seed", String(number * 3 + band)])
        try vips(folder, ["linear", "\(band).v", "\(band)-grey.v", "90", "128", "--uchar"])
      }
      try vips(folder, ["bandjoin", "0-grey.v 1-grey.v 2-grey.v", "colour.v"])
      try vips(folder, ["copy", "colour.v", "rgb.v", "--interpretation", "srgb"])
      try vips(folder, ["copy", "rgb.v", "\(number).jpg[Q=85]"])
      return [UInt8](try Data(contentsOf: folder.appending(path: "\(number).jpg")))
    }
  }

  /// The same picture with other bytes, so that none is stored only once.
  static func copy(of photo: [UInt8], number: Int) -> [UInt8] {
    let text = Array("JFXX\0\(UUID())".utf8)
    return photo[..<2] + [0xFF, 0xE0, 0, UInt8(text.count + 2)] + text + photo[2...]
  }

  private static func vips(_ folder: URL, _ arguments: [String]) throws {
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = ["vips"] + arguments
    process.currentDirectoryURL = folder
    try process.run()
    process.waitUntilExit()
    guard process.terminationStatus == 0 else { throw BenchError("vips \(arguments.joined(separator: " ")) failed") }
  }
}
