import Domain

extension StoreTransaction {
  /// Loads what the command names, asks the rule, saves the change; the audit log hears nothing of
  /// it. Throws a `Refusal` before anything is saved, or what the database says.
  func perform(_ body: WriteCommand.Body, at time: Timestamp) throws -> CommandAnswer {
    switch body {
    case .message(let command): try perform(command, at: time)
    case .conversation(let command): try perform(command, at: time)
    case .member(let command): try perform(command, at: time)
    case .account(let command): try perform(command, at: time)
    case .session(let command): try perform(command, at: time)
    case .workspace(let command): try perform(command, at: time)
    case .retention(let command): try perform(command, at: time)
    case .feature(let command): try perform(command, at: time)
    case .model(let command): try perform(command, at: time)
    case .diagnostics(let command): try perform(command, at: time)
    case .intelligence(.pipeline(let command)): try perform(command, at: time)
    case .intelligence(.pass(let command)): try perform(command, at: time)
    case .intelligence(.insight(let command)): try perform(command, at: time)
    case .intelligence(.record(let command)): try perform(command, at: time)
    case .intelligence(.reminder(let command)): try perform(command, at: time)
    case .intelligence(.digest(let command)): try perform(command, at: time)
    case .intelligence(.opinion(let command)): try perform(command, at: time)
    case .intelligence(.priority(let command)): try perform(command, at: time)
    case .file(let command): try perform(command, at: time)
    case .mail(let command): try perform(command)
    case .push(let command): try perform(command, at: time)
    case .audit(let command): try perform(command, at: time)
    case .system(let command): try perform(command)
    }
  }

  private func perform(_ command: SystemCommand) throws -> CommandAnswer {
    switch command {
    case .putSecret(let name, let value):
      if let kept = try storedSecret(name) { return CommandAnswer(.secret(kept)) }
      try saveSecret(value, name: name)
      return CommandAnswer(.secret(value))
    case .replaceSecrets(let secrets):
      for (secret, value) in secrets { try saveSecret(value, name: secret.rawValue) }
      return CommandAnswer(.done, changes: [.tokensReplaced])
    case .probe:
      try probe()
      return .done
    }
  }

  /// Throws `notFound` when there is none.
  func conversation(_ id: ConversationID) throws -> LoadedConversation {
    guard let conversation = try loadedConversation(id) else { throw Refusal.notFound }
    return conversation
  }

  /// Has the feed's next revision taken.
  func advance(_ conversation: LoadedConversation) {
    markChanged(conversation)
    conversation.state.didAdvance()
  }
}
