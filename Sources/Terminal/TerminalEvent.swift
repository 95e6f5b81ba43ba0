import Foundation

/// What wakes the terminal client up.
enum TerminalEvent: Sendable {
  case input([UInt8])
  case inputEnded
  /// Nothing has followed an escape.
  case escapePause
  case resized
  /// Something that the screen shows has changed.
  case changed
  case terminate
}

/// Signals as events, for as long as it lives.
final class SignalEvents {
  private var sources: [any DispatchSourceSignal] = []

  init(_ continuation: AsyncStream<TerminalEvent>.Continuation) {
    watch(SIGWINCH, .resized, continuation)
    for number in [SIGTERM, SIGHUP, SIGINT] { watch(number, .terminate, continuation) }
  }

  func cancel() {
    sources.forEach { $0.cancel() }
    sources = []
  }

  private func watch(
    _ number: Int32, _ event: TerminalEvent, _ continuation: AsyncStream<TerminalEvent>.Continuation
  ) {
    signal(number, SIG_IGN)
    let source = DispatchSource.makeSignalSource(signal: number, queue: .global())
    source.setEventHandler { continuation.yield(event) }
    source.resume()
    sources.append(source)
  }
}
