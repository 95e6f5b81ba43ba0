import Domain

extension MessageStatus {
  /// What the mark beside a message of mine says.
  public var text: Phrase {
    switch self {
    case .sending: "Sending"
    case .failed: "Not sent"
    case .sent: "Sent"
    case .delivered: "Delivered"
    case .read: "Read"
    }
  }
}
