/// What goes wrong with the local database itself. Refusals of operations are `Refusal`s.
package enum ClientStoreError: Error, Hashable {
  /// A stored value cannot be read back; the name of the value, never its content.
  case corrupted(String)
  /// The file was written by a newer version of the app.
  case tooNew
  /// The store has been closed.
  case closed
}
