import Crypto
import Domain
import Foundation
import ServerCore

/// Names an answer by everything that it depends on: feature, parameters, model, the very messages
/// with their revisions, and who is in the conversations.
enum CacheKey {
  static func of(_ request: OutputRequest, model: String) -> String {
    var hash = SHA256()
    func add(_ text: String) {
      // The length keeps "ab"+"c" and "a"+"bc" apart.
      hash.update(data: Data("\(text.utf8.count):\(text)".utf8))
    }
    add(request.feature)
    add(model)
    add("\(request.parameters.count)")
    for parameter in request.parameters { add(parameter) }
    for outline in request.outlines.sorted(by: { $0.conversation.id < $1.conversation.id }) {
      add("\(outline.conversation.id) \(outline.membershipVersion)")
    }
    for item in request.messages { add("\(item.message.id) \(item.message.rev)") }
    return hash.finalize().map { String(format: "%02x", $0) }.joined()
  }
}
