import Domain
import ServerCore
import Synchronization

/// Lets people use the features that reach them, and notes who was let in and who was not.
package final class FeatureGate: Sendable {
  private struct Exposure: Hashable {
    let user: UserID
    let feature: Feature
  }

  /// What is noted again after a start costs a transaction and changes nothing.
  private static let maximumNoted = 100_000

  private let reader: IntelligenceReader
  private let people: PeopleDirectory
  private let commands: any CommandPerformer
  private let noted = Mutex<[Exposure: Bool]>([:])

  package init(reader: IntelligenceReader, people: PeopleDirectory, commands: any CommandPerformer) {
    self.reader = reader
    self.people = people
    self.commands = commands
  }

  /// Throws `forbidden` when the feature does not reach the asker.
  package func admit(_ asker: UserID, to feature: Feature) async throws(Refusal) {
    guard try await isEnabled(feature, for: asker) else {
      throw Refusal(.forbidden, "This is not switched on for you.")
    }
  }

  package func isEnabled(_ feature: Feature, for user: UserID) async throws(Refusal) -> Bool {
    let isEnabled = try await reader.compute { [people] in try people.profile(user).has(feature) }
    await note(Exposure(user: user, feature: feature), isEnabled)
    return isEnabled
  }

  /// Notes whether a feature that nobody asks for reached somebody when it could have.
  package func noteReach(of feature: Feature, to user: UserID) async {
    do throws(Refusal) {
      _ = try await isEnabled(feature, for: user)
    } catch {
      // Nobody waits for it: the next batch notes it.
    }
  }

  private func note(_ exposure: Exposure, _ isEnabled: Bool) async {
    guard noted.withLock({ $0[exposure] }) != isEnabled else { return }
    do throws(Refusal) {
      let command = FeatureCommand.expose(exposure.user, exposure.feature, isEnabled: isEnabled)
      _ = try await commands.perform(.feature(command))
      noted.withLock { noted in
        if noted.count >= Self.maximumNoted { noted.removeAll() }
        noted[exposure] = isEnabled
      }
    } catch {
      // Nobody waits for it: the next request notes it.
    }
  }
}
