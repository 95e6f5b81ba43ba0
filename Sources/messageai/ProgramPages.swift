import Foundation

/// The memory that this program's own code takes.
enum ProgramPages {
  /// Gives back the pages of code that only starting needed: the kernel maps pieces of 64 KiB
  /// around each piece of code that runs, and keeps them. Code that runs again is mapped again from
  /// the file cache, without reading the disk. Does nothing where there is no `/proc`.
  static func giveBack() {
    #if os(Linux)
      guard let maps = FileManager.default.contents(atPath: "/proc/self/maps"),
        let program = Bundle.main.executableURL?.resolvingSymlinksInPath().path
      else { return }
      for line in String(decoding: maps, as: UTF8.self).split(separator: "\n") {
        // address range, rights, offset, device, inode, file. Executable and never written to: what
        // is in memory is what is in the file.
        let fields = line.split(separator: " ", maxSplits: 5, omittingEmptySubsequences: true)
        guard fields.count == 6, fields[1] == "r-xp", fields[5].drop(while: { $0 == " " }) == program else { continue }
        let bounds = fields[0].split(separator: "-").compactMap { UInt($0, radix: 16) }
        guard bounds.count == 2, bounds[0] < bounds[1] else { continue }
        madvise(UnsafeMutableRawPointer(bitPattern: bounds[0]), Int(bounds[1] - bounds[0]), Int32(MADV_DONTNEED))
      }
    #endif
  }
}
