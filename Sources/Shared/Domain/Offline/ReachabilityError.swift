/// An error that may mean that the server could not be reached.
public protocol ReachabilityError: Error {
  /// Nobody has refused anything: the same may work once there is a connection.
  var meansUnreachable: Bool { get }
}

extension Error {
  /// Whether the server could not be reached.
  public var meansUnreachable: Bool { (self as? any ReachabilityError)?.meansUnreachable ?? false }
}
