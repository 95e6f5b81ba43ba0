import Foundation
import UserNotifications

open class INIntent: NSObject {
  /// For tests: the images of parameters.
  public private(set) var shimImages: [AnyKeyPath: INImage] = [:]

  fileprivate func keep(_ image: INImage?, for parameter: AnyKeyPath) { shimImages[parameter] = image }
}

/// What `setImage(_:forParameterNamed:)` is declared on for each kind of intent.
public protocol INIntentSetImageKeyPath {}

extension INIntentSetImageKeyPath where Self: INIntent {
  public func setImage<Value>(_ image: INImage?, forParameterNamed parameterName: KeyPath<Self, Value>) {
    keep(image, for: parameterName)
  }
}

extension INIntent: INIntentSetImageKeyPath {}

open class INImage: NSObject {
  /// For tests: what the image is made of.
  public let shimData: Data

  public init(imageData: Data) { shimData = imageData }
}

public enum INPersonHandleType: Int, Sendable {
  case unknown = 0
  case emailAddress = 1
  case phoneNumber = 2
}

open class INPersonHandle: NSObject {
  public let value: String?
  public let type: INPersonHandleType

  public init(value: String?, type: INPersonHandleType) {
    self.value = value
    self.type = type
  }
}

open class INPerson: NSObject {
  public let personHandle: INPersonHandle?
  public let nameComponents: PersonNameComponents?
  public let displayName: String
  public let image: INImage?
  public let contactIdentifier: String?
  public let customIdentifier: String?

  public init(
    personHandle: INPersonHandle, nameComponents: PersonNameComponents?, displayName: String?, image: INImage?,
    contactIdentifier: String?, customIdentifier: String?
  ) {
    self.personHandle = personHandle
    self.nameComponents = nameComponents
    self.displayName = displayName ?? ""
    self.image = image
    self.contactIdentifier = contactIdentifier
    self.customIdentifier = customIdentifier
  }
}

open class INSpeakableString: NSObject {
  public let spokenPhrase: String

  public init(spokenPhrase: String) { self.spokenPhrase = spokenPhrase }
}

public enum INOutgoingMessageType: Int, Sendable {
  case unknown = 0
  case outgoingMessageText = 1
  case outgoingMessageAudio = 2
}

open class INSendMessageAttachment: NSObject {}

open class INSendMessageIntent: INIntent, UNNotificationContentProviding {
  public let recipients: [INPerson]?
  public let outgoingMessageType: INOutgoingMessageType
  public let content: String?
  public let speakableGroupName: INSpeakableString?
  public let conversationIdentifier: String?
  public let serviceName: String?
  public let sender: INPerson?
  public let attachments: [INSendMessageAttachment]?

  public init(
    recipients: [INPerson]?, outgoingMessageType: INOutgoingMessageType, content: String?,
    speakableGroupName: INSpeakableString?, conversationIdentifier: String?, serviceName: String?, sender: INPerson?,
    attachments: [INSendMessageAttachment]?
  ) {
    self.recipients = recipients
    self.outgoingMessageType = outgoingMessageType
    self.content = content
    self.speakableGroupName = speakableGroupName
    self.conversationIdentifier = conversationIdentifier
    self.serviceName = serviceName
    self.sender = sender
    self.attachments = attachments
  }
}

open class INIntentResponse: NSObject {}

public enum INInteractionDirection: Int, Sendable {
  case unspecified = 0
  case outgoing = 1
  case incoming = 2
}

open class INInteraction: NSObject {
  public let intent: INIntent
  open var direction = INInteractionDirection.unspecified
  open var groupIdentifier: String?

  public init(intent: INIntent, response: INIntentResponse?) { self.intent = intent }

  open func donate(completion: (@Sendable ((any Error)?) -> Void)? = nil) {
    shimStore.donate(self)
    completion?(nil)
  }

  open class func deleteAll(completion: (@Sendable ((any Error)?) -> Void)? = nil) {
    shimStore.deleteAll()
    completion?(nil)
  }
}

/// What the system has learned.
public let shimStore = ShimInteractions()

public final class ShimInteractions: @unchecked Sendable {
  private let lock = NSLock()
  private var kept: [INInteraction] = []

  public var donated: [INInteraction] { lock.withLock { kept } }
  fileprivate func donate(_ interaction: INInteraction) { lock.withLock { kept.append(interaction) } }
  fileprivate func deleteAll() { lock.withLock { kept = [] } }
}
