import Domain

/// A receipt in words: what was read, and who got it.
public enum ReceiptText {
  /// Returns nil when there is nothing to say: the server answered out of itself and read nothing.
  public static func sentence(for receipt: AIReceipt) -> Phrase? {
    var sentences = [record(of: receipt)].compactMap(\.self)
    if let notice = receipt.notice { sentences.append(Phrase(known: notice)) }
    return sentences.isEmpty ? nil : .joined(sentences, by: " ")
  }

  private static func record(of receipt: AIReceipt) -> Phrase? {
    if AIReceipt.isOnBox(receipt.model) {
      switch receipt.messagesRead {
      case 0: return nil
      case 1: return "Read 1 message on your server."
      default: return "Read \(receipt.messagesRead) messages on your server."
      }
    }
    switch (receipt.messagesSent, receipt.messagesRead) {
    case (0, 0): return "Answered by \(receipt.model) on \(receipt.place)."
    case (0, 1): return "Answered by \(receipt.model) on \(receipt.place). Read 1 message, sent none."
    case (0, let read): return "Answered by \(receipt.model) on \(receipt.place). Read \(read) messages, sent none."
    case (1, _): return "Answered by \(receipt.model) on \(receipt.place), which got 1 message."
    case (let sent, _): return "Answered by \(receipt.model) on \(receipt.place), which got \(sent) messages."
    }
  }
}
