/// Takes HTML out of text: tags, comments, and references to characters, which could hide either.
enum MarkupStripper {
  /// `text` with references like `&#104;` and `&colon;` written as what they stand for.
  static func withoutReferences(_ text: [Unicode.Scalar]) -> [Unicode.Scalar] {
    guard text.contains("&") else { return text }
    var result: [Unicode.Scalar] = []
    var index = 0
    while index < text.count {
      if text[index] == "&", let (scalar, next) = reference(text, index + 1) {
        result.append(scalar)
        index = next
      } else {
        result.append(text[index])
        index += 1
      }
    }
    return result
  }

  /// `text` without tags and comments. What a script, style or frame encloses goes with it. Words
  /// in angle brackets that are no element's name stay.
  static func withoutTags(_ text: [Unicode.Scalar]) -> [Unicode.Scalar] {
    guard text.contains("<") else { return text }
    var result: [Unicode.Scalar] = []
    var index = 0
    while index < text.count {
      guard text[index] == "<", let end = tagEnd(text, index) else {
        result.append(text[index])
        index += 1
        continue
      }
      index = end
    }
    return result
  }

  // MARK: Tags

  /// Past the end of the tag at `start`, enclosed content included; `nil` when it is no tag.
  private static func tagEnd(_ text: [Unicode.Scalar], _ start: Int) -> Int? {
    var index = start + 1
    guard index < text.count else { return nil }
    if text[index] == "!" || text[index] == "?" {
      if hasWord("!--", in: text, at: index) { return end(of: "-->", in: text, from: index) }
      return end(of: ">", in: text, from: index)
    }
    let isClosing = text[index] == "/"
    if isClosing { index += 1 }
    let name = LinkScanner.string(text[index...].prefix { isNameScalar($0) }).lowercased()
    let afterName = index + name.unicodeScalars.count
    guard isElement(name) else { return nil }
    if afterName < text.count, !" \t\n/>".unicodeScalars.contains(text[afterName]) { return nil }
    let end = closingBracket(text, from: afterName)
    guard !isClosing, enclosing.contains(name) else { return end }
    let closing = Self.end(of: "</\(name)", in: text, from: end)
    return closing < text.count ? Self.end(of: ">", in: text, from: closing) : closing
  }

  /// Past the `>` that closes a tag: one inside quotes does not, unless the quotes never close.
  /// Without any, the line's end.
  private static func closingBracket(_ text: [Unicode.Scalar], from start: Int) -> Int {
    var quote: Unicode.Scalar?
    for index in start..<text.count {
      let scalar = text[index]
      if scalar == quote {
        quote = nil
      } else if quote == nil, scalar == "\"" || scalar == "'" {
        quote = scalar
      } else if quote == nil, scalar == ">" {
        return index + 1
      }
    }
    if let bracket = text[start...].firstIndex(of: ">") { return bracket + 1 }
    return text[start...].firstIndex(of: "\n") ?? text.count
  }

  private static func end(of word: String, in text: [Unicode.Scalar], from start: Int) -> Int {
    guard start < text.count else { return text.count }
    let length = word.unicodeScalars.count
    for index in start..<text.count where hasWord(word, in: text, at: index) { return index + length }
    return text.count
  }

  private static func hasWord(_ word: String, in text: [Unicode.Scalar], at index: Int) -> Bool {
    var position = index
    for scalar in word.unicodeScalars {
      guard position < text.count, text[position].properties.lowercaseMapping == String(scalar) else { return false }
      position += 1
    }
    return true
  }

  private static func isNameScalar(_ scalar: Unicode.Scalar) -> Bool {
    scalar.isASCII && (scalar.properties.isAlphabetic || ("0"..."9").contains(scalar) || scalar == "-" || scalar == ":")
  }

  private static func isElement(_ name: String) -> Bool {
    elements.contains(name) || (name.contains("-") && name.first?.isLetter == true)
  }

  private static let enclosing: Set<String> = [
    "script", "style", "iframe", "noscript", "template", "svg", "math", "object", "noembed", "xmp",
  ]

  private static let elements: Set<String> = enclosing.union([
    "a", "abbr", "address", "applet", "area", "article", "aside", "audio", "b", "base", "bdi", "bdo", "big",
    "blockquote", "body", "br", "button", "canvas", "caption", "center", "cite", "code", "col", "colgroup", "data",
    "datalist", "dd", "del", "details", "dfn", "dialog", "dir", "div", "dl", "dt", "em", "embed", "fieldset",
    "figcaption", "figure", "font", "footer", "form", "frame", "frameset", "h1", "h2", "h3", "h4", "h5", "h6", "head",
    "header", "hr", "html", "i", "image", "img", "input", "ins", "kbd", "label", "legend", "li", "link", "main", "map",
    "mark", "marquee", "menu", "meta", "meter", "nav", "ol", "optgroup", "option", "output", "p", "param", "picture",
    "pre", "progress", "q", "rp", "rt", "ruby", "s", "samp", "section", "select", "slot", "small", "source", "span",
    "strike", "strong", "sub", "summary", "sup", "table", "tbody", "td", "textarea", "tfoot", "th", "thead", "time",
    "title", "tr", "track", "tt", "u", "ul", "use", "var", "video", "wbr",
  ])

  // MARK: References

  /// The scalar that the reference after an `&` stands for, and where it ends.
  private static func reference(_ text: [Unicode.Scalar], _ start: Int) -> (Unicode.Scalar, Int)? {
    guard start < text.count else { return nil }
    if text[start] == "#" { return number(text, start + 1) }
    let name = text[start...].prefix { $0.isASCII && $0.properties.isAlphabetic }
    guard let scalar = names[LinkScanner.string(name).lowercased()] else { return nil }
    let hasEnd = name.endIndex < text.count && text[name.endIndex] == ";"
    return hasEnd ? (scalar, name.endIndex + 1) : nil
  }

  private static func number(_ text: [Unicode.Scalar], _ start: Int) -> (Unicode.Scalar, Int)? {
    guard start < text.count else { return nil }
    let isHexadecimal = text[start] == "x" || text[start] == "X"
    let first = isHexadecimal ? start + 1 : start
    guard first <= text.count else { return nil }
    let digits = text[first...].prefix {
      isHexadecimal ? $0.properties.isASCIIHexDigit : ("0"..."9").contains($0)
    }
    guard !digits.isEmpty, let value = UInt32(LinkScanner.string(digits), radix: isHexadecimal ? 16 : 10) else {
      return nil
    }
    let hasEnd = digits.endIndex < text.count && text[digits.endIndex] == ";"
    return (Unicode.Scalar(value) ?? "\u{FFFD}", digits.endIndex + (hasEnd ? 1 : 0))
  }

  private static let names: [String: Unicode.Scalar] = [
    "amp": "&", "lt": "<", "gt": ">", "quot": "\"", "apos": "'", "nbsp": " ", "colon": ":", "sol": "/", "bsol": "\\",
    "period": ".", "tab": "\t", "newline": "\n", "lpar": "(", "rpar": ")", "lbrack": "[", "lsqb": "[", "rbrack": "]",
    "rsqb": "]", "num": "#", "commat": "@", "excl": "!", "quest": "?", "equals": "=", "percnt": "%", "grave": "`",
  ]
}
