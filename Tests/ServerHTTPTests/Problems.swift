import Domain
import TestSupport
import Testing
import WireProtocol

/// Expects problem details with this code and the status that belongs to it.
func expectProblem(
  _ answer: TestHTTP.Answer, _ code: ErrorCode, _ what: String = "", location: SourceLocation = #_sourceLocation
) throws {
  let comment = Comment(rawValue: "\(what): \(answer.status) \(answer.text)")
  #expect(answer.status == code.httpStatus, comment, sourceLocation: location)
  #expect(answer.header("content-type") == "application/problem+json", comment, sourceLocation: location)
  let problem = try ProblemBody(json: answer.body)
  #expect(problem.refusal.code == code, comment, sourceLocation: location)
  #expect(problem.status == answer.status, comment, sourceLocation: location)
}

/// A JSON object as bytes.
func json(_ text: String) -> [UInt8] { Array(text.utf8) }

extension TestWorkspace {
  /// The path of a route with ids that exist: the group, Bob, his message.
  func fill(_ name: String, of path: String) -> String {
    switch name {
    case "id" where path.contains("/users/"): bob.id.description
    case "id" where path.contains("/sessions/"): bob.session.session.description
    case "id", "conversation": group.description
    case "user": bob.id.description
    case "message": message.id.description
    default: name
    }
  }
}
