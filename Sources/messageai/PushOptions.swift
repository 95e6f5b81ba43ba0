import ArgumentParser
import Domain
import Push
import ServerHTTP
import Synchronization

/// By which services notifications reach devices that are not connected. None of them is asked
/// unless its options are given.
struct PushOptions: ParsableArguments {
  @Option(
    help: """
      Whom the push services of browsers may write to, such as mailto:admin@example.org. Turns notifications on for \
      browsers whose page is closed; the key is made by itself.
      """)
  var pushContact = Environment.text("PUSH_CONTACT")

  @Option(
    help: """
      Further push services that browsers may name, such as https://push.example.org. Those of Google, Mozilla, Apple \
      and Microsoft are known. Environment: comma-separated.
      """)
  var pushOrigin = Environment.text("PUSH_ORIGIN")?.split(separator: ",").map(String.init) ?? []

  @Option(help: "File of the key (AuthKey_….p8) that Apple gives for notifications.")
  var apnsKey = Environment.text("APNS_KEY")

  @Option(help: "The id of that key: 10 letters and digits.")
  var apnsKeyID = Environment.text("APNS_KEY_ID")

  @Option(help: "The id of the team at Apple: 10 letters and digits.")
  var apnsTeam = Environment.text("APNS_TEAM")

  @Option(help: "The bundle id of the app.")
  var apnsTopic = Environment.text("APNS_TOPIC")

  @Option(help: "File of the service account (JSON) that Google gives for Firebase Cloud Messaging.")
  var fcmAccount = Environment.text("FCM_ACCOUNT")

  func validate() throws {
    let apple = [apnsKey, apnsKeyID, apnsTeam, apnsTopic]
    guard apple.allSatisfy({ $0 == nil }) || apple.allSatisfy({ $0 != nil }) else {
      throw ValidationError("--apns-key, --apns-key-id, --apns-team and --apns-topic belong together.")
    }
    guard pushContact != nil || pushOrigin.isEmpty else {
      throw ValidationError("--push-origin needs --push-contact.")
    }
  }

  /// Throws a sentence for people when something that was given is wrong.
  func services(webKey: @escaping ServerDependencies.PushKey) throws -> PushServices {
    do throws(PushSettingsProblem) {
      var web: WebPushService?
      if let pushContact {
        web = WebPushService(try WebPushSettings(contact: pushContact, allowedOrigins: pushOrigin, key: webKey))
      }
      var apple: APNsService?
      if let apnsKey, let apnsKeyID, let apnsTeam, let apnsTopic {
        apple = APNsService(
          try APNsSettings(keyFile: apnsKey, keyID: apnsKeyID, teamID: apnsTeam, topic: apnsTopic))
      }
      let google = try fcmAccount.map { file throws(PushSettingsProblem) in
        FCMService(try FCMSettings(serviceAccountFile: file))
      }
      return PushServices(web: web, apns: apple, fcm: google)
    } catch {
      throw CommandFailure(error.description)
    }
  }
}

/// The key that browsers know the server by: it is kept with the server's data, and so is known
/// after the services that need it.
final class WebKeySource: Sendable {
  /// A closure of its own type: see `CommitObserver`.
  private struct Source: Sendable {
    let key: ServerDependencies.PushKey
  }

  private let source = Mutex<Source?>(nil)

  func set(_ key: @escaping ServerDependencies.PushKey) { source.withLock { $0 = Source(key: key) } }

  func value() async throws(Refusal) -> [UInt8] {
    guard let source = source.withLock({ $0 }) else { throw Refusal(.internal, "The server has not begun.") }
    return try await source.key()
  }
}
