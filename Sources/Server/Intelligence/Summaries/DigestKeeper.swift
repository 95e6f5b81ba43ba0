import Domain
import ServerCore

/// Makes digests by itself, for people who want one at a time of the day, and tells them of it.
///
/// A digest is its user's request like any other: it counts against what they may ask, and is
/// refused where the AI is off for them. Who makes one holds a lease; that it is made is committed
/// together with what tells of it. So a server that ends at any moment, and clocks that are put
/// forth or back, bring one a day and no more.
package final class DigestKeeper: Sendable {
  /// Seconds that one may take beyond the model's own time.
  private static let leaseSlack: Int64 = 120

  private let store: any WorkspaceStore
  private let reader: IntelligenceReader
  private let commands: any CommandPerformer
  private let online: OnlineSessions
  private let services: IntelligenceServices
  private let mailing: DigestMailing
  private let clock: any WallClock
  private let identifiers: any IdentifierSource
  private let random: @Sendable (Int) -> [UInt8]
  private let onPlanned: @Sendable () -> Void
  private let loop = BatchLoop(pollSeconds: 20)

  /// `onPlanned` is called when notifications are to be sent.
  package init(
    store: any WorkspaceStore, context: ServerContext, services: IntelligenceServices, mailing: DigestMailing,
    identifiers: any IdentifierSource, random: @escaping @Sendable (Int) -> [UInt8],
    onPlanned: @escaping @Sendable () -> Void
  ) {
    self.store = store
    self.services = services
    self.mailing = mailing
    self.identifiers = identifiers
    self.random = random
    self.onPlanned = onPlanned
    reader = IntelligenceReader(store: store, work: context.work)
    commands = context.gateway
    online = context.online
    clock = context.clock
  }

  /// Makes them from now on, until `stop`. Does nothing when the AI is off.
  package func start() {
    guard services.configuration.isOn else { return }
    loop.start { [self] in await runBatch() }
  }

  package func stop() async { await loop.stop() }

  /// Makes one. 0 when none is to be made now.
  @discardableResult
  package func runBatch() async -> Int {
    guard online.isKnown else { return 0 }
    do throws(Refusal) {
      let now = clock.now
      let due = try await reader.compute { [store] in
        try store.digestPlans().lazy.compactMap { plan in
          Rules.Digests.day(of: plan, at: now).map { (plan: plan, day: $0) }
        }.first
      }
      guard let due else { return 0 }
      let lease: DigestLease = identifiers.next()
      let time = Int64(services.configuration.modelDeadline.rounded(.up)) + Self.leaseSlack
      let user = due.plan.user
      try await perform(.begin(user: user, day: due.day, lease, until: now.adding(seconds: time)))
      try await make(due.plan, due.day, lease)
      return 1
    } catch {
      // A store that cannot be read now, or somebody else was first: the next look finds what is
      // due.
      return 0
    }
  }

  private func make(_ plan: DigestPlan, _ day: Int64, _ lease: DigestLease) async throws(Refusal) {
    let user = plan.user
    do throws(Refusal) {
      let id = AIOutputID(high: user.high, low: user.low ^ UInt64(bitPattern: day))
      let output = try await services.runner.admitted(user, to: .dailyDigest, asksModel: true) { _ throws(Refusal) in
        try await services.summaries.digest(for: user, id: id)
      }
      let delivery = output.points.isEmpty ? nil : try await delivery(output, plan)
      try await perform(.finish(user: user, day: day, lease, delivery))
      if delivery?.pushes.isEmpty == false { onPlanned() }
    } catch {
      // The AI is off for them, or they are gone: there is none today.
      guard error.code != .forbidden, error.code != .notFound else {
        return try await perform(.finish(user: user, day: day, lease, nil))
      }
      try await perform(.fail(user: user, day: day, lease))
    }
  }

  private func delivery(_ output: AIOutput, _ plan: DigestPlan) async throws(Refusal) -> DigestDelivery {
    let (user, now) = (plan.user, clock.now)
    let pushes = try await reader.compute { [self] in
      var notices = ReminderNotices(store: store, online: online, random: random, now: now)
      return try notices.pushes(.digest, nil, for: user)
    }
    // Its text is how much there is, and nothing that somebody has said.
    let reminder = Reminder(
      id: identifiers.next(), kind: .digest, state: .due, at: now, text: output.text, output: output.id, createdAt: now)
    return DigestDelivery(
      reminder: reminder, pushes: pushes, mail: plan.times.byMail ? try await mailing.letter(to: user, output) : nil)
  }

  private func perform(_ command: DigestCommand) async throws(Refusal) {
    _ = try await commands.perform(.intelligence(.digest(command)))
  }
}
