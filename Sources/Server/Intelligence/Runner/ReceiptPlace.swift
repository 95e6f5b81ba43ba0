import AIProviders
import Domain

extension AIReceipt {
  /// The `place` of what no model elsewhere has seen.
  package static let thisServer = "this server"
}

extension TextModel {
  /// The name that an answer gives its model, as people may be shown it: a name that does not look
  /// like one is the model's own words, and gives way to the name that the server's owner wrote
  /// down.
  func nameToShow(_ answered: String) -> String {
    let isPlain = answered.count <= 80 && ModelOutputGuard(sources: [:]).label(answered, atMost: 80) == answered
    return isPlain && !answered.isEmpty ? answered : name
  }
}

extension ModelFailure {
  /// Whether text may have left the server before it failed.
  var mayHaveSent: Bool {
    switch kind {
    case .unreachable, .circuitOpen: false
    default: true
    }
  }

  /// What the user is told.
  func notice(place: String) -> String {
    let cause =
      switch kind {
      case .unauthorized: "\(place) did not accept this server's key"
      case .rateLimited: "\(place) wants fewer requests"
      case .overloaded: "\(place) is overloaded"
      case .unreachable: "\(place) could not be reached"
      case .timedOut: "\(place) did not answer in time"
      case .interrupted: "\(place) broke off its answer"
      case .invalidRequest: "\(place) did not accept the request"
      case .tooLong: "This is more than \(place) can read at once"
      case .refused: "\(place) did not want to answer this"
      case .invalidAnswer: "\(place) gave no usable answer"
      case .circuitOpen: "\(place) has failed too often lately"
      case .cancelled: "The request was given up"
      }
    return "\(cause), so this was made on this server."
  }
}
