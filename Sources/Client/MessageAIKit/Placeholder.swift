import AsyncHTTPClient
import NIOWebSocket
import NIOSSL
