import Domain
import Observation

/// What was missed in all conversations.
@MainActor @Observable
public final class DigestViewModel {
  public let output: OutputViewModel
  @ObservationIgnored private let intelligence: any IntelligenceRepository

  public init(intelligence: any IntelligenceRepository, offline: OfflineContext? = nil) {
    self.intelligence = intelligence
    output = OutputViewModel(intelligence: intelligence, offline: offline)
  }

  public func load() async {
    await output.ask(later: .init(.digest) { try await $0.keptDigest() }) { [intelligence] in
      try await intelligence.digest()
    }
  }
}
