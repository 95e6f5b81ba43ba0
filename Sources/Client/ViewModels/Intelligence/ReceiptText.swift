import Domain

/// A receipt in words.
public enum ReceiptText {
  public static func sentence(for receipt: AIReceipt) -> String {
    var parts = ["\(receipt.model) on \(receipt.place)"]
    parts.append("\(receipt.messagesRead) \(receipt.messagesRead == 1 ? "message" : "messages") read")
    parts.append(receipt.messagesSent == 0 ? "nothing left the server" : "\(receipt.messagesSent) sent")
    if receipt.inputTokens + receipt.outputTokens > 0 {
      parts.append("\(receipt.inputTokens + receipt.outputTokens) tokens")
    }
    parts.append(receipt.isCached ? "from an earlier answer" : "\(receipt.milliseconds) ms")
    let sentence = parts.joined(separator: " · ")
    return receipt.notice.map { "\(sentence). \($0)" } ?? sentence
  }
}
