/// The result of applying a delta.
package enum ApplyResult: Hashable, Sendable {
  /// The rows are in and the cursor stands at the delta's end.
  case applied
  /// Nothing that moves the cursor was in it; newer rows, if any, are in.
  case stale
  /// Rows between `cursor` and the delta are missing: pull from `cursor`.
  case gap(cursor: Int64)
  /// Applied, but the count of unread messages before the window is no longer known: pull from 0.
  case needsWindow
}
