// Apple's names.
// swift-format-ignore-file: AlwaysUseLowerCamelCase

import Foundation

public let AVFormatIDKey = "AVFormatIDKey"
public let AVSampleRateKey = "AVSampleRateKey"
public let AVNumberOfChannelsKey = "AVNumberOfChannelsKey"
public let AVEncoderBitRateKey = "AVEncoderBitRateKey"
public let kAudioFormatMPEG4AAC: UInt32 = 0x6161_6320

open class AVAudioSession: NSObject, @unchecked Sendable {
  public struct Category: Hashable, Sendable {
    let name: String
    public static let playback = Category(name: "playback")
    public static let playAndRecord = Category(name: "playAndRecord")
  }

  private static let session = AVAudioSession()
  open class func sharedInstance() -> AVAudioSession { session }
  open func setCategory(_ category: Category) throws {}
  open func setActive(_ active: Bool) throws {}
}

open class AVAudioApplication: NSObject {
  /// For tests: what the person answers.
  nonisolated(unsafe) public static var allowsRecording = true
  open class func requestRecordPermission() async -> Bool { allowsRecording }
}

public struct AVMediaType: RawRepresentable, Hashable, Sendable {
  public let rawValue: String
  public init(rawValue: String) { self.rawValue = rawValue }
  public static let video = AVMediaType(rawValue: "vide")
}

open class AVCaptureDevice: NSObject {
  /// For tests: what the person answers.
  nonisolated(unsafe) public static var allowsVideo = true
  open class func requestAccess(for mediaType: AVMediaType) async -> Bool { allowsVideo }
}

/// Plays nothing: a test moves `currentTime` and ends it. A file of no bytes cannot be played.
open class AVAudioPlayer: NSObject {
  /// For tests: the last that was made.
  nonisolated(unsafe) public static weak var latest: AVAudioPlayer?

  open var currentTime: TimeInterval = 0
  open var duration: TimeInterval { 10 }
  open var enableRate = false
  open var rate: Float = 1
  public private(set) var isPlaying = false

  public init(contentsOf url: URL) throws {
    super.init()
    guard try !Data(contentsOf: url).isEmpty else { throw CocoaError(.fileReadCorruptFile) }
    Self.latest = self
  }

  @discardableResult open func play() -> Bool {
    isPlaying = true
    return true
  }

  open func pause() { isPlaying = false }
  open func stop() { isPlaying = false }
}

/// Records nothing: its file says `sound`, and a test moves `currentTime`.
open class AVAudioRecorder: NSObject {
  /// For tests: the last that was made.
  nonisolated(unsafe) public static weak var latest: AVAudioRecorder?

  public let url: URL
  public let settings: [String: Any]
  open var isMeteringEnabled = false
  open var currentTime: TimeInterval = 0
  public private(set) var isRecording = false

  public init(url: URL, settings: [String: Any]) throws {
    self.url = url
    self.settings = settings
    super.init()
    Self.latest = self
  }

  open func record(forDuration duration: TimeInterval) -> Bool {
    isRecording = FileManager.default.createFile(atPath: url.path, contents: Data("sound".utf8))
    return isRecording
  }

  open func stop() { isRecording = false }

  @discardableResult open func deleteRecording() -> Bool {
    do {
      try FileManager.default.removeItem(at: url)
      return true
    } catch {
      return false
    }
  }

  open func updateMeters() {}
  open func averagePower(forChannel channelNumber: Int) -> Float { -25 }
}
