import Domain
import ServerCore

extension MemoryData {
  func hasPassword(_ account: Int64) -> Bool { accounts[Int(account)].stored.passwordHash != nil }
  func holder(of identity: Identity) -> Int64? { linked[identity]?.account }

  func identities(of account: Int64) -> [AccountIdentity] {
    linked.filter { $0.value.account == account }.map { AccountIdentity($0.key, linkedAt: $0.value.at) }
      .sorted { $0.identity.issuer < $1.identity.issuer }
  }

  func insert(_ identity: Identity, of account: Int64, at time: Timestamp) { linked[identity] = (account, time) }

  func removeIdentity(of account: Int64, at issuer: String) {
    linked = linked.filter { $0.value.account != account || $0.key.issuer != issuer }
  }
}

extension MemoryStore {
  package func identities(of user: UserID) throws -> [AccountIdentity] {
    read { data in data.account(of: user).map { data.identities(of: $0.number) } ?? [] }
  }
}
