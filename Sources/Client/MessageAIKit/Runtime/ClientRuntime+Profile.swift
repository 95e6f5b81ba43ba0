import Domain

extension ClientRuntime {
  /// The profile in the store while its user's session is kept, else `nil`: as it is now and after
  /// each change of either.
  func observeProfile() -> AsyncStream<Profile?> {
    AsyncStream(bufferingPolicy: .bufferingNewest(1)) { continuation in
      let task = Task { [store, keeper] in
        await withTaskGroup(of: Void.self) { group in
          let shown = Shown { continuation.yield($0) }
          group.addTask { for await user in keeper.user.stream() { await shown.set(user: user) } }
          group.addTask {
            for await profile in store.observeProfile() { await shown.set(profile: profile) }
            // The store is closed.
            await shown.finish()
            continuation.finish()
          }
          await group.waitForAll()
        }
      }
      continuation.onTermination = { _ in task.cancel() }
    }
  }
}

/// Joins the session's user and the store's profile.
private actor Shown {
  private let show: @Sendable (Profile?) -> Void
  private var user: UserID??
  private var profile: Profile??
  private var last: Profile??

  init(_ show: @escaping @Sendable (Profile?) -> Void) {
    self.show = show
  }

  func set(user: UserID?) {
    self.user = .some(user)
    update()
  }

  func set(profile: Profile?) {
    self.profile = .some(profile)
    update()
  }

  func finish() {
    profile = nil
  }

  private func update() {
    guard let user, let profile else { return }
    let value = profile?.id == user ? profile : nil
    guard last != .some(value) else { return }
    last = .some(value)
    show(value)
  }
}
