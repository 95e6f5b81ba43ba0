import Foundation

/// How long the disk itself takes to make a small write durable.
enum DiskProbe {
  /// Appends 4 KiB and flushes, again and again, in a file of the folder.
  static func flushTimes(in folder: URL, repetitions: Int = 300) throws -> Percentiles {
    let path = folder.appending(path: "flush-probe").path
    let file = open(path, O_CREAT | O_WRONLY | O_TRUNC, 0o600)
    guard file >= 0 else { throw BenchError.system("open") }
    defer {
      close(file)
      unlink(path)
    }
    let block = [UInt8](repeating: 0x5A, count: 4_096)
    var times = Percentiles()
    for _ in 0..<repetitions {
      guard write(file, block, block.count) == block.count else { throw BenchError.system("write") }
      let start = ContinuousClock.now
      #if os(Linux)
        let result = fdatasync(file)
      #else
        let result = fsync(file)
      #endif
      guard result == 0 else { throw BenchError.system("fdatasync") }
      times.add(ContinuousClock.now - start)
    }
    return times
  }
}
