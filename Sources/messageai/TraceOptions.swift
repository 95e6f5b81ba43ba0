import ArgumentParser
import ServerCore
import ServerHTTP
import Telemetry

/// Where traces go. Without an address nothing is traced.
struct TraceOptions: ParsableArguments {
  @Option(
    help: """
      The base address of what takes traces by OTLP over HTTP, such as http://127.0.0.1:4318. What it asks for in \
      headers is in the setting MESSAGEAI_OTLP_HEADERS or a file that MESSAGEAI_OTLP_HEADERS_FILE names.
      """)
  var otlpEndpoint = Environment.text("OTLP_ENDPOINT")

  @Option(help: "Which share of messages and requests is traced, from 0 to 1.")
  var traceShare = Environment.text("TRACE_SHARE").flatMap { Double($0) } ?? 0.01

  func validate() throws {
    guard TraceShare(traceShare) != nil else { throw ValidationError("--trace-share is 0 to 1.") }
  }

  /// Throws a sentence for people when something that was given is wrong.
  func exporter() throws -> OTLPExporter? {
    let headers = try Environment.secret("OTLP_HEADERS")
    guard let otlpEndpoint else { return nil }
    do throws(OTLPSettings.Problem) {
      return OTLPExporter(try OTLPSettings(endpoint: otlpEndpoint, headers: headers))
    } catch {
      throw CommandFailure(error.description)
    }
  }

  func apply(to configuration: inout ServerConfiguration) {
    if let share = TraceShare(traceShare) { configuration.traceShare = share }
  }
}
