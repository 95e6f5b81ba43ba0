import AVFoundation
import Domain
import Foundation
import Observation
import ViewModels

/// Plays one voice note; what it shows is `VoicePlayback`.
@MainActor @Observable
final class VoicePlayer {
  private(set) var playback: VoicePlayback?
  private(set) var problem: Problem?
  @ObservationIgnored private var player: AVAudioPlayer?
  @ObservationIgnored private var follower: Task<Void, Never>?
  /// Seconds between two looks at where it stands.
  static let step = 0.1

  /// Begins as the note is before it is played, or goes on where it was paused.
  func play(_ url: URL, from start: VoicePlayback) {
    problem = nil
    do {
      let player = try self.player ?? open(url)
      var playback = self.playback ?? start
      playback.reached(playback.position, of: player.duration)
      playback.play()
      player.currentTime = playback.position
      player.rate = Float(playback.rate.rawValue)
      guard player.play() else { throw Refusal(.invalid, String(localized: "The voice message cannot be played.")) }
      self.playback = playback
      follow(player)
    } catch let refusal as Refusal {
      problem = Problem(refusal)
    } catch {
      problem = Problem(Refusal(.invalid, String(localized: "The voice message cannot be played.")))
    }
  }

  func pause() {
    follower?.cancel()
    player?.pause()
    playback?.pause()
  }

  func seek(to fraction: Double, from start: VoicePlayback) {
    var playback = self.playback ?? start
    playback.seek(to: fraction)
    player?.currentTime = playback.position
    self.playback = playback
  }

  func nextRate() {
    playback?.nextRate()
    if let playback { player?.rate = Float(playback.rate.rawValue) }
  }

  private func open(_ url: URL) throws -> AVAudioPlayer {
    // Also while the switch at the side is at silent: somebody has asked for it.
    try AVAudioSession.sharedInstance().setCategory(.playback)
    let player = try AVAudioPlayer(contentsOf: url)
    player.enableRate = true
    self.player = player
    return player
  }

  private func follow(_ player: AVAudioPlayer) {
    follower?.cancel()
    follower = Task { [weak self] in
      while !Task.isCancelled {
        guard let self, self.look(at: player) else { return }
        do {
          try await Task.sleep(for: .seconds(Self.step))
        } catch {
          // Paused.
          return
        }
      }
    }
  }

  /// Whether it still plays.
  private func look(at player: AVAudioPlayer) -> Bool {
    guard player.isPlaying else {
      playback?.ended()
      return false
    }
    playback?.reached(player.currentTime)
    return true
  }
}
