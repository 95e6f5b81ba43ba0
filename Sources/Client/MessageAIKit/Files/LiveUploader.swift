import ClientStore
import ClientSync
import Domain
import Foundation

/// Carries files over HTTP. Used on the engine's queue only.
final class LiveUploader: Uploader {
  private let store: ClientStore
  private let requests: UploadRequests
  private let background: (any BackgroundUploads)?
  private let report: @Sendable (UploadMachine.Event) -> Void
  private var running: [AttachmentID: Task<Void, Never>] = [:]
  /// What the system was given.
  private var handedOver: Set<AttachmentID> = []
  /// What the server has been told of.
  private var announced: Set<AttachmentID> = []

  init(
    store: ClientStore, requests: UploadRequests, background: (any BackgroundUploads)? = nil,
    report: @escaping @Sendable (UploadMachine.Event) -> Void
  ) {
    self.store = store
    self.requests = requests
    self.background = background
    self.report = report
  }

  func announce(_ file: Attachment, request: Int64) {
    announced.insert(file.id)
    run(file.id) { [requests] in await requests.announce(file, request: request) }
  }

  func ask(_ file: AttachmentID, request: Int64) {
    run(file) { [requests] in await requests.ask(file, request: request) }
  }

  func transmit(_ file: AttachmentID, request: Int64, from offset: Int64, count: Int64, isLast: Bool) {
    run(file) { [requests, store] in
      guard let bytes = Self.read(file, store, from: offset, count: count) else {
        return .refused(request: request, Refusal(.invalid, "The file is not on this device any more."))
      }
      return await requests.transmit(file, request: request, from: offset, bytes: bytes, isLast: isLast)
    }
  }

  func handOver(_ file: AttachmentID, from offset: Int64) {
    handedOver.insert(file)
    running[file] = Task { [store, requests, background, report] in
      guard let background else { return report(.carried(file)) }
      do {
        guard let body = try store.outgoingFile(file, from: offset) else { return report(.carried(file)) }
        let upload = try await requests.remainder(of: file, from: offset, body: body)
        if !Task.isCancelled { background.begin(upload) }
      } catch {
        report(.carried(file))
      }
    }
  }

  func recallAll() {
    for file in handedOver { running.removeValue(forKey: file)?.cancel() }
    handedOver = []
    background?.cancelAll()
  }

  func stop(_ file: AttachmentID) {
    running.removeValue(forKey: file)?.cancel()
    let isGone = isGone(file)
    if handedOver.remove(file) != nil || isGone { background?.cancel(file) }
    guard announced.remove(file) != nil, isGone else { return }
    Task { [requests] in await requests.forget(file) }
  }

  /// Whether the user has given the file up. When the store does not say so, it is not.
  private func isGone(_ file: AttachmentID) -> Bool {
    do {
      return try store.outgoingFile(file) == nil
    } catch {
      return false
    }
  }

  private func run(_ file: AttachmentID, _ body: @escaping @Sendable () async -> UploadMachine.Event) {
    running[file] = Task { [report] in report(await body()) }
  }

  /// `nil` when the bytes are not there.
  private static func read(_ file: AttachmentID, _ store: ClientStore, from offset: Int64, count: Int64) -> [UInt8]? {
    guard count > 0 else { return [] }
    do {
      guard let url = try store.outgoingFile(file) else { return nil }
      let handle = try FileHandle(forReadingFrom: url)
      try handle.seek(toOffset: UInt64(offset))
      let data = try handle.read(upToCount: Int(count)) ?? Data()
      try handle.close()
      return data.count == Int(count) ? Array(data) : nil
    } catch {
      return nil
    }
  }
}
