extension Member: Identifiable {
  public var id: UserID { user }
  public var isPresent: Bool { leftAt == nil }
}
