/// Tells names in code, such as `user.profile.name`, from host names that end alike.
///
/// Only names that are made of everyday words of code pass. So there is no place in them for a word
/// of the sender's choice, neither for something to be carried off nor for a host of one's own.
enum CodePath {
  /// Whether the parts between the dots are a name in code. `labels` are not empty.
  static func isOne(_ labels: ArraySlice<ArraySlice<Unicode.Scalar>>) -> Bool {
    guard labels.count >= 3 else { return false }
    return labels.allSatisfy { label in
      let parts = words(of: label)
      return !parts.isEmpty && parts.count <= 3 && parts.allSatisfy(known.contains)
    }
  }

  /// "firstName" and "first_name" are "first" and "name". Empty for what is not plain ASCII
  /// letters.
  private static func words(of label: ArraySlice<Unicode.Scalar>) -> [String] {
    var words: [String] = []
    var current = ""
    var wasSmall = false
    for scalar in label {
      let isLarge = ("A"..."Z").contains(scalar)
      guard isLarge || ("a"..."z").contains(scalar) || scalar == "_" else { return [] }
      if scalar == "_" || isLarge && wasSmall, !current.isEmpty {
        words.append(current)
        current = ""
      }
      if scalar != "_" { current.unicodeScalars.append(scalar) }
      wasSmall = !isLarge && scalar != "_"
    }
    if !current.isEmpty { words.append(current) }
    return words.map { $0.lowercased() }
  }

  /// Endings that only hosts have are not among them.
  private static let known = Set(
    """
    account accounts action actions active address admin age alert all amount api application args array attributes auth
    author avatar background base body bold bool bottom bounds box buffer build button by bytes cache call callback cell
    cells center channel char child children class client clock code collection color colors column columns command
    comment component config configuration constants content contents context controller cookie cookies core count
    counter country created credentials currency current cursor customer data database date day day days debug default
    defaults delegate description detail details device dialog display document documents duration edit element elements
    email enabled end entity entries entry env environment error errors event events exports factory family field fields
    file files filter filters first flag flags folder font footer format frame full function get global group groups
    handler has hash head header headers height helper hidden history home host hour id ids image images index info init
    inner input inputs instance int internal is item items job jobs json key keys kind label language last layer layers
    layout left length level library limit line lines link links list listener local locale location lock log logger logs
    main manager map margin max menu message messages meta method min minute mode model models module month mouse name
    names network next node nodes notes number object objects offset old on open options order orders origin outer output
    owner package padding page pages panel params parent parser password path payload permissions person phone photo
    photos player plugin pointer points port position post posts previous price process product products profile
    progress project properties property props provider query queue range raw read ready reason record records ref
    region registry rendering repository request requests resource response result results right role roles root row
    rows runtime schedule schema scope score screen search second section select selected self send sender series server
    service services session sessions set settings shadow shape show size sizes sort source space start state states
    static status step store stories string style styles subject submit super support system tab table tabs tag tags
    target task tasks team template text theme this thread time timeout timer timestamp title to today token tokens tool
    tools top total touch track tree type types unit update url use user users util utils value values vector version
    vertical video view views visible weight width window windows with word words work worker write year zone
    """.split(whereSeparator: \.isWhitespace).map(String.init))
}
