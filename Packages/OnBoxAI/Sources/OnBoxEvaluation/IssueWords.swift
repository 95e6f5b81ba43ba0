import OnBoxAI

/// The words that tell how pressing an issue is, by what they speak of. A star stands for any ending.
enum IssueWords {
  /// A family of words.
  struct Family: Sendable {
    let name: String
    private let words: TokenSet
    private let beginnings: [[UInt8]]

    init(_ name: String, _ text: String) {
      self.name = name
      let parts = text.split(whereSeparator: \.isWhitespace)
      words = TokenSet(parts.filter { $0.last != "*" }.joined(separator: " "))
      beginnings = parts.filter { $0.last == "*" }.map { Array($0.dropLast().utf8) }
    }

    func contains(_ token: ArraySlice<UInt8>) -> Bool {
      words.contains(TokenSet.hash(token)) || beginnings.contains { token.starts(with: $0) }
    }
  }

  static let families = [
    Family("typo", "typo typos misspell* misspelt spelling grammar wording whitespace whitespaces"),
    Family("documents", "doc docs document documentation readme javadoc javadocs comment comments wiki"),
    Family("logs", "log logs logging logged logger message messages debug"),
    Family("tests", "test tests testing junit flaky mockito assert assertj"),
    Family(
      "tidies",
      """
      refactor* cleanup clean rename renames unused redundant simplif* checkstyle deprecat* findbugs spotbugs minor
      trivial nit tuning lambda
      """),
    Family("improves", "improv* add adds support supports allow enhanc* option configurable should"),
    Family("upgrades", "upgrade upgrades upgrading update updates bump dependency dependencies"),
    Family(
      "security",
      """
      cve vulnerab* security inject injection exploit* privilege* credential* secret* password* leak* kerberos
      """),
    Family(
      "data",
      """
      corrupt* incorrect incorrectly wrong wrongly duplicat* lost loss inconsisten* missing miss misses calculation
      """),
    Family(
      "crashes",
      "npe nullpointer* null outofmemory* oom memory segfault sigsegv crash* exception exceptions overflow"),
    Family("fails", "fail* cannot can't unable doesn't broken break breaks breaking error errors invalid reject*"),
    Family(
      "hangs",
      """
      hang hangs hanging hung stuck deadlock* infinite forever block blocks blocked spin* starv* leak leaks leaking
      """),
    Family("performance", "performance degradation slow slower slowness regress* timeout timeouts"),
    Family("compatibility", "incompatib* compatib* break breaks breaking broke regression since after"),
    Family(
      "build",
      """
      docker* ci build builds maven mvn pom jenkins github commit precommit yetus compil* jdk java centos ubuntu
      debian windows arm aarch* fedora cmake surefire shaded
      """),
    Family("release", "release releases license* licence* notice gpg artifact artifacts branch backport*"),
    Family(
      "presses", "blocker blockers blocking urgent critical severe asap immediately production important must"),
  ]
  static let testNames = Family("names a test", "test* itest*")
  static let deeds = TokenSet("fix add remove update upgrade use improve make move replace support bump")
  static let packages = TokenSet("org java com sun javax")
  static let persons = TokenSet("i we")
  static let links = TokenSet("http https")
}
