import ServerCore
import Testing

@Suite("An encoded frame")
struct EncodedFrameTests {
  @Test("is a whole unmasked text frame of RFC 6455", arguments: [0, 1, 125, 126, 127, 65_535, 65_536, 70_000])
  func header(size: Int) {
    let json = [UInt8](repeating: 0x61, count: size)
    let bytes = EncodedFrame(json: json).bytes
    let length: [UInt8] =
      switch size {
      case 0...125: [UInt8(size)]
      case 126...65_535: [126, UInt8(size / 256), UInt8(size % 256)]
      default: [127, 0, 0, 0, 0, 0, UInt8(size / 65_536), UInt8(size / 256 % 256), UInt8(size % 256)]
      }
    #expect(bytes == [0x81] + length + json)
  }
}
