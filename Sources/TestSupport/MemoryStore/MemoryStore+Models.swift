import ServerCore

extension MemoryData {
  func save(_ connection: StoredModelConnection?) { savedModel = connection }
}

extension MemoryStore: ModelConnectionStore {
  package func modelConnection() throws -> StoredModelConnection? { read { $0.savedModel } }
}
