import Domain
import Observation

/// What was missed in all conversations.
@MainActor @Observable
public final class DigestViewModel {
  public let output: OutputViewModel
  @ObservationIgnored private let intelligence: any IntelligenceRepository

  public init(intelligence: any IntelligenceRepository) {
    self.intelligence = intelligence
    output = OutputViewModel(intelligence: intelligence)
  }

  public func load() async {
    await output.ask { [intelligence] in try await intelligence.digest() }
  }
}
