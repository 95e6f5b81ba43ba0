import Synchronization

/// What a server answered while a test ran, for checks that hold for every answer.
package final class AnswerLog: Sendable {
  package struct Entry: Sendable {
    package let method: String
    /// Without its query.
    package let path: String
    package let answer: TestHTTP.Answer

    package init(method: String, path: String, answer: TestHTTP.Answer) {
      self.method = method
      self.path = path
      self.answer = answer
    }
  }

  /// The log that requests of this task and its children write to.
  @TaskLocal package static var current: AnswerLog?

  private let kept = Mutex<[Entry]>([])

  package init() {}

  package var entries: [Entry] { kept.withLock { $0 } }

  func add(_ method: String, _ target: String, _ answer: TestHTTP.Answer) {
    let path = target.prefix { $0 != "?" }
    kept.withLock { $0.append(Entry(method: method, path: String(path), answer: answer)) }
  }
}
