/// Who is typing, in words.
enum TypingText {
  /// `nil` when nobody is.
  static func sentence(for names: [String]) -> Phrase? {
    switch names.count {
    case 0: nil
    case 1: "\(names[0]) is typing …"
    case 2: "\(names[0]) and \(names[1]) are typing …"
    case 3: "\(names[0]), \(names[1]) and \(names[2]) are typing …"
    default: "\(names[0]), \(names[1]) and \(names.count - 2) others are typing …"
    }
  }
}
