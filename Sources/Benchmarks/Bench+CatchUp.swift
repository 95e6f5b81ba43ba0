import Domain
import Foundation
import WireProtocol

extension Bench {
  /// Asks for the newest 50 messages of a long conversation: as history, and as a whole window.
  func window(messages: Int, repetitions: Int) async throws {
    let workspace = try makeWorkspace()
    let fixture = try BenchFixture(workspace)
    let users = try await fixture.makeUsers(2)
    let conversation = try await fixture.makePairs(users)[0]
    try await fixture.post(messages, to: conversation, from: users[1], text: Self.text)
    let known = try fixture.feedRevs(of: users[0])
    fixture.close()
    let servers = try ServerGroup(workspace)
    defer { servers.stop() }
    let buffer = ReadBuffer()
    let socket = try LoadSocket(port: servers.nodes[0].port, token: users[0].token, known: known, buffer: buffer)
    let history = ClientFrame.history(ref: 1, conversation: conversation, before: .max, after: nil, limit: 50)
    let pull = ClientFrame.pull(feed: .conversation(conversation), fromRev: 0)
    let pages = try time(history, until: .page, socket, buffer, repetitions)
    let windows = try time(pull, until: .delta, socket, buffer, repetitions)
    let name = "last 50 of \(Figure.text(Double(messages)))\(workspace.label)"
    record(name, "history p50", pages.value(0.5), "ms", target: 0.4)
    record(name, "history p99", pages.value(0.99), "ms")
    record(name, "window p50", windows.value(0.5), "ms", target: 0.4)
    record(name, "window p99", windows.value(0.99), "ms")
    servers.stop()
    try workspace.remove()
  }

  /// From the TCP connect to `synced`, with some messages missed.
  func reconnect(missed: Int, repetitions: Int) async throws {
    let workspace = try makeWorkspace()
    let fixture = try BenchFixture(workspace)
    let users = try await fixture.makeUsers(2)
    let conversation = try await fixture.makePairs(users)[0]
    try await fixture.post(1_000, to: conversation, from: users[1], text: Self.text)
    let known = try fixture.feedRevs(of: users[0])
    try await fixture.post(missed, to: conversation, from: users[1], text: Self.text)
    fixture.close()
    let servers = try ServerGroup(workspace)
    defer { servers.stop() }
    let buffer = ReadBuffer()
    var times = Percentiles()
    for round in 0..<(repetitions + 20) {
      let start = ContinuousClock.now
      _ = try LoadSocket(port: servers.nodes[0].port, token: users[0].token, known: known, buffer: buffer)
      if round >= 20 { times.add(.now - start) }
    }
    record("reconnect\(workspace.label)", "with \(missed) missed, p50", times.value(0.5), "ms", target: 3)
    record("reconnect\(workspace.label)", "with \(missed) missed, p99", times.value(0.99), "ms")
    servers.stop()
    try workspace.remove()
  }

  /// Memory and CPU for each signed-in socket that does nothing; each user is in so many groups of
  /// at most 100.
  func idle(sockets count: Int, groups: Int) async throws {
    let workspace = try makeWorkspace()
    let fixture = try BenchFixture(workspace)
    let users = try await fixture.makeUsers(count)
    for _ in 0..<groups {
      for first in stride(from: 0, to: count, by: 100) {
        _ = try await fixture.makeGroup(Array(users[first..<min(first + 100, count)]))
      }
    }
    let known = try users.map { try fixture.feedRevs(of: $0) }
    fixture.close()
    let servers = try ServerGroup(workspace)
    defer { servers.stop() }
    let buffer = ReadBuffer()
    // The first ones pay for what all share.
    var sockets = try (0..<min(100, count)).map {
      try LoadSocket(port: servers.node(of: $0).port, token: users[$0].token, known: known[$0], buffer: buffer)
    }
    let before = try servers.residentBytes()
    let first = sockets.count
    let start = ContinuousClock.now
    for index in first..<count {
      sockets.append(
        try LoadSocket(
          port: servers.node(of: index).port, token: users[index].token, known: known[index], buffer: buffer))
    }
    let elapsed = (ContinuousClock.now - start).inSeconds
    let loop = try LoadLoop(sockets, buffer: buffer)
    func pass(_ seconds: Double) throws {
      let deadline = ContinuousClock.now + .seconds(seconds)
      while .now < deadline { try loop.turn(timeout: 100) { _, _, _ in } }
    }
    // Several servers ask for little once they trust their bus, and then in rounds of ten seconds.
    let isShared = workspace.database != nil
    if isShared { try pass(10) }
    let seconds = isShared ? 20.0 : 5
    let cpu = try servers.cpuSeconds()
    try pass(seconds)
    let idle = (try servers.cpuSeconds() - cpu) / seconds
    let after = try servers.residentBytes()
    let place = (groups > 0 ? ", in \(groups) groups each" : "") + workspace.label
    let name = "\(Figure.text(Double(count))) idle sockets\(place)"
    record(name, "memory per socket", (after - before) / Double(count - first) / 1_024, "KiB", target: 12)
    record(name, "CPU for 1,000 of them", idle / Double(count) * 1_000 * 100, "% of a core")
    record(name, "server memory", after / 1_048_576, "MiB")
    record(name, "sign-ins", Double(count - first) / elapsed, "sockets/s")
    servers.stop()
    try workspace.remove()
  }

  /// From the start of the process to its first accepted request, on a small store: the messenger
  /// alone, and with the intelligence of `models`, for which all messages of the store wait.
  func start(runs: Int, models: String) async throws {
    let folder = try makeDataFolder()
    let fixture = try BenchFixture(folder: folder)
    let users = try await fixture.makeUsers(10)
    let conversation = try await fixture.makeGroup(users)
    try await fixture.post(1_000, to: conversation, from: users[0], text: Self.text)
    fixture.close()
    try start(runs: runs, on: folder, name: "start", memoryTarget: 30)
    try start(runs: runs, on: folder, models: models, name: "start with the AI")
    try remove(folder)
  }

  private func start(
    runs: Int, on folder: URL, models: String? = nil, name: String, memoryTarget: Double? = nil
  ) throws {
    var times = Percentiles()
    var memory = 0.0
    for _ in 0..<runs {
      let start = ContinuousClock.now
      let server = try ServerProcess(data: folder, models: models)
      times.add(.now - start)
      memory = max(memory, try server.residentBytes())
      server.stop()
    }
    record(name, "first accepted request, median", times.value(0.5), "ms", target: 100)
    record(name, "memory then", memory / 1_048_576, "MiB", target: memoryTarget)
  }

  private func time(
    _ request: ClientFrame, until event: LoadEvent, _ socket: LoadSocket, _ buffer: ReadBuffer, _ repetitions: Int
  ) throws -> Percentiles {
    let frame = LoadFrame.masked(request.encode())
    var times = Percentiles()
    for round in 0..<(repetitions + 100) {
      let start = ContinuousClock.now
      socket.enqueue(frame)
      try socket.flush()
      try socket.waitFor(event, buffer)
      if round >= 100 { times.add(.now - start) }
    }
    return times
  }
}
