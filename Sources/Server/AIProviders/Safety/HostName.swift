/// Tells a host name without a scheme from other words with dots in them.
enum HostName {
  /// Whether `scalar` may be part of a host name or of the user name before one.
  static func isPart(_ scalar: Unicode.Scalar) -> Bool {
    scalar == "@" || isHostScalar(scalar)
  }

  /// Whether `word` begins like an address: `name@host.tld`, `host.tld/path`, `host.tld`,
  /// `1.2.3.4/path`. It begins with a run of parts; of what follows, the first two scalars count.
  static func isLink(_ word: ArraySlice<Unicode.Scalar>) -> Bool {
    var host = word
    var hasUser = false
    if let at = host.prefix(while: isPart).lastIndex(of: "@") {
      hasUser = at > host.startIndex
      host = host[(at + 1)...]
    }
    let name = host.prefix { isHostScalar($0) }
    let rest = host[name.endIndex...]
    let labels = name.split(separator: ".", omittingEmptySubsequences: false)
    // A dot at the end is the sentence's.
    let full = labels.last?.isEmpty == true ? labels.dropLast() : labels[...]
    guard full.count >= 2, full.allSatisfy({ !$0.isEmpty }), let last = full.last else { return false }
    let hasRest = rest.first.map { "/\\?#:".unicodeScalars.contains($0) } ?? false && rest.count > 1
    if full.count == 4, full.allSatisfy(isByte) { return hasRest || hasUser }
    let ending = LinkScanner.string(last).lowercased()
    guard isEnding(ending) else { return false }
    if !hasRest, !hasUser, CodePath.isOne(full) { return false }
    if hasUser || knownEndings.contains(ending) { return true }
    // `self.view.frame` is code: with an ending that no host has, nothing anywhere makes a link of
    // it.
    guard !fileEndings.contains(ending), TopLevelNames.contains(ending) else { return false }
    return hasRest || full.count >= 3
  }

  private static func isHostScalar(_ scalar: Unicode.Scalar) -> Bool {
    scalar == "." || scalar == "-" || scalar == "_" || scalar.properties.isAlphabetic
      || scalar.properties.numericType != nil
  }

  private static func isByte(_ label: ArraySlice<Unicode.Scalar>) -> Bool {
    UInt8(LinkScanner.string(label)) != nil
  }

  private static func isEnding(_ text: String) -> Bool {
    if text.hasPrefix("xn--") { return true }
    return text.unicodeScalars.count >= 2 && text.unicodeScalars.allSatisfy { $0.properties.isAlphabetic }
  }

  /// Endings that make a host name of two labels. Endings that are also words ("in", "is", "so")
  /// are left out.
  private static let knownEndings = words(
    """
    com net org info biz io dev app ai co xyz top site online store shop live page web zip mov cloud tech click link
    onion ru cn uk de fr eu nl pl ch jp kr br au ca tk ml ga cf gq gg ly cc tv ws pw icu lol fun vip club work works
    space website host press digital agency media network systems email social chat news blog wiki gov edu mil int
    example test invalid local localhost internal lan corp home arpa
    """)

  /// Endings of files and of code, which are no host names even with more dots or a path.
  private static let fileEndings = words(
    """
    js ts tsx jsx swift kt java json yml yaml xml html htm css txt pdf doc docx xls xlsx ppt pptx csv tsv png jpg jpeg
    gif svg log sql toml lock gz tar exe dll dmg ipa apk cpp hpp go rb php
    """)

  private static func words(_ text: String) -> Set<String> {
    Set(text.split(whereSeparator: \.isWhitespace).map(String.init))
  }
}
