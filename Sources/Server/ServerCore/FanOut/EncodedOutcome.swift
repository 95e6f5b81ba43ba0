import Domain
import WireProtocol

/// A commit outcome with its frames encoded, before the sockets' lock is taken.
struct EncodedOutcome {
  let socket: SocketID?
  let ref: Int64?
  /// What the origin's socket gets instead of the change itself.
  let answer: EncodedFrame?
  private(set) var changes: [EncodedChange]

  init(_ outcome: CommitOutcome) {
    var row: [UInt8]?
    if case .success(.message(let delta)) = outcome.result { row = delta.messages.first.map(FrameEncoder.message) }
    if case .socket(let socket, let ref, _)? = outcome.origin {
      self.socket = socket
      self.ref = ref
      answer = Self.answer(outcome.result, ref: ref, row: row)
    } else {
      socket = nil
      ref = nil
      answer = nil
    }
    let trace = outcome.origin?.trace?.fanOut
    changes = outcome.changes.map { EncodedChange($0, row: row, trace: trace) }
  }

  /// The same for a commit whose changes are told another way.
  var answerAlone: EncodedOutcome {
    var outcome = self
    outcome.changes = []
    return outcome
  }

  private static func answer(_ result: Result<CommitResult, Refusal>, ref: Int64, row: [UInt8]?) -> EncodedFrame? {
    switch result {
    case .failure(let refusal):
      return EncodedFrame(.error(ref: ref, refusal))
    case .success(.message(let delta)):
      guard delta.insights.isEmpty else { return EncodedFrame(.ack(ref: ref, delta)) }
      guard let row else { return nil }
      return EncodedFrame(
        json: FrameEncoder.ack(
          ref: ref, feed: delta.feed, fromRev: delta.fromRev, toRev: delta.toRev, messageRow: row))
    case .success:
      return nil
    }
  }
}

/// A change with its frame.
enum EncodedChange {
  case frame(EncodedFrame, audience: [UserID])
  case joined(ConversationID, [UserID])
  case gone(EncodedFrame, [UserID])
  case sessionsEnded([SessionID])
  case tokensReplaced

  /// `row` is the encoded message of the same outcome, spliced into a delta that carries just it.
  /// `trace` is what the message's receivers are told of its trace.
  init(_ change: FeedChange, row: [UInt8]?, trace: TraceContext?) {
    switch change {
    case .delta(let delta, let audience):
      self = .frame(Self.frame(delta, row: row, trace: trace), audience: audience)
    case .joined(let conversation, let users):
      self = .joined(conversation, users)
    case .gone(let feed, let users):
      self = .gone(EncodedFrame(.gone(feed)), users)
    case .sessionsEnded(let sessions):
      self = .sessionsEnded(sessions)
    case .tokensReplaced:
      self = .tokensReplaced
    }
  }

  private static func frame(_ delta: FeedDelta, row: [UInt8]?, trace: TraceContext?) -> EncodedFrame {
    let isOneMessage =
      delta.messages.count == 1 && delta.members.isEmpty && delta.insights.isEmpty && delta.conversation == nil
      && !delta.isReset
    guard isOneMessage, let row, let fromRev = delta.fromRev, let toRev = delta.toRev else {
      return EncodedFrame(.delta(delta))
    }
    return EncodedFrame(
      json: FrameEncoder.delta(feed: delta.feed, fromRev: fromRev, toRev: toRev, messageRow: row, trace: trace))
  }
}
