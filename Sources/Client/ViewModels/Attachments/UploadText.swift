import Domain

extension AttachmentUpload {
  /// How far it is, as a person reads it.
  public var stateText: Phrase {
    switch state {
    case .waiting: "Waiting for the network"
    case .uploading(let progress): "Uploading, \(Self.percent(progress)) %"
    case .paused(let progress): "Paused at \(Self.percent(progress)) %"
    case .done: "Uploaded"
    case .failed(let refusal): Problem(refusal).sentence
    }
  }

  /// From 0 to 1.
  public var progress: Double {
    switch state {
    case .waiting, .failed: 0
    case .uploading(let progress), .paused(let progress): min(max(progress, 0), 1)
    case .done: 1
    }
  }

  /// Whether it can be asked to go on.
  public var canResume: Bool {
    switch state {
    case .paused, .failed: true
    case .waiting, .uploading, .done: false
    }
  }

  private static func percent(_ progress: Double) -> Int {
    Int((min(max(progress, 0), 1) * 100).rounded())
  }
}
