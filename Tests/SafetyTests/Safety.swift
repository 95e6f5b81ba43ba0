import Testing

/// One suite after the other: those that compute for long would keep the threads from those that
/// wait for answers.
@Suite("Safety", .serialized)
enum Safety {}
