import AIProviders

extension ModelFailure {
  /// Why a model gave no answer, and what whoever connects it can do.
  func advice(model: String, at place: String) -> String {
    if isNotFound {
      return "\(place) does not know \(model), or this is not its address: that usually ends in /v1."
    }
    if isRedirect { return "\(place) sends on to another address, which is not followed. Enter that one." }
    if isUntrusted { return "\(place) shows a certificate that this server does not trust." }
    switch kind {
    case .unauthorized:
      return "\(place) did not accept the key, or its account may not use \(model) or has no credit."
    case .unreachable:
      return "Nobody could be reached at \(place) (\(detail)). Is the address right, and is its server running?"
    case .timedOut: return "\(place) did not answer in time."
    case .rateLimited: return "\(place) wants fewer requests. Try again later."
    case .overloaded: return "\(place) is overloaded, or has a fault (\(detail)). Try again later."
    case .interrupted: return "\(place) broke off its answer."
    case .invalidRequest: return "\(place) did not accept the request (\(detail)). Is this the right kind?"
    case .invalidAnswer: return "\(place) did not answer as a model does. Are the kind and the address right?"
    case .tooLong: return "\(model) cannot read even a short question."
    case .refused: return "\(model) did not want to answer."
    case .circuitOpen: return "\(place) has failed too often lately. Try again in a minute."
    case .cancelled: return "It was given up."
    }
  }
}
