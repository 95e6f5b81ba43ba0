import Domain
import ServerCore

/// Spans as the JSON of OTLP 1.x (`ExportTraceServiceRequest`): ids in hexadecimal, 64-bit numbers
/// as text, enumerations as numbers.
struct OTLPTraces: Encodable {
  struct ResourceSpans: Encodable {
    let resource: Resource
    let scopeSpans: [ScopeSpans]
  }

  struct Resource: Encodable {
    let attributes: [Attribute]
  }

  struct ScopeSpans: Encodable {
    let scope: Scope
    let spans: [SpanBody]
  }

  struct Scope: Encodable {
    let name: String
  }

  struct Attribute: Encodable {
    let key: String
    let value: Value

    struct Value: Encodable {
      var stringValue: String?
      var intValue: String?
    }
  }

  struct Status: Encodable {
    /// 2 is an error, 0 says nothing.
    let code: Int
  }

  struct SpanBody: Encodable {
    let traceId: String
    let spanId: String
    let parentSpanId: String?
    let name: String
    let kind: Int
    let startTimeUnixNano: String
    let endTimeUnixNano: String
    let attributes: [Attribute]
    let status: Status
  }

  let resourceSpans: [ResourceSpans]

  init(_ spans: [Span]) {
    resourceSpans = Dictionary(grouping: spans, by: \.source).sorted { $0.key.name < $1.key.name }.map {
      source, spans in
      ResourceSpans(
        resource: Resource(attributes: [
          Attribute(key: "service.name", value: .init(stringValue: source.name)),
          Attribute(key: "service.version", value: .init(stringValue: source.version)),
        ]),
        scopeSpans: [ScopeSpans(scope: Scope(name: "messageai"), spans: spans.map(SpanBody.init))])
    }
  }
}

extension OTLPTraces.SpanBody {
  fileprivate init(_ span: Span) {
    self.init(
      traceId: span.context.trace.description, spanId: span.context.span.description,
      parentSpanId: span.parent?.description, name: span.name, kind: span.kind.rawValue,
      startTimeUnixNano: String(span.start), endTimeUnixNano: String(span.end),
      attributes: span.attributes.map { attribute in
        switch attribute.value {
        case .text(let text): .init(key: attribute.name, value: .init(stringValue: text))
        case .integer(let number): .init(key: attribute.name, value: .init(intValue: String(number)))
        }
      }, status: .init(code: span.hasFailed ? 2 : 0))
  }
}
