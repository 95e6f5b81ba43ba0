import Domain
import Observation

/// Which of the features that admins give to some people first reach me, as my private feed says:
/// a change is there within a second while the device is connected.
@MainActor @Observable
public final class FeaturesModel {
  private var profile: Profile?
  @ObservationIgnored private let repository: any AuthRepository

  public init(repository: any AuthRepository) {
    self.repository = repository
  }

  /// Until the profile is known everything counts as mine: the server refuses what is not.
  public func has(_ feature: Feature) -> Bool {
    guard let profile else { return true }
    return profile.has(feature) && feature.required.map { profile.has($0) } ?? true
  }

  /// Follows the profile until the task is cancelled.
  public func run() async {
    for await profile in repository.observeProfile() { self.profile = profile }
  }
}
