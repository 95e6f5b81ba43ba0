import Domain

extension StoreTransaction {
  func perform(_ command: ModelCommand, at time: Timestamp) throws -> CommandAnswer {
    switch command {
    case .connect(let connection, let percentage):
      try Rules.Workspaces.authorize(account(connection.setBy).profile)
      var connection = try Rules.Models.validated(connection)
      connection.setAt = time
      var answer = CommandAnswer.done
      if let percentage {
        var rollout = try rollouts()[.model] ?? FeatureRollout(percentage: Feature.model.defaultPercentage)
        rollout.percentage = percentage
        try save(Rules.Features.validated(rollout), of: .model)
        answer = try settleFeatures()
      }
      try save(connection)
      return answer
    case .disconnect(let asker):
      try Rules.Workspaces.authorize(account(asker).profile)
      try save(nil as StoredModelConnection?)
      return .done
    }
  }
}
