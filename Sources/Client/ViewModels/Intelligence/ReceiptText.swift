import Domain

/// A receipt in words.
public enum ReceiptText {
  public static func sentence(for receipt: AIReceipt) -> Phrase {
    var parts: [Phrase] = ["\(receipt.model) on \(receipt.place)"]
    parts.append(receipt.messagesRead == 1 ? "1 message read" : "\(receipt.messagesRead) messages read")
    parts.append(
      receipt.messagesSent == 0 ? Phrase("nothing left the server") : Phrase("\(receipt.messagesSent) sent"))
    let tokens = receipt.inputTokens + receipt.outputTokens
    if tokens > 0 { parts.append("\(tokens) tokens") }
    parts.append(receipt.isCached ? Phrase("from an earlier answer") : Phrase("\(receipt.milliseconds) ms"))
    let sentence = Phrase.joined(parts, by: " · ")
    return receipt.notice.map { .joined([sentence, Phrase(known: $0)], by: ". ") } ?? sentence
  }
}
