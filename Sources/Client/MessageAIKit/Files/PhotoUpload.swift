import ClientSync
import Domain
import Foundation

/// Carries one image to the server while its user waits for it: decided by the same machine as what
/// goes with messages, and given up where that would wait.
struct PhotoUpload {
  let requests: UploadRequests
  private let file: Attachment
  private let data: Data

  /// Throws `invalid` for what cannot be read.
  init(_ source: URL, id: AttachmentID, requests: UploadRequests) throws {
    self.requests = requests
    do {
      data = try Data(contentsOf: source, options: .mappedIfSafe)
    } catch {
      throw Refusal(.invalid, "The file cannot be read.")
    }
    let outgoing = OutgoingFile(source: source, name: source.lastPathComponent, kind: .image)
    file = try outgoing.attachment(id: id, bytes: Int64(data.count))
  }

  func callAsFunction() async throws {
    var machine = UploadMachine()
    var actions = machine.handle(.loaded([.init(id: file.id, bytes: file.bytes)])) + machine.handle(.resumed)
    var cause: any Error = ClientError.offline
    while !actions.isEmpty {
      try Task.checkCancellation()
      var next: [UploadMachine.Action] = []
      for action in actions {
        switch action {
        case .complete: return
        case .fail(_, let refusal): throw refusal
        case .startRetryTimer: throw cause
        case .announce, .ask, .transmit:
          guard let event = await answer(to: action) else { continue }
          if case .refused(_, let refusal) = event { cause = refusal }
          next += machine.handle(event)
        case .handOver, .recallAll, .stop, .progressed, .cancelRetryTimer: continue
        }
      }
      actions = next
    }
    throw cause
  }

  private func answer(to action: UploadMachine.Action) async -> UploadMachine.Event? {
    switch action {
    case .announce(_, let request): return await requests.announce(file, request: request)
    case .ask(let id, let request): return await requests.ask(id, request: request)
    case .transmit(let id, let request, let from, let count, let isLast):
      let bytes = Array(data.dropFirst(Int(from)).prefix(Int(count)))
      return await requests.transmit(id, request: request, from: from, bytes: bytes, isLast: isLast)
    default: return nil
    }
  }
}
