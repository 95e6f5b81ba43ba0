import Domain
import HTTPTypes
import HummingbirdCore
import NIOCore
import ServerCore

/// How one file is answered: what of it, and what browsers may do with it.
struct FileAnswer {
  let content: FileService.Content
  let headers: HTTPFields

  /// `read` gives the bytes of a range as they are asked for.
  func response(_ read: @escaping @Sendable (Range<Int64>) -> FilePieces) -> RestResponse {
    let tag = "\"\(content.key.name)\""
    var fields: HTTPFields = [.eTag: tag, .acceptRanges: "bytes"]
    // Asked for each time, so that it ends with the session and with the right to read.
    fields[.cacheControl] = "private, no-cache"
    fields[.contentSecurityPolicy] = "default-src 'none'; sandbox"
    fields[.crossOriginResourcePolicy] = "same-origin"
    fields[.contentDisposition] = disposition
    if let known = headers[.ifNoneMatch], ServedBytes.matches(known, tag) {
      return RestResponse(status: 304, headers: fields)
    }
    let wanted = headers[.ifRange].map { $0 == tag } ?? true ? headers[.range] : nil
    switch ByteRange.read(wanted, size: content.size) {
    case .whole: return answer(200, 0..<content.size, fields, read)
    case .part(let range):
      fields[.contentRange] = "bytes \(range.lowerBound)-\(range.upperBound - 1)/\(content.size)"
      return answer(206, range, fields, read)
    case .none:
      fields[.contentRange] = "bytes */\(content.size)"
      fields[.contentDisposition] = nil
      return RestResponse(status: 416, headers: fields)
    }
  }

  private func answer(
    _ status: Int, _ range: Range<Int64>, _ fields: HTTPFields,
    _ read: @escaping @Sendable (Range<Int64>) -> FilePieces
  ) -> RestResponse {
    var answer = RestResponse(status: status, contentType: content.type, headers: fields)
    answer.stream = ResponseBody(contentLength: Int(range.count)) { writer in
      for try await piece in read(range) { try await writer.write(ByteBuffer(bytes: piece)) }
      try await writer.finish(nil)
    }
    return answer
  }

  /// What was decoded here, and voice notes, are shown in the page; everything else is a download.
  private var disposition: String {
    switch content.file.attachment.kind {
    case .image, .voice: "inline; filename*=UTF-8''\(escapedName)"
    case .file: "attachment; filename*=UTF-8''\(escapedName)"
    }
  }

  private var escapedName: String {
    var escaped = ""
    for byte in content.file.attachment.name.utf8 {
      switch byte {
      case 48...57, 65...90, 97...122, UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"):
        escaped.unicodeScalars.append(Unicode.Scalar(byte))
      default:
        let digits = String(byte, radix: 16, uppercase: true)
        escaped += byte < 16 ? "%0\(digits)" : "%\(digits)"
      }
    }
    return escaped
  }
}

/// What of a file is asked for (RFC 9110, section 14). Several ranges at once are answered whole.
enum ByteRange: Equatable {
  case whole
  case part(Range<Int64>)
  /// Nothing of the file is in the range.
  case none

  static func read(_ header: String?, size: Int64) -> ByteRange {
    guard let header, header.hasPrefix("bytes="), !header.contains(",") else { return .whole }
    let ends = header.dropFirst(6).split(separator: "-", omittingEmptySubsequences: false).map {
      String($0).trimmingWhitespace
    }
    guard ends.count == 2, ends.allSatisfy({ $0.utf8.allSatisfy { (48...57).contains($0) } }) else { return .whole }
    let (first, last) = (Int64(ends[0]), Int64(ends[1]))
    if let first {
      guard ends[1].isEmpty || (last ?? 0) >= first else { return .whole }
      return first < size ? .part(first..<min((last ?? size - 1), size - 1) + 1) : .none
    }
    guard ends[0].isEmpty, let last else { return .whole }
    return last > 0 && size > 0 ? .part(max(0, size - last)..<size) : .none
  }
}
