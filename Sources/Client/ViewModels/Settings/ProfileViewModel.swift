import Domain
import Foundation
import Observation

/// My profile as others see it, and its form.
@MainActor @Observable
public final class ProfileViewModel: ActionModel {
  public typealias State = ScreenState<Profile>

  public private(set) var state: State = .loading
  public let action = ActionState()
  @ObservationIgnored private var suggestsOnArrival = false
  public var name = ""
  public var timeZone = ""
  public var language = ""
  @ObservationIgnored private let repository: any AuthRepository
  @ObservationIgnored private let locale: Locale
  @ObservationIgnored private let here: TimeZone

  /// `locale` and `timeZone` are the device's.
  public init(repository: any AuthRepository, locale: Locale = .current, timeZone: TimeZone = .current) {
    self.repository = repository
    self.locale = locale
    here = timeZone
  }

  /// IANA names to choose from.
  public var timeZones: [String] { LocaleChoices.timeZones(with: timeZone) }

  /// ISO 639-1 codes to choose from, in the order of their names.
  public var languages: [String] { LocaleChoices.languages(with: language, in: locale) }

  /// Fills in what the device knows where the profile says nothing yet.
  public func suggest() {
    guard let profile = state.content else {
      suggestsOnArrival = true
      return
    }
    suggestsOnArrival = false
    if profile.timeZone == nil, timeZone.isEmpty { timeZone = here.identifier }
    if profile.language == nil, language.isEmpty { language = locale.language.languageCode?.identifier ?? "" }
  }

  /// Follows the profile until the task is cancelled; what the user is changing is left alone.
  public func run() async {
    for await profile in repository.observeProfile() { take(profile) }
  }

  public var hasChanges: Bool {
    guard let profile = state.content else { return false }
    return change(of: profile) != ProfileChange()
  }

  /// Saves what differs from the profile; nothing else is touched.
  public func save() async {
    guard let profile = state.content, !isBusy else { return }
    let change = change(of: profile)
    guard change != ProfileChange() else { return }
    await perform { fill(try await repository.updateProfile(change)) }
  }

  /// Whether my clients tell the admins how long things take in them.
  public var sendsEvents: Bool { state.content?.sendsEvents ?? true }

  /// Shown at once, and saved apart from the form; put back when that fails.
  public func setSendsEvents(_ sends: Bool) async {
    guard var profile = state.content, !isBusy, sends != profile.sendsEvents else { return }
    let former = state
    profile.sendsEvents = sends
    state = .content(profile)
    await perform { take(try await repository.updateProfile(ProfileChange(sendsEvents: sends))) }
    if problem != nil { state = former }
  }

  /// Puts the form back to the profile.
  public func revert() {
    guard let profile = state.content else { return }
    dismissProblem()
    fill(profile)
  }

  private func take(_ profile: Profile?) {
    guard let profile else {
      state = .empty
      return
    }
    if hasChanges { state = .content(profile) } else { fill(profile) }
    if suggestsOnArrival { suggest() }
  }

  private func fill(_ profile: Profile) {
    state = .content(profile)
    name = profile.name
    timeZone = profile.timeZone ?? ""
    language = profile.language ?? ""
  }

  private func change(of profile: Profile) -> ProfileChange {
    var change = ProfileChange()
    if name.trimmingWhitespace != profile.name { change.name = name }
    change.timeZone = Self.change(timeZone, profile.timeZone)
    change.language = Self.change(language, profile.language)
    return change
  }

  private static func change(_ text: String, _ current: String?) -> String?? {
    let text = text.trimmingWhitespace
    guard text != current ?? "" else { return nil }
    return .some(text.isEmpty ? nil : text)
  }
}
