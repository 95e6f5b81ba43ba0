import Domain
import Foundation
import Intents
import MessageAIDevice
import UserNotifications

/// A notification as one of a person who writes: the system shows their face, and knows for Focus
/// who it is and in which conversation.
struct Communication {
  let message: MessageNotification
  /// An image of the sender.
  let face: Data?

  /// `content` as the system shows what somebody has written; as it is where the system does not
  /// take it.
  func applied(to content: UNNotificationContent) -> UNNotificationContent {
    let intent = intent
    let interaction = INInteraction(intent: intent, response: nil)
    interaction.direction = .incoming
    // For the app to take back what the system has learned of a conversation.
    interaction.groupIdentifier = message.thread
    interaction.donate { error in
      // It is shown all the same; the system only learns nothing of it.
      if let error { AppLog(.notifications).failed("The system was not told who wrote", error) }
    }
    do {
      return try content.updating(from: intent)
    } catch {
      AppLog(.notifications).failed("A notification is not shown as one of a person", error)
      return content
    }
  }

  /// Without the text: what is donated stays with the system.
  private var intent: INSendMessageIntent {
    let image = face.map { INImage(imageData: $0) }
    let sender = INPerson(
      personHandle: INPersonHandle(value: message.sender.description, type: .unknown), nameComponents: nil,
      displayName: message.title, image: image, contactIdentifier: nil, customIdentifier: message.sender.description)
    let group = message.subtitle.map { INSpeakableString(spokenPhrase: $0) }
    let intent = INSendMessageIntent(
      // The system takes what has no recipients for a message to its owner alone.
      recipients: group == nil ? nil : [sender], outgoingMessageType: .outgoingMessageText, content: nil,
      speakableGroupName: group, conversationIdentifier: message.thread, serviceName: nil, sender: sender,
      attachments: nil)
    if let image { intent.setImage(image, forParameterNamed: \.sender) }
    return intent
  }
}
