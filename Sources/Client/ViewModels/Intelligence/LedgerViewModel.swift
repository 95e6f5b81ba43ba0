import Domain
import Foundation
import Observation

/// What text of mine went where.
@MainActor @Observable
public final class LedgerViewModel: LoadingModel {
  /// Newest first.
  public let loader: Loader<[LedgerEntry]>
  @ObservationIgnored private let intelligence: any IntelligenceRepository

  public init(
    intelligence: any IntelligenceRepository, connection: (any ConnectionRepository)? = nil,
    offline: OfflineContext? = nil
  ) {
    self.intelligence = intelligence
    loader = Loader(connection: connection, offline: offline)
  }

  public func load() async {
    await loader.load(kept: { try await $0.keptLedger()?.screen }) { ScreenState(try await intelligence.ledger()) }
  }

  /// Messages whose text left the server, over all entries.
  public var messagesSent: Int { (state.content ?? []).reduce(0) { $0 + $1.messagesSent } }

  /// In millionths of a US dollar, over all entries whose cost is known.
  public var cost: Int { (state.content ?? []).reduce(0) { $0 + ($1.cost ?? 0) } }

  /// Whether some of it was made by a model whose price nobody has told the server.
  public var hasUnknownCost: Bool { (state.content ?? []).contains { $0.cost == nil } }

  /// In US dollars; `nil` when nothing cost anything.
  public var costText: Phrase? {
    guard hasUnknownCost else { return cost == 0 ? nil : Self.text(ofCost: cost) }
    return cost == 0 ? Self.text(ofCost: nil) : "More than \(Self.text(ofCost: cost))"
  }

  /// In US dollars, or that nobody knows.
  public nonisolated static func text(ofCost cost: Int?) -> Phrase {
    guard let cost else { return "Unknown" }
    return Phrase(
      verbatim: (Double(cost) / 1_000_000).formatted(.currency(code: "USD").precision(.fractionLength(2...4))))
  }

  /// `summarizeUnread` reads as "Summarize unread".
  public static func name(of feature: String) -> String {
    var words = ""
    for character in feature {
      if character.isUppercase { words += " " }
      words += character.lowercased()
    }
    return words.prefix(1).uppercased() + words.dropFirst()
  }
}
