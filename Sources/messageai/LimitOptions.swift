import ArgumentParser
import ServerCore

/// What the server takes on for one person, for one address and in all.
struct LimitOptions: ParsableArguments {
  @Option(help: "Conversations that one person may be in.")
  var conversationsPerUser = Environment.number("CONVERSATIONS_PER_USER") ?? StoreLimits().conversationsPerUser

  @Option(help: "Groups of one maker that another person may be in.")
  var groupsFromOnePerson = Environment.number("GROUPS_FROM_ONE_PERSON") ?? StoreLimits().groupsFromOnePerson

  @Option(help: "Megabytes of text that one person's messages may have.")
  var userSpace = Environment.number("USER_SPACE") ?? Int(StoreLimits().textPerUser >> 20)

  @Option(help: "Megabytes of text that all messages may have.")
  var space = Environment.number("SPACE") ?? Int(StoreLimits().textInAll >> 20)

  @Option(help: "Sockets that one user may have open.")
  var socketsPerUser = Environment.number("SOCKETS_PER_USER") ?? ServerLimits().socketsPerUser

  @Option(help: "Sockets that may be open from one address; does not count with --trust-proxy.")
  var socketsPerAddress = Environment.number("SOCKETS_PER_ADDRESS") ?? ServerLimits().socketsPerAddress ?? 1_000

  private static let variables = [
    "CONVERSATIONS_PER_USER", "GROUPS_FROM_ONE_PERSON", "USER_SPACE", "SPACE", "SOCKETS_PER_USER",
    "SOCKETS_PER_ADDRESS",
  ]

  func validate() throws {
    for name in Self.variables {
      try Environment.check(name, is: "a number of at least 1") {
        Int($0).map { (1...1_000_000_000).contains($0) } ?? false
      }
    }
    let values = [
      conversationsPerUser, groupsFromOnePerson, userSpace, space, socketsPerUser, socketsPerAddress,
    ]
    guard values.allSatisfy({ (1...1_000_000_000).contains($0) }) else {
      throw ValidationError("Limits are numbers of at least 1.")
    }
  }

  var store: StoreLimits {
    StoreLimits(
      conversationsPerUser: conversationsPerUser, groupsFromOnePerson: groupsFromOnePerson,
      textPerUser: Int64(userSpace) << 20, textInAll: Int64(space) << 20)
  }

  func apply(to limits: inout ServerLimits) {
    limits.socketsPerUser = socketsPerUser
    limits.socketsPerAddress = socketsPerAddress
  }
}
