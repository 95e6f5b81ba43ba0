import Hummingbird
import NIOCore

/// What Hummingbird tells the responder of a request besides the request.
struct RestContext: InitializableFromSource {
  let channel: any Channel

  init(source: ApplicationRequestContextSource) {
    channel = source.channel
  }
}
