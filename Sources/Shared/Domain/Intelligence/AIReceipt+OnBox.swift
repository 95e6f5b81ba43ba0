extension AIReceipt {
  /// What the names of a server's own engines begin with; their version follows.
  public static let onBoxFamily = "on-box "

  /// Whether what bears this name is a server's own engine, and no model.
  public static func isOnBox(_ model: String) -> Bool { model.hasPrefix(onBoxFamily) }
}
