import Foundation
import ServerCore

/// What servers say, as an operator may read it.
enum ServerText {
  private static let longest = 200
  /// Words from here on are not both in a letter and in an answer by chance.
  private static let telling = 12

  /// Code and text, shortened. Left out are addresses, what comes from the letter (a server may
  /// name the link that it dislikes) and secrets.
  static func readable(_ reply: SMTPReply, about mail: Mail? = nil, without secrets: [String] = []) -> String {
    let letter = mail.map { ($0.subject + " " + $0.text).lowercased() } ?? ""
    let telling = letter.split(whereSeparator: \.isWhitespace).filter { $0.count >= Self.telling }
    let localPart = mail?.to.split(separator: "@").first?.lowercased()
    let words = reply.text.unicodeScalars.split { $0.properties.isWhitespace || $0.value < 32 || $0.value == 127 }
      .map { word in
        let text = String(word)
        let bare = text.trimmingCharacters(in: .punctuationCharacters.union(.symbols)).lowercased()
        let isOfLetter =
          (bare.count >= Self.telling && letter.contains(bare)) || telling.contains { text.lowercased().contains($0) }
        let isSecret = secrets.contains { !$0.isEmpty && text.contains($0) }
        return text.contains("@") || bare == localPart || isOfLetter || isSecret ? "…" : text
      }
    let text = words.joined(separator: " ")
    return "\(reply.code) " + (text.count > longest ? text.prefix(longest - 1) + "…" : text)
  }
}
