import Domain
import Intelligence
import ServerCore

/// What the routes work with.
package struct RestServices: Sendable {
  let context: ServerContext
  let accounts: AccountService
  let reader: StoreReader
  let identifiers: any IdentifierSource
  let intelligence: IntelligenceServices
}
