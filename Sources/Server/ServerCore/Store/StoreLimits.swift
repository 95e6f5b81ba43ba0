/// What a store takes on: for one person, and in all. Whoever comes to a limit is refused with
/// words that name it.
package struct StoreLimits: Sendable {
  /// Conversations that one person may be in; beyond it nobody can start one with them or add them.
  package var conversationsPerUser: Int
  /// Groups of one maker that another person may be in, so that nobody can use up somebody's
  /// `conversationsPerUser` alone.
  package var groupsFromOnePerson: Int
  /// Bytes of text of one person's messages. Deleted messages do not count, nor do former texts of
  /// edited ones.
  package var textPerUser: Int64
  /// The same of all together.
  package var textInAll: Int64

  /// Bytes of one file.
  package var fileBytes: Int64
  /// Bytes of one person's files. Those of deleted messages do not count.
  package var filesPerUser: Int64
  /// The same of all together.
  package var filesInAll: Int64
  /// Uploads that one person begins in 24 hours.
  package var uploadsADay: Int

  package init(
    conversationsPerUser: Int = 5_000, groupsFromOnePerson: Int = 500, textPerUser: Int64 = 1 << 30,
    textInAll: Int64 = 64 << 30, fileBytes: Int64 = 25 << 20, filesPerUser: Int64 = 5 << 30,
    filesInAll: Int64 = 100 << 30, uploadsADay: Int = 1_000
  ) {
    self.conversationsPerUser = conversationsPerUser
    self.groupsFromOnePerson = groupsFromOnePerson
    self.textPerUser = textPerUser
    self.textInAll = textInAll
    self.fileBytes = fileBytes
    self.filesPerUser = filesPerUser
    self.filesInAll = filesInAll
    self.uploadsADay = uploadsADay
  }
}
