/// What is wrong with the settings of a push service, as a sentence for the operator. Holds no key.
package enum PushSettingsProblem: Error, Hashable, CustomStringConvertible {
  /// The file cannot be read.
  case unreadable(String)
  case notPEM(String)
  /// PEM, but not of the kind of key that is needed.
  case wrongKey(String, needed: String)
  case shortKey(String, bits: Int)
  /// A short text, such as the id of a team, is not of the form that the service gives.
  case wrongForm(String, needed: String)

  package var description: String {
    switch self {
    case .unreadable(let file): "\(file) is not there or cannot be read."
    case .notPEM(let what): "\(what) is not a PEM text (-----BEGIN …-----)."
    case .wrongKey(let what, let needed): "\(what) is not \(needed)."
    case .shortKey(let what, let bits): "\(what) has \(bits) bits; at least 2048 are needed."
    case .wrongForm(let what, let needed): "\(what) must be \(needed)."
    }
  }
}
