/// Turns Markdown's links and images into plain words.
struct MarkdownLinks {
  /// Addresses that may stay.
  let allowed: Set<String>
  private(set) var removedLinks = 0

  /// Labels and targets past these are taken as they are.
  private static let maximumLabel = 2_000
  private static let maximumTarget = 8_000

  init(allowed: Set<String>) {
    self.allowed = allowed
  }

  /// `[label](address)` becomes `label (address)` when the address may stay, else `label (link
  /// removed)`; images always become `label (image removed)`; `[label][name]` loses its name,
  /// `[name]: address` its brackets. Citation marks like `[3]` and `[3][4]` stay.
  mutating func replaced(_ text: [Unicode.Scalar]) -> [Unicode.Scalar] {
    guard text.contains("]") || text.contains("[") || text.contains("<") else { return text }
    var result: [Unicode.Scalar] = []
    var index = 0
    while index < text.count {
      if text[index] == "<", let (words, next) = autolink(text, index) {
        result += words
        index = next
        continue
      }
      let isImage = text[index] == "!" && index + 1 < text.count && text[index + 1] == "["
      if isImage || text[index] == "[", !isEscaped(text, index),
        let (words, next) = link(text, isImage ? index + 1 : index, isImage: isImage)
      {
        result += words
        index = next
        continue
      }
      result.append(text[index])
      // What is left of "](" belongs to no link; it shall not become one.
      if text[index] == "]", index + 1 < text.count, text[index + 1] == "(" { result.append(" ") }
      index += 1
    }
    return result
  }

  // MARK: Links

  private mutating func link(
    _ text: [Unicode.Scalar], _ start: Int, isImage: Bool
  ) -> ([Unicode.Scalar], Int)? {
    guard let labelEnd = closing("]", of: "[", text, start, limit: Self.maximumLabel) else { return nil }
    let label = Array(text[start + 1..<labelEnd])
    let next = labelEnd + 1
    guard next < text.count else { return nil }
    if text[next] == "(" {
      let end = closing(")", of: "(", text, next, limit: Self.maximumTarget)
      let target = text[next + 1..<(end ?? lineEnd(text, next))]
      return (words(label, address(target), isImage: isImage), end.map { $0 + 1 } ?? lineEnd(text, next))
    }
    if text[next] == ":", !isMark(label), isLineStart(text, start) { return (label, next) }
    guard text[next] == "[", let nameEnd = closing("]", of: "[", text, next, limit: Self.maximumLabel) else {
      return nil
    }
    if isMark(label), isMark(Array(text[next + 1..<nameEnd])) { return nil }
    return (words(label, nil, isImage: isImage), nameEnd + 1)
  }

  /// `<https://…>`, `<mail@host>` and `<https://…|label>`.
  private mutating func autolink(_ text: [Unicode.Scalar], _ start: Int) -> ([Unicode.Scalar], Int)? {
    let limit = min(text.count, start + Self.maximumTarget)
    guard let end = text[start..<limit].firstIndex(of: ">") else { return nil }
    let inside = text[start + 1..<end]
    guard !inside.isEmpty, !inside.contains("\n"), !inside.contains("<") else { return nil }
    let parts = inside.split(separator: "|", maxSplits: 1)
    guard let target = parts.first, let link = LinkScanner.links(in: Array(target)).first,
      link.range.lowerBound == 0
    else { return nil }
    let label = parts.count > 1 ? Array(parts[1]) : []
    return (words(label, LinkScanner.string(target), isImage: false), end + 1)
  }

  private mutating func words(_ label: [Unicode.Scalar], _ address: String?, isImage: Bool) -> [Unicode.Scalar] {
    let shown = isMark(label) ? ["["] + label + ["]"] : label
    if address == "" { return shown }
    let address = address ?? ""
    let note: String
    if isImage {
      removedLinks += 1
      note = "(image removed)"
    } else if allowed.contains(address) {
      if LinkScanner.string(label) == address || label.isEmpty { return Array(address.unicodeScalars) }
      note = "(\(address))"
    } else {
      removedLinks += 1
      note = "(link removed)"
    }
    return shown + (shown.isEmpty ? [] : [" "]) + Array(note.unicodeScalars)
  }

  /// The address in the brackets of a link: without angle brackets and title.
  private func address(_ target: ArraySlice<Unicode.Scalar>) -> String {
    var target = target.drop { $0.properties.isWhitespace }
    if target.first == "<" {
      target = target.dropFirst().prefix { $0 != ">" }
    } else {
      target = target.prefix { !$0.properties.isWhitespace }
    }
    return LinkScanner.string(target)
  }

  // MARK: Brackets

  /// The bracket that closes the one at `start`; escaped ones do not count.
  private func closing(
    _ close: Unicode.Scalar, of open: Unicode.Scalar, _ text: [Unicode.Scalar], _ start: Int, limit: Int
  ) -> Int? {
    var depth = 0
    var index = start
    while index < min(text.count, start + limit) {
      if text[index] == "\\" {
        index += 2
        continue
      }
      if text[index] == open { depth += 1 }
      if text[index] == close {
        depth -= 1
        if depth == 0 { return index }
      }
      index += 1
    }
    return nil
  }

  private func lineEnd(_ text: [Unicode.Scalar], _ start: Int) -> Int {
    text[start...].firstIndex(of: "\n") ?? text.count
  }

  private func isLineStart(_ text: [Unicode.Scalar], _ index: Int) -> Bool {
    text[..<index].last { $0 != " " } ?? "\n" == "\n"
  }

  private func isEscaped(_ text: [Unicode.Scalar], _ index: Int) -> Bool {
    index > 0 && text[index - 1] == "\\"
  }

  /// Whether a label is the number of a citation.
  private func isMark(_ label: [Unicode.Scalar]) -> Bool {
    !label.isEmpty && label.count <= 4 && label.allSatisfy { ("0"..."9").contains($0) }
  }
}
