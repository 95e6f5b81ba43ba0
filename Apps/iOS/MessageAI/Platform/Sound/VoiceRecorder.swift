import AVFoundation
import Domain
import Foundation
import Observation
import ViewModels

/// Records one voice note as AAC.
@MainActor @Observable
final class VoiceRecorder {
  /// What was recorded.
  struct Note {
    let url: URL
    let milliseconds: Int64
    /// How loud each moment was, from 0 to 1.
    let levels: [Double]
  }

  private(set) var isRecording = false
  private(set) var seconds = 0.0
  private(set) var problem: Problem?
  @ObservationIgnored private var recorder: AVAudioRecorder?
  @ObservationIgnored private var levels: [Double] = []
  @ObservationIgnored private var follower: Task<Void, Never>?
  /// Seconds between two looks at how loud it is.
  static let step = 0.1
  /// Decibels below the loudest that count as silence.
  static let silence = 50.0

  static let settings: [String: Any] = [
    AVFormatIDKey: kAudioFormatMPEG4AAC, AVSampleRateKey: 24_000.0, AVNumberOfChannelsKey: 1,
    AVEncoderBitRateKey: 32_000,
  ]

  /// Asks for the microphone where that is still to be asked, and begins.
  func start(_ url: URL) async {
    problem = nil
    guard await AVAudioApplication.requestRecordPermission() else {
      problem = Problem("MessageAI may not use the microphone. Allow it in the settings.", canRetry: false)
      return
    }
    do {
      try AVAudioSession.sharedInstance().setCategory(.playAndRecord)
      try AVAudioSession.sharedInstance().setActive(true)
      let recorder = try AVAudioRecorder(url: url, settings: Self.settings)
      recorder.isMeteringEnabled = true
      guard recorder.record(forDuration: Double(AttachmentRules.maximumDuration) / 1_000) else {
        throw Refusal(.invalid, String(localized: "The recording could not begin."))
      }
      self.recorder = recorder
      levels = []
      seconds = 0
      isRecording = true
      follow(recorder)
    } catch let refusal as Refusal {
      problem = Problem(refusal)
    } catch {
      problem = Problem(Refusal(.invalid, String(localized: "The recording could not begin.")))
    }
  }

  /// Ends the recording; `nil` when there is nothing in it.
  func finish() -> Note? {
    guard let recorder else { return nil }
    look(at: recorder)
    end(recorder)
    guard seconds > 0.3 else {
      recorder.deleteRecording()
      return nil
    }
    return Note(url: recorder.url, milliseconds: Int64(seconds * 1_000), levels: levels)
  }

  func discard() {
    guard let recorder else { return }
    end(recorder)
    recorder.deleteRecording()
  }

  func dismissProblem() {
    problem = nil
  }

  private func end(_ recorder: AVAudioRecorder) {
    follower?.cancel()
    recorder.stop()
    self.recorder = nil
    isRecording = false
  }

  private func follow(_ recorder: AVAudioRecorder) {
    follower?.cancel()
    follower = Task { [weak self] in
      while !Task.isCancelled {
        do {
          try await Task.sleep(for: .seconds(Self.step))
        } catch {
          // Ended.
          return
        }
        self?.look(at: recorder)
      }
    }
  }

  private func look(at recorder: AVAudioRecorder) {
    guard recorder.isRecording else { return }
    recorder.updateMeters()
    seconds = max(seconds, recorder.currentTime)
    levels.append(min(max(1 + Double(recorder.averagePower(forChannel: 0)) / Self.silence, 0), 1))
  }
}
