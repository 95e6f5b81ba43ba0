import Foundation
import ShimFoundation

/// A language of the app: what is evaluated in `speak` reads as its String Catalog has it.
public struct Language: Sendable {
  private let catalog: TextCatalog

  /// `code` as in the catalog: `de`. Throws when there is no catalog at `url`.
  public init(_ code: String, catalog url: URL) throws {
    catalog = try TextCatalog(contentsOf: url, language: code)
  }

  @MainActor
  public func speak<Value>(_ body: @MainActor () async throws -> Value) async rethrows -> Value {
    try await TextCatalog.$current.withValue(catalog) { try await body() }
  }
}
