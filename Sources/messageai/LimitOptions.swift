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

  @Option(help: "Megabytes that one file may have.")
  var fileSize = Environment.number("FILE_SIZE") ?? Int(StoreLimits().fileBytes >> 20)

  @Option(help: "Megabytes that one person's files may have.")
  var userFiles = Environment.number("USER_FILES") ?? Int(StoreLimits().filesPerUser >> 20)

  @Option(help: "Megabytes that all files may have.")
  var files = Environment.number("FILES") ?? Int(StoreLimits().filesInAll >> 20)

  @Option(help: "Files that one person may upload in 24 hours.")
  var uploadsADay = Environment.number("UPLOADS_A_DAY") ?? StoreLimits().uploadsADay

  @Option(help: "Sockets that one user may have open.")
  var socketsPerUser = Environment.number("SOCKETS_PER_USER") ?? ServerLimits().socketsPerUser

  @Option(help: "Sockets that may be open from one address; does not count with --trust-proxy.")
  var socketsPerAddress = Environment.number("SOCKETS_PER_ADDRESS") ?? ServerLimits().socketsPerAddress ?? 1_000

  static let range = 1...1_000_000_000

  func validate() throws {
    try Environment.check(Setting.limits.map(\.name))
    let values = [
      conversationsPerUser, groupsFromOnePerson, userSpace, space, fileSize, userFiles, files, uploadsADay,
      socketsPerUser, socketsPerAddress,
    ]
    guard values.allSatisfy(Self.range.contains) else {
      throw ValidationError("Limits are numbers from 1 to 1,000,000,000.")
    }
  }

  var store: StoreLimits {
    StoreLimits(
      conversationsPerUser: conversationsPerUser, groupsFromOnePerson: groupsFromOnePerson,
      textPerUser: Int64(userSpace) << 20, textInAll: Int64(space) << 20, fileBytes: Int64(fileSize) << 20,
      filesPerUser: Int64(userFiles) << 20, filesInAll: Int64(files) << 20, uploadsADay: uploadsADay)
  }

  func apply(to limits: inout ServerLimits) {
    limits.socketsPerUser = socketsPerUser
    limits.socketsPerAddress = socketsPerAddress
  }
}
