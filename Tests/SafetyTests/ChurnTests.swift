import Testing

extension Safety {
  @Suite("Members who come and go")
  struct ChurnTests {
    @Test(
      "hear nothing, and have no model read anything, that they may not read at that moment",
      arguments: Safety.isWhole ? [1, 2, 3] : [1] as [UInt64])
    func churn(_ seed: UInt64) async throws {
      let fixture = try ChurnFixture(seed: seed)
      for _ in 0..<300 { try await fixture.step() }
      #expect(fixture.asked > 100)
      #expect(fixture.passes > 20)
      #expect(fixture.model.requests.count > 200)
      #expect(fixture.dead.count > 20)
      #expect(fixture.living.count > 40)
    }
  }
}
