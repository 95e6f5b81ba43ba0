extension AIReceipt {
  /// What the names of a server's own engines begin with; their version follows.
  public static let onBoxFamily = "on-box "

  /// The server answered by itself, without a model.
  public var isOnBox: Bool { model.hasPrefix(Self.onBoxFamily) }
}
