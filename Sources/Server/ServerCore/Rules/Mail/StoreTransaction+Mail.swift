import Domain

extension StoreTransaction {
  func perform(_ command: MailCommand) throws -> CommandAnswer {
    switch command {
    case .queue(let mail): try insert(mail)
    case .settle(let settlements): for settlement in settlements { try save(settlement) }
    case .forget(let limit): try forgetMails(before: limit)
    }
    return .done
  }
}
