/// Signs that stand in pages for Apple's symbols, which are not here.
enum Symbols {
  private static let glyphs: [(name: String, glyph: String)] = [
    ("bubble.left.and", "💬"), ("bubble", "💬"), ("text.bubble", "💬"), ("sparkles", "✦"), ("wand", "✧"), ("gear", "⚙"),
    ("square.and.pencil", "✎"), ("pencil", "✎"), ("magnifyingglass", "⌕"), ("chevron.down", "⌄"), ("chevron", "›"),
    ("checkmark.circle", "✓"), ("checkmark.seal", "✓"), ("checkmark", "✓"), ("checklist", "☑"),
    ("circle.lefthalf", "◐"), ("circle", "○"),
    ("clock.arrow", "↺"), ("clock", "◷"), ("calendar", "▦"), ("exclamationmark", "⚠"), ("questionmark", "?"),
    ("info", "ⓘ"), ("archivebox", "▤"), ("pin", "📌"), ("bell.slash", "🔕"), ("bell", "🔔"), ("person.2", "👥"),
    ("person.3", "👥"), ("person", "👤"), ("photo", "🖼"), ("arrow.up.circle", "⬆"), ("arrow.up.arrow.down", "⇅"),
    ("arrow.uturn", "↩"),
    ("arrowshape.turn", "↩"), ("arrow.clockwise", "↻"), ("xmark", "✕"), ("trash", "🗑"), ("ellipsis", "⋯"),
    ("plus", "+"),
    ("minus", "−"), ("lock", "🔒"), ("key", "⚿"), ("wifi", "⌁"), ("bolt", "⌁"), ("iphone", "▯"), ("desktop", "▭"),
    ("globe", "◍"), ("moon", "☾"), ("sun", "☀"), ("paintbrush", "◐"), ("list", "☰"), ("doc", "▤"),
    ("hand.thumbsup", "👍"),
    ("hand.thumbsdown", "👎"), ("square.and.arrow", "⇪"), ("star", "★"), ("flag", "⚑"), ("tray", "▤"),
    ("text.magnifyingglass", "⌕"),
    ("text", "≡"), ("laptopcomputer", "▭"), ("hand.raised", "✋"),
    ("brain", "✦"), ("cpu", "▣"), ("shield", "⛨"), ("eye", "◉"), ("paperplane", "➤"), ("link", "⛓"), ("door", "⎋"),
    ("rectangle.portrait.and.arrow", "⎋"), ("line.3", "≡"), ("slider", "≡"), ("envelope", "✉"),
  ]

  static func glyph(_ name: String) -> String {
    glyphs.first { name.hasPrefix($0.name) }?.glyph ?? "◆"
  }
}
