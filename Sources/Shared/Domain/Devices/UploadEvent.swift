/// What becomes of a file on its way.
public enum UploadEvent: Hashable, Sendable {
  /// From 0 to 1.
  case progress(AttachmentID, Double)
  /// The server has answered with this HTTP status.
  case answered(AttachmentID, status: Int)
  /// The connection broke; `resume` goes on from where it was when `canResume`, else from the
  /// beginning.
  case interrupted(AttachmentID, canResume: Bool)
}
