/// What a provider's error reply means. Keeps its status and code; its words are only looked at,
/// because they may repeat the prompt or the key.
struct ReplyFailure {
  let failure: ModelFailure
  /// The provider's words: never logged, shown or kept.
  let complaint: String

  /// `retryAfter` from the reply's headers.
  init(status: Int, json: JSONValue?, retryAfter: Double?) {
    let error = json?["error"] ?? json?["detail"] ?? json
    complaint = [error?["message"]?.string, error?["param"]?.string, error?.string].compactMap(\.self).joined(
      separator: " ")
    let code = Self.code(error?["code"]) ?? Self.code(error?["type"])
    let detail = code.map { "HTTP \(status) \($0)" } ?? "HTTP \(status)"
    failure = ModelFailure(
      Self.kind(status: status, code: code ?? "", complaint: complaint), detail: detail, retryAfter: retryAfter)
  }

  /// For an error that is reported inside of a stream or of a reply that began well.
  static func inStream(_ error: JSONValue) -> ModelFailure {
    let code = code(error["code"]) ?? code(error["type"])
    let status = error["code"]?.integer ?? status(of: code ?? "")
    let kind = kind(status: status, code: code ?? "", complaint: error["message"]?.string ?? "")
    return ModelFailure(kind, detail: code ?? "an error in mid-answer")
  }

  private static func kind(status: Int, code: String, complaint: String) -> ModelFailure.Kind {
    if noCredit.contains(where: { code.contains($0) }) { return .unauthorized }
    if code == "context_length_exceeded" || isTooLong(complaint, status) { return .tooLong }
    switch status {
    case 401, 402, 403: return .unauthorized
    case 413: return .tooLong
    case 429: return .rateLimited
    case 408, 409, 425, 500...: return .overloaded
    case 300..<400: return .unreachable
    default: return .invalidRequest
    }
  }

  private static func isTooLong(_ complaint: String, _ status: Int) -> Bool {
    guard status == 400 || status == 422 || status == 500 else { return false }
    let words = complaint.lowercased()
    return ["context length", "context size", "context window", "prompt is too long", "maximum context"].contains {
      words.contains($0)
    }
  }

  private static func status(of code: String) -> Int {
    switch code {
    case "rate_limit_error", "rate_limit_exceeded": 429
    case "invalid_request_error", "invalid_prompt": 400
    case "authentication_error": 401
    case "permission_error": 403
    case "request_too_large": 413
    default: 500
    }
  }

  /// A code as it may be shown: machine words only.
  private static func code(_ value: JSONValue?) -> String? {
    guard let text = value?.string, (1...48).contains(text.utf8.count) else { return nil }
    let isPlain = text.utf8.allSatisfy {
      (UInt8(ascii: "a")...UInt8(ascii: "z")).contains($0) || $0 == UInt8(ascii: "_") || $0 == UInt8(ascii: ".")
    }
    return isPlain ? text : nil
  }

  private static let noCredit = ["insufficient_quota", "credit_balance", "billing", "spend_limit", "usage_limit"]
}
