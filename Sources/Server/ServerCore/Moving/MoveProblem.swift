/// Why a workspace cannot be moved, in words for whoever wants to.
package enum MoveProblem: Error, Equatable, CustomStringConvertible, Sendable {
  /// There is no workspace where it should come from.
  case missing(String)
  /// A server, or another move, uses it.
  case inUse(String)
  /// Its tables are those of an earlier version.
  case older(String)
  /// Its tables are those of a later version.
  case newer(String)
  /// The target has something already.
  case occupied(String)
  /// The target has what an unfinished move of another workspace left.
  case otherMove(String)
  /// The source is itself what an unfinished move left.
  case unfinished(String)
  /// The target is not what the source is.
  case different(table: String, row: Int64)
  /// The target does not take a row.
  case refused(table: String, reason: String)
  case unusable(String, reason: String)

  package var description: String {
    switch self {
    case .missing(let place): "There is no workspace in \(place)."
    case .inUse(let place): "A server is using \(place). Stop it first: nobody may use a workspace while it moves."
    case .older(let place):
      "\(place) was last used by an earlier version. Start the server of this version on it once; then move it."
    case .newer(let place): "\(place) was used by a later version of MessageAI. Use that version, or a later one."
    case .occupied(let place): "\(place) is in use already: it is not empty. Name another one; nothing was changed."
    case .otherMove(let place):
      "\(place) holds what an unfinished move of another workspace left. Use --start-over to discard that."
    case .unfinished(let place):
      "\(place) holds a part of a workspace only: the move to it has not finished. Run that again."
    case .different(let table, let row):
      """
      The target is not the same as the source: row \(row) of the table \(table) differs. Somebody used the source \
      since the move began, or a database is damaged. Move it again with --start-over.
      """
    case .refused(let table, let reason): "The target does not take a row of the table \(table): \(reason)."
    case .unusable(let place, let reason): "\(place) cannot be used: \(reason)."
    }
  }
}
