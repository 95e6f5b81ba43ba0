import ClientSync
import Domain
import Foundation
import ServerCore

/// A fresh store, and how its waiting commands are committed: one call commits and reports at least
/// one group.
package struct StoreUnderTest: Sendable {
  package let store: any ServerStore
  package let drain: @Sendable () -> Void

  package init(store: any ServerStore, drain: @escaping @Sendable () -> Void) {
    self.store = store
    self.drain = drain
  }
}

/// A promise of the contract that a store broke.
package struct ContractViolation: Error, CustomStringConvertible {
  package let description: String
}

/// What every implementation of `ServerStore` must do, as named cases that a test suite runs
/// against fresh stores.
package struct StoreContract: Sendable {
  package struct Case: Sendable, CustomStringConvertible {
    /// A sentence that says what is promised.
    package let name: String
    let check: @Sendable (StoreFixture) throws -> Void

    init(_ name: String, _ check: @escaping @Sendable (StoreFixture) throws -> Void) {
      self.name = name
      self.check = check
    }

    package var description: String { name }
  }

  /// Every promise.
  package static var cases: [Case] {
    messageCases + editCases + watermarkCases + conversationCases + membershipCases + accountCases + workspaceCases
      + sessionCases + pushCases + mailCases + auditCases + featureCases + modelCases + diagnosticsCases
      + retentionCases
      + overviewCases + exportCases + identityCases
      + feedCases + searchCases + accessCases + fileCases + intelligenceCases
  }

  /// What an `IntelligenceStore` promises.
  package static var intelligenceCases: [Case] {
    pipelineCases + passCases + insightCases + recordCases + intelligenceReadCases + reminderCases + priorityCases
  }

  /// Runs a case on a fresh store; throws a `ContractViolation` or what the store threw.
  package static func run(_ item: Case, on subject: StoreUnderTest) throws {
    let fixture = StoreFixture(subject)
    try item.check(fixture)
    subject.store.close()
  }
}

/// Throws unless the condition holds.
package func expect(_ condition: Bool, _ message: @autoclosure () -> String) throws {
  guard condition else { throw ContractViolation(description: message()) }
}

/// Throws unless both are equal.
package func expectEqual<Value: Equatable>(_ left: Value, _ right: Value, _ what: String = "") throws {
  guard left == right else { throw ContractViolation(description: "\(what): \(left) is not \(right)") }
}

/// The value; throws when there is none.
package func require<Value>(_ value: Value?, _ what: String = "value") throws -> Value {
  guard let value else { throw ContractViolation(description: "no \(what)") }
  return value
}

/// Random numbers that a seed replays.
package typealias SeededGenerator = SplitMix64
