import Domain

extension StoreTransaction {
  func perform(_ command: FeatureCommand, at time: Timestamp) throws -> CommandAnswer {
    switch command {
    case .change(let asker, let feature, let rollout):
      if let asker { try Rules.Workspaces.authorize(account(asker).profile) }
      try save(Rules.Features.validated(rollout), of: feature)
      return try settleFeatures()
    case .settle: return try settleFeatures()
    case .expose(let user, let feature, let isEnabled):
      try saveExposure(of: account(user).number, to: feature, isEnabled: isEnabled, at: time)
      return .done
    }
  }

  /// Gives everybody what the rollouts say.
  func settleFeatures() throws -> CommandAnswer {
    let rollouts = try rollouts()
    var answer = CommandAnswer.done
    for account in try allAccounts() {
      answer.changes += try save(Rules.Features.settle(account, rollouts), of: account).changes
    }
    return answer
  }
}
