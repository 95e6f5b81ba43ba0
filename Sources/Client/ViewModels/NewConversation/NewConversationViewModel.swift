import Domain
import Observation

/// Finding people and starting a conversation with them.
@MainActor @Observable
public final class NewConversationViewModel {
  public typealias State = ScreenState<[User]>

  /// Seconds from the last key to the search.
  public static let searchDelay = 0.25

  /// Before anything is typed the state is `.empty`.
  public private(set) var state: State = .empty
  public private(set) var query = ""
  /// In the order in which they were chosen.
  public private(set) var selection: [User] = []
  public private(set) var isCreating = false
  public private(set) var problem: Problem?
  /// Needed for more than one person.
  public var groupName = ""
  public let me: UserID
  @ObservationIgnored private let users: any UserRepository
  @ObservationIgnored private let conversations: any ConversationRepository
  @ObservationIgnored private let sleeper: any Sleeper
  @ObservationIgnored private var queries: AsyncStream<String>.Continuation?

  public init(
    me: UserID, users: any UserRepository, conversations: any ConversationRepository,
    sleeper: any Sleeper = ContinuousSleeper()
  ) {
    self.me = me
    self.users = users
    self.conversations = conversations
    self.sleeper = sleeper
  }

  /// Searches for what is typed until the task is cancelled. A newer query gives up the older one.
  public func run() async {
    let (stream, continuation) = AsyncStream.makeStream(of: String.self, bufferingPolicy: .bufferingNewest(1))
    queries = continuation
    if !query.isEmpty { continuation.yield(query) }
    var search: Task<Void, Never>?
    for await query in stream {
      search?.cancel()
      search = Task { await self.search(query) }
    }
    search?.cancel()
    queries = nil
  }

  public var needsName: Bool { selection.count > 1 }

  public var canCreate: Bool {
    guard !isCreating, !selection.isEmpty else { return false }
    return !needsName || !groupName.trimmingWhitespace.isEmpty
  }

  public func setQuery(_ query: String) {
    guard query != self.query else { return }
    self.query = query
    queries?.yield(query)
  }

  /// Searches once more for what is typed.
  public func retry() {
    queries?.yield(query)
  }

  /// Chooses a person, or takes the choice back.
  public func toggle(_ user: User) {
    if let index = selection.firstIndex(where: { $0.id == user.id }) {
      selection.remove(at: index)
    } else {
      selection.append(user)
    }
  }

  public func isSelected(_ user: User) -> Bool {
    selection.contains { $0.id == user.id }
  }

  /// The new conversation, or the direct one that was there already; `nil` when it was refused.
  public func create() async -> ConversationID? {
    guard canCreate else { return nil }
    isCreating = true
    problem = nil
    defer { isCreating = false }
    do {
      return try await CreateConversation(repository: conversations)(
        with: selection.map(\.id), name: groupName.trimmingWhitespace.isEmpty ? nil : groupName)
    } catch {
      problem = Problem(error)
      return nil
    }
  }

  private func search(_ query: String) async {
    let query = query.trimmingWhitespace
    guard !query.isEmpty else {
      state = .empty
      return
    }
    do {
      try await sleeper.sleep(seconds: Self.searchDelay)
      if state.content == nil { state = .loading }
      let found = try await users.searchUsers(query).filter { $0.id != me }
      guard !Task.isCancelled else { return }
      state = .content(found)
    } catch {
      guard !Task.isCancelled, let problem = Problem(error) else { return }
      state = .failed(problem)
    }
  }
}
