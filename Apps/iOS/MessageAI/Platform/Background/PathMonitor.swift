import Foundation
import Network

/// Whether the device has a way to the network, told anew with each change: also from one network
/// to another.
struct PathMonitor: NetworkMonitoring {
  func changes() -> AsyncStream<Bool> {
    let (stream, continuation) = AsyncStream.makeStream(of: Bool.self, bufferingPolicy: .bufferingNewest(1))
    // Set up here, and then only told to stop.
    nonisolated(unsafe) let monitor = NWPathMonitor()
    monitor.pathUpdateHandler = { path in continuation.yield(path.status == .satisfied) }
    continuation.onTermination = { _ in monitor.cancel() }
    monitor.start(queue: DispatchQueue(label: "org.messageai.app.network"))
    return stream
  }
}
