import Domain
import Foundation

/// What is said of files in few words.
public enum AttachmentText {
  /// Such as `2.3 MB`, in powers of ten.
  public static func size(_ bytes: Int64, locale: Locale = .current) -> String {
    let units = words(of: "kB MB GB TB")
    guard bytes >= 1_000 else { return amount(String(max(bytes, 0)), of: "B") }
    var value = Double(bytes) / 1_000
    var unit = 0
    // 999.95 kB would read as 1,000.0.
    while value >= 999.5, unit < units.count - 1 {
      value /= 1_000
      unit += 1
    }
    let tenths = Int((value * 10).rounded())
    guard value < 9.95, tenths % 10 != 0 else { return amount(String(Int(value.rounded())), of: units[unit]) }
    return amount("\(tenths / 10)\(locale.decimalSeparator ?? ".")\(tenths % 10)", of: units[unit])
  }

  private static func words(of text: String) -> [String] { text.split(separator: " ").map(String.init) }
  private static func amount(_ number: String, of unit: String) -> String { "\(number) \(unit)" }

  /// Such as `0:12` or `12:05`.
  public static func duration(milliseconds: Int64) -> String {
    let seconds = max(0, (milliseconds + 500) / 1_000)
    return "\(seconds / 60):" + (seconds % 60 < 10 ? "0" : "") + "\(seconds % 60)"
  }
}

extension AttachmentBrief {
  /// In a list, in a quote, and for those who listen.
  public var text: Phrase {
    switch (kind, count) {
    case (.image, 1): "Photo"
    case (.image, _): "\(count) photos"
    case (.voice, 1): "Voice message"
    case (.voice, _): "\(count) voice messages"
    case (.file, 1): Phrase(verbatim: name)
    case (.file, _): "\(count) files"
    }
  }
}

extension Attachment {
  /// What stands beside its name: size, or length of a voice note.
  public func detail(locale: Locale = .current) -> String {
    kind == .voice
      ? AttachmentText.duration(milliseconds: duration ?? 0) : AttachmentText.size(bytes, locale: locale)
  }

  /// For those who do not see it.
  public var spokenText: Phrase {
    switch kind {
    case .image: alt.map { "Photo: \($0)" } ?? "Photo"
    case .voice: "Voice message, \(AttachmentText.duration(milliseconds: duration ?? 0))"
    case .file: "File \(name), \(AttachmentText.size(bytes))"
    }
  }
}

extension TimelineItem {
  /// Its text in one line, or what its files are where it has no text.
  var line: Phrase {
    if isDeleted { return ChatBubble.placeholder }
    let first = String(text.prefix { !$0.isNewline }.prefix(200))
    if first.isEmpty, let brief = AttachmentBrief(attachments) { return brief.text }
    return Phrase(verbatim: first)
  }
}
