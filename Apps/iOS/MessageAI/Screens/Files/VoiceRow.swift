import Domain
import SwiftUI
import ViewModels

/// A voice note of a message.
struct VoiceRow: View {
  let model: FileModel
  let progress: UploadProgress?

  var body: some View {
    VoiceControls(
      id: "\(model.attachment.id)", start: VoicePlayback(model.attachment), wave: model.attachment.wave,
      spokenText: model.attachment.spokenText, problem: model.problem, progress: progress
    ) {
      await model.load()
      return model.url
    }
  }
}

/// What plays a voice note: play, wave form, how far, how fast.
struct VoiceControls: View {
  @State private var player = VoicePlayer()
  /// Ends the identifiers.
  let id: String
  /// As the note is before it is played.
  let start: VoicePlayback
  let wave: String?
  let spokenText: Phrase
  var problem: Problem?
  var progress: UploadProgress?
  /// Nothing is heard while something else uses the sound.
  var isSilent = false
  /// Where its bytes are, once they are here.
  let load: @MainActor () async -> URL?

  private static let bars = 32

  var body: some View {
    HStack(spacing: 8) {
      Button {
        Task { await toggle() }
      } label: {
        Image(systemName: playback.isPlaying ? "pause.circle.fill" : "play.circle.fill")
          .font(.title)
          .touchTarget()
      }
      .accessibilityLabel(playback.isPlaying ? "Pause" : "Play")
      .disabled(isSilent)
      .accessibilityValue(spokenText.localized)
      .accessibilityIdentifier("chat.voice.\(id)")
      VStack(alignment: .leading, spacing: 2) {
        waveForm
        status
      }
      Button {
        player.nextRate()
      } label: {
        Text(verbatim: playback.rate.text)
          .font(.caption.weight(.semibold))
          .monospacedDigit()
          .touchTarget()
      }
      .accessibilityLabel("Speed")
      .accessibilityValue(playback.rate.text)
      .accessibilityIdentifier("chat.voiceRate.\(id)")
    }
    .padding(.horizontal, 8)
    .padding(.vertical, 4)
    .background(.fill.tertiary, in: RoundedRectangle(cornerRadius: 14, style: .continuous))
    .onDisappear { player.pause() }
    .onChange(of: isSilent) {
      if isSilent { player.pause() }
    }
  }

  private var playback: VoicePlayback { player.playback ?? start }

  private var waveForm: some View {
    HStack(alignment: .center, spacing: 2) {
      ForEach(bars) { bar in
        Button {
          player.seek(to: Double(bar.id) / Double(Self.bars), from: start)
        } label: {
          RoundedRectangle(cornerRadius: 1)
            .fill(Double(bar.id) < playback.fraction * Double(Self.bars) ? Color.accentColor : Color.secondary)
            .frame(width: 3, height: 4 + 20 * bar.height)
        }
        .buttonStyle(.plain)
      }
    }
    .frame(height: 24)
    .accessibilityHidden(true)
  }

  @ViewBuilder private var status: some View {
    if let progress {
      ProgressView(value: progress.fraction)
        .accessibilityHidden(true)
    } else if let problem = problem ?? player.problem {
      Text(verbatim: problem.sentence.localized)
        .font(.caption)
        .foregroundStyle(.secondary)
    } else {
      Text(verbatim: playback.timeText)
        .font(.caption)
        .monospacedDigit()
        .foregroundStyle(.secondary)
    }
  }

  private struct Bar: Identifiable {
    let id: Int
    let height: Double
  }

  private var bars: [Bar] {
    VoicePlayback.bars(wave, count: Self.bars).enumerated().map { Bar(id: $0, height: $1) }
  }

  private func toggle() async {
    if playback.isPlaying { return player.pause() }
    guard let url = await load() else { return }
    player.play(url, from: start)
  }
}
