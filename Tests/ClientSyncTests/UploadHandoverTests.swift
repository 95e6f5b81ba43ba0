import ClientSync
import Domain
import Testing

@Suite("The upload machine, when the app is left")
struct UploadHandoverTests {
  private typealias Machine = UploadMachine
  private let bytes = UploadMachine.chunk * 3

  private func file(_ number: UInt64) -> AttachmentID { AttachmentID(high: 1, low: number) }

  private func files(_ numbers: UInt64...) -> [Machine.File] {
    numbers.map { Machine.File(id: file($0), bytes: bytes) }
  }

  /// Online, with files on their way.
  private func started(_ files: [Machine.File]) -> Machine {
    var machine = Machine()
    _ = machine.handle(.resumed)
    _ = machine.handle(.loaded(files))
    return machine
  }

  /// Online, and the system carries the rest of the only file from byte 7 on.
  private func handedOver() -> Machine {
    var machine = started(files(1))
    _ = machine.handle(.left(carried: []))
    #expect(machine.handle(.reached(request: 1, offset: 7)).last == .handOver(file(1), from: 7))
    return machine
  }

  @Test("ended in the middle of a chunk: it is given up, the server asked, and the rest handed over from its word")
  func middle() {
    var machine = started(files(1))
    _ = machine.handle(.reached(request: 1, offset: 0))
    #expect(machine.handle(.left(carried: [])) == [.stop(file(1)), .ask(file(1), request: 3)])
    #expect(
      machine.handle(.reached(request: 3, offset: 900)) == [
        .progressed(file(1), offset: 900), .handOver(file(1), from: 900),
      ])
    // The answer of the chunk that was given up is not heard.
    #expect(machine.handle(.reached(request: 2, offset: bytes)).isEmpty)
  }

  @Test("what the system carries takes no place: files behind it are announced and handed over too")
  func others() {
    var machine = started(files(1, 2, 3))
    #expect(machine.handle(.left(carried: [])).isEmpty)
    #expect(machine.handle(.reached(request: 1, offset: 0)).contains(.announce(file(3), request: 3)))
    #expect(machine.handle(.reached(request: 3, offset: 0)).contains(.handOver(file(3), from: 0)))
  }

  @Test("what has only to be asked for, all bytes being there, is not handed over")
  func complete() {
    var machine = started(files(1))
    _ = machine.handle(.left(carried: []))
    #expect(
      machine.handle(.reached(request: 1, offset: bytes)).last
        == .transmit(file(1), request: 2, from: bytes, count: 0, isLast: true))
  }

  @Test("done by the system: the server is asked, has all of it, and the file is complete")
  func done() {
    var machine = handedOver()
    #expect(machine.handle(.carried(file(1))) == [.ask(file(1), request: 2)])
    #expect(
      machine.handle(.reached(request: 2, offset: bytes)).last
        == .transmit(file(1), request: 3, from: bytes, count: 0, isLast: true))
    #expect(machine.handle(.completed(request: 3)).contains(.complete(file(1))))
  }

  @Test("relaunched by the system: what it still carries is left to it, what it has ended is taken up, once online")
  func relaunched() {
    var machine = Machine()
    // What has ended may be told before the files are known.
    _ = machine.handle(.left(carried: []))
    _ = machine.handle(.carried(file(1)))
    _ = machine.handle(.left(carried: [file(2)]))
    _ = machine.handle(.loaded(files(1, 2)))
    #expect(machine.handle(.resumed) == [.announce(file(1), request: 1)])
    #expect(machine.handle(.completed(request: 1)).contains(.complete(file(1))))
    #expect(machine.handle(.carried(file(2))) == [.announce(file(2), request: 2)])
  }

  @Test("failed or refused by the system: it goes on in chunks, and is not handed over again before the app was open")
  func failed() {
    var machine = handedOver()
    _ = machine.handle(.carried(file(1)))
    #expect(
      machine.handle(.reached(request: 2, offset: 7)).last
        == .transmit(file(1), request: 3, from: 7, count: UploadMachine.chunk, isLast: false))
    _ = machine.handle(.returned)
    #expect(machine.handle(.left(carried: [])) == [.stop(file(1)), .ask(file(1), request: 4)])
    #expect(machine.handle(.reached(request: 4, offset: 9)).last == .handOver(file(1), from: 9))
  }

  @Test("a message that is given up takes its file from the system")
  func cancelled() {
    var machine = handedOver()
    #expect(machine.handle(.loaded([])) == [.stop(file(1))])
    #expect(machine.handle(.carried(file(1))).isEmpty)
  }

  @Test("the app is opened: the system stops, and the app goes on from the server's word")
  func returned() {
    var machine = handedOver()
    #expect(machine.handle(.returned) == [.recallAll, .ask(file(1), request: 2)])
    // The end of what was stopped says nothing.
    #expect(machine.handle(.carried(file(1))).isEmpty)
    #expect(
      machine.handle(.reached(request: 2, offset: 8)).last
        == .transmit(file(1), request: 3, from: 8, count: UploadMachine.chunk, isLast: false))
  }

  @Test("without a connection nothing is handed over, and what the system carries stays with it")
  func offline() {
    var machine = handedOver()
    #expect(machine.handle(.suspended).isEmpty)
    #expect(machine.handle(.resumed).isEmpty)
    var other = Machine()
    _ = other.handle(.loaded(files(1)))
    #expect(other.handle(.left(carried: [])).isEmpty)
  }
}
