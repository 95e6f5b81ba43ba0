import AIProviders
import Domain
import Foundation
import ServerCore

/// Who people are. Synchronous: call it where the store may be read.
package struct PeopleDirectory: Sendable {
  let store: any ServerStore

  /// The user's own, or GMT when they have set none or one that this machine does not know.
  package func timeZone(of user: UserID) throws -> TimeZone {
    try self.user(user)?.timeZone.flatMap(TimeZone.init(identifier:)) ?? .gmt
  }

  /// `nil` for nobody.
  package func user(_ user: UserID) throws -> User? {
    do {
      return try store.user(user)
    } catch let refusal as Refusal where refusal.code == .notFound {
      return nil
    }
  }

  /// Whether the feature reaches the user; it reaches whoever is gone.
  package func has(_ feature: Feature, _ user: UserID) throws -> Bool {
    do {
      return try store.profile(user).has(feature)
    } catch let refusal as Refusal where refusal.code == .notFound {
      return true
    }
  }

  package func profile(_ user: UserID) throws -> Profile {
    try store.profile(user)
  }

  /// Display names, no two alike: those of the members, and for others (who have left) those of
  /// their accounts.
  package func names(of users: some Sequence<UserID>, members: [Member]) throws -> Names {
    var names = Names()
    for member in members { names.add(member.name, for: member.user) }
    for user in users where !names.has(user) { names.add(try self.user(user)?.name ?? "Somebody", for: user) }
    return names
  }
}

/// Display names that tell people apart, as texts of the AI may hold them.
package struct Names: Sendable {
  private var byUser: [UserID: String] = [:]
  private var byName: [String: UserID] = [:]

  package init() {}

  package func has(_ user: UserID) -> Bool { byUser[user] != nil }

  package subscript(user: UserID) -> String { byUser[user] ?? "Somebody" }

  /// Whose display name it is.
  package func user(named name: String) -> UserID? { byName[name] }

  /// In the order of their names.
  var all: [(user: UserID, name: String)] {
    byName.sorted { $0.key < $1.key }.map { ($0.value, $0.key) }
  }

  /// All words of all names, as questions are cut into words.
  var words: Set<String> { byName.keys.reduce(into: []) { $0.formUnion(QuestionWords.content($1)) } }

  /// A name as texts of the AI may hold it: nothing invisible, and nothing that a client would make
  /// a link of.
  static func plain(_ name: String) -> String {
    let visible = InvisibleText.stripped(name).split(whereSeparator: \.isWhitespace).joined(separator: " ")
    guard ModelOutputGuard(sources: [:]).label(visible) != visible else {
      return visible.isEmpty ? "Somebody" : visible
    }
    // A name like "ada.moreau" loses its dot, not its letters.
    let words = visible.split { !$0.isLetter && !$0.isNumber && $0 != "-" && $0 != "'" }
    return words.isEmpty ? "Somebody" : words.joined(separator: " ")
  }

  /// The second of two namesakes becomes "Ada 2".
  package mutating func add(_ name: String, for user: UserID) {
    guard byUser[user] == nil else { return }
    let plain = Self.plain(name)
    var unique = plain
    var number = 2
    while byName[unique] != nil {
      unique = "\(plain) \(number)"
      number += 1
    }
    byUser[user] = unique
    byName[unique] = user
  }
}
