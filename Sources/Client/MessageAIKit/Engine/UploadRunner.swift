import ClientStore
import ClientSync
import Domain

/// Tells the state machine what happens to files, and carries out what it decides. Used like the
/// engine that owns it.
final class UploadRunner {
  private let store: ClientStore
  private let uploader: (any Uploader)?
  private let timers: any TimerSource
  private weak var output: (any EngineOutput)?
  private var machine: UploadMachine
  /// What has to go, by id.
  private var files: [AttachmentID: Attachment] = [:]
  private var progress: [AttachmentID: UploadProgress] = [:]

  /// Without an uploader there is nobody to carry files: messages that have some wait.
  init(
    store: ClientStore, uploader: (any Uploader)?, timers: any TimerSource, seed: UInt64, output: any EngineOutput
  ) {
    self.store = store
    self.uploader = uploader
    self.timers = timers
    self.output = output
    machine = UploadMachine(seed: seed)
  }

  /// The files that the server does not have, the oldest message's first.
  func load(_ waiting: [Attachment]) throws {
    guard uploader != nil, !waiting.isEmpty || !files.isEmpty else { return }
    files = Dictionary(waiting.map { ($0.id, $0) }) { first, _ in first }
    _ = try run(machine.handle(.loaded(waiting.map { .init(id: $0.id, bytes: $0.bytes) })))
    show(progress.filter { files[$0.key] != nil })
  }

  /// Answers whether the outbox has changed by it.
  func handle(_ event: UploadMachine.Event) throws -> Bool {
    try run(machine.handle(event))
  }

  private func run(_ actions: [UploadMachine.Action]) throws -> Bool {
    var hasChanged = false
    for action in actions {
      switch action {
      case .announce(let file, let request):
        if let file = files[file] { uploader?.announce(file, request: request) }
      case .ask(let file, let request): uploader?.ask(file, request: request)
      case .transmit(let file, let request, let from, let count, let isLast):
        uploader?.transmit(file, request: request, from: from, count: count, isLast: isLast)
      case .handOver(let file, let from): uploader?.handOver(file, from: from)
      case .recallAll: uploader?.recallAll()
      case .stop(let file): uploader?.stop(file)
      case .progressed(let file, let offset): progressed(file, offset)
      case .complete(let file):
        try store.completeUpload(file)
        hasChanged = true
      case .fail(let file, let refusal):
        try store.failUpload(file, refusal)
        hasChanged = true
      case .startRetryTimer(let file, let seconds): timers.start(.retryUpload(file), seconds: seconds)
      case .cancelRetryTimer(let file): timers.cancel(.retryUpload(file))
      }
    }
    return hasChanged
  }

  private func progressed(_ file: AttachmentID, _ offset: Int64) {
    guard let bytes = files[file]?.bytes else { return }
    show(progress.merging([file: UploadProgress(sent: offset, bytes: bytes)]) { $1 })
  }

  private func show(_ new: [AttachmentID: UploadProgress]) {
    guard new != progress else { return }
    progress = new
    output?.uploadsChanged(new)
  }
}
