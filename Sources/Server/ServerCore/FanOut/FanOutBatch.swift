/// The frames of one commit group, gathered for each socket and handed over with one hop for each
/// event loop. Used under the sockets' lock only.
struct FanOutBatch {
  private var entriesByLoop: [Int: [SocketEntry]] = [:]
  private(set) var deliveries = 0

  mutating func add(_ frame: EncodedFrame, to entry: SocketEntry) {
    if entry.pending.isEmpty { entriesByLoop[entry.sink.loopIndex, default: []].append(entry) }
    entry.pending.append(frame)
    deliveries += 1
  }

  mutating func dispatch(on executor: any FanOutExecutor) {
    for (loopIndex, entries) in entriesByLoop {
      let writes = entries.map { entry in
        defer { entry.pending = [] }
        return (entry.sink, entry.pending)
      }
      executor.execute(loopIndex: loopIndex) {
        for (sink, frames) in writes { sink.send(frames, whenWritten: nil) }
      }
    }
  }
}
