import Domain

extension StoreTransaction {
  func perform(_ command: PushCommand, at time: Timestamp) throws -> CommandAnswer {
    switch command {
    case .subscribe(let user, let session, let device):
      let account = try account(user)
      try Rules.Push.checkSession(isOpen: isOpen(session, of: account.number))
      // Nothing was planned while there was nobody to tell.
      if try !hasPushDevices() { try save(newestPushMark()) }
      try save(device, of: session, account: account.number, at: time)
    case .unsubscribe(let session): try removePushDevice(of: session, at: time)
    case .plan(let planned, let mark):
      for push in planned { try insert(push, at: time) }
      try save(mark)
    case .start(let ids): for id in ids { try startPush(id, at: time) }
    case .settle(let settlements):
      for settlement in settlements {
        let session = settlement.losesDevice ? try sessionOfPush(settlement.id) : nil
        try save(settlement, at: time)
        if let session { try removePushDevice(of: session, at: time) }
      }
    case .interrupt: try interruptPushes(at: time)
    case .forget(let limit): try forgetPushes(before: limit, at: time)
    }
    return .done
  }

  /// Its device gets nothing more.
  func close(_ session: SessionID, at time: Timestamp) throws {
    try end(session, at: time)
    try removePushDevice(of: session, at: time)
  }
}
