/// Who else may have a database's workspace open.
package enum StoreSharing: Sendable {
  /// Nobody; nor may the database have another workspace.
  case alone
  /// Others that share it too.
  case shared
  /// Whoever likes to: for who only reads.
  case reading
}
