// Made from wire/features.json: change that and run `make wire`.

/// What admins can give to some people first, and take from all at once.
public enum Feature: String, Sendable, Codable, CaseIterable {
  /// The AI as a whole: without it, none of the others.
  case ai
  /// Work on new messages: what the sender of a message writes is read for tasks, decisions,
  /// meetings, urgency and meaning.
  case pipeline
  /// Summaries, catching up, digests.
  case summaries
  /// Answers to questions in search.
  case answers
  /// Search by meaning.
  case search
  /// Looking for tasks, decisions and meetings when asked.
  case extraction
  /// Times to meet.
  case scheduling
  /// What is urgent.
  case priorities
  /// The assistant.
  case assistant
  /// The language model that the owner has connected; without it the server's own answers.
  case model
  /// Reading of new messages by the connected model, for tasks, decisions, meetings and urgency,
  /// once their conversation is quiet.
  case modelPass
  /// Reminders before tasks are due, and at times that somebody names.
  case reminders
  /// A digest at a time that somebody chooses, in the app or by mail.
  case dailyDigest
}
