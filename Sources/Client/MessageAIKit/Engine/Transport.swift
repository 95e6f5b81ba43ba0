/// A socket to the server. What happens to it comes back to the engine as events.
package protocol Transport: AnyObject {
  /// Opens a socket; answered by `.opened` or `.closed`.
  func connect()
  /// Sends one text frame; ignored when closed.
  func send(_ frame: [UInt8])
  /// Closes without a further event.
  func disconnect()
}
