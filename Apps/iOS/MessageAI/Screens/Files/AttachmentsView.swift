import CoreGraphics
import Domain
import SwiftUI
import UIKit
import ViewModels

/// The files of a message: images in a grid, then voice notes and other files below each other.
struct AttachmentsView: View {
  @Environment(Session.self) private var session
  @State private var shown: Attachment?
  let attachments: [Attachment]
  /// How far those on their way are.
  let uploads: [AttachmentID: UploadProgress]

  var body: some View {
    VStack(alignment: .leading, spacing: 4) {
      ForEach(pairs) { pair in
        HStack(spacing: 4) {
          ForEach(pair.images) { tile($0, isAlone: images.count == 1) }
        }
      }
      ForEach(others) { file in
        Lasting {
          session.file(file, .original)
        } content: { model in
          if file.kind == .voice {
            VoiceRow(model: model, progress: uploads[file.id])
          } else {
            FileRow(model: model, progress: uploads[file.id])
          }
        }
      }
    }
    .frame(maxWidth: 280)
    .sheet(item: $shown) { image in
      Lasting {
        session.file(image, .original)
      } content: {
        ImageViewer(model: $0)
      }
    }
  }

  private struct Pair: Identifiable {
    let images: [Attachment]
    var id: AttachmentID? { images.first?.id }
  }

  private var images: [Attachment] { attachments.filter { $0.kind == .image } }
  private var others: [Attachment] { attachments.filter { $0.kind != .image } }

  private var pairs: [Pair] {
    stride(from: 0, to: images.count, by: 2).map { Pair(images: Array(images[$0..<min($0 + 2, images.count)])) }
  }

  private func tile(_ image: Attachment, isAlone: Bool) -> some View {
    Lasting {
      session.file(image, isAlone ? .large : .small)
    } content: { model in
      ImageTile(model: model, isAlone: isAlone, progress: uploads[image.id]) { shown = image }
    }
  }
}

/// One image of a message; its blurred form until it is loaded.
struct ImageTile: View {
  @Environment(Session.self) private var session
  let model: FileModel
  let isAlone: Bool
  let progress: UploadProgress?
  let show: @MainActor () -> Void

  var body: some View {
    Button {
      show()
    } label: {
      ZStack {
        Rectangle().fill(.fill.tertiary)
        if let picture {
          Image(uiImage: picture)
            .resizable()
            .scaledToFill()
        } else if model.problem != nil {
          Image(systemName: "photo.badge.exclamationmark")
            .font(.title2)
            .foregroundStyle(.secondary)
        }
        if let progress {
          ProgressView(value: progress.fraction)
            .padding(12)
            .accessibilityHidden(true)
        }
      }
      .aspectRatio(isAlone ? model.attachment.aspectRatio ?? 1 : 1, contentMode: .fit)
      .clipShape(RoundedRectangle(cornerRadius: 14, style: .continuous))
    }
    .buttonStyle(.plain)
    .task { await model.load() }
    .accessibilityLabel(model.attachment.spokenText.localized)
    .accessibilityHint("Shows it large")
    .accessibilityIdentifier("chat.image.\(model.attachment.id)")
  }

  private var picture: UIImage? {
    if let url = model.url, let image = session.pictures.picture(at: url) { return image }
    return model.attachment.preview.flatMap { UIImage.blurred($0) }
  }
}

/// A file of a message: fetched with a tap, then to be opened and handed on.
struct FileRow: View {
  let model: FileModel
  let progress: UploadProgress?

  var body: some View {
    HStack(spacing: 10) {
      Image(systemName: "doc")
        .font(.title3)
        .foregroundStyle(.secondary)
        .accessibilityHidden(true)
      VStack(alignment: .leading, spacing: 2) {
        Text(verbatim: model.attachment.name)
          .font(.subheadline)
          .lineLimit(2)
        detail
      }
      .accessibilityElement(children: .combine)
      Spacer(minLength: 8)
      action
    }
    .padding(.horizontal, 12)
    .padding(.vertical, 6)
    .background(.fill.tertiary, in: RoundedRectangle(cornerRadius: 14, style: .continuous))
  }

  @ViewBuilder private var detail: some View {
    if let progress {
      ProgressView(value: progress.fraction)
        .accessibilityHidden(true)
    } else if let problem = model.problem {
      Text(verbatim: problem.sentence.localized)
        .font(.caption)
        .foregroundStyle(.secondary)
    } else {
      Text(verbatim: model.attachment.detail())
        .font(.caption)
        .foregroundStyle(.secondary)
    }
  }

  @ViewBuilder private var action: some View {
    if let url = model.url {
      ShareLink(item: url) {
        Image(systemName: "square.and.arrow.up").touchTarget()
      }
      .accessibilityLabel("Share \(model.attachment.name)")
      .accessibilityIdentifier("chat.share.\(model.attachment.id)")
    } else if model.state == .loading {
      ProgressView()
    } else {
      Button {
        Task { await model.load() }
      } label: {
        Image(systemName: "arrow.down.circle").touchTarget()
      }
      .accessibilityLabel("Download \(model.attachment.name)")
      .accessibilityIdentifier("chat.download.\(model.attachment.id)")
    }
  }
}

extension UIImage {
  /// The small, blurred picture of a BlurHash; `nil` for anything else.
  static func blurred(_ hash: String) -> UIImage? {
    let side = 32
    guard var pixels = BlurHash(hash)?.pixels(width: side, height: side),
      let space = CGColorSpace(name: CGColorSpace.sRGB)
    else { return nil }
    let image = pixels.withUnsafeMutableBytes { bytes in
      CGContext(
        data: bytes.baseAddress, width: side, height: side, bitsPerComponent: 8, bytesPerRow: side * 4, space: space,
        bitmapInfo: CGImageAlphaInfo.noneSkipLast.rawValue)?.makeImage()
    }
    return image.map { UIImage(cgImage: $0) }
  }
}
