import HTTPTypes
import NIOCore
import NIOHTTPTypes

/// What a connection turned out to be with its first request.
enum ConnectionKind: Sendable {
  case http(NIOAsyncChannel<HTTPRequestPart, HTTPResponsePart>)
  case socket
}
