#if os(Linux)
  import Foundation

  /// Measures the peak memory of decoding an archive, in a separate process.
  ///
  /// The child reads the file into memory, notes its resident size (`VmRSS`), resets the kernel's record of the peak
  /// by writing 5 to `/proc/self/clear_refs`, decodes, and reads the record (`VmHWM`). The difference is the memory
  /// that decoding took besides the archive, including the decoded values.
  enum PeakMemory {
    static let childOption = "--decode-and-report-peak"

    /// Returns the growth in bytes, as measured by a child process.
    static func ofDecoding(_ archive: Data, in format: ArchiveFormat) throws -> Int {
      let file = FileManager.default.temporaryDirectory
        .appendingPathComponent("structcoding-benchmark-\(ProcessInfo.processInfo.processIdentifier).archive")
      try archive.write(to: file)
      defer { try? FileManager.default.removeItem(at: file) }
      let arguments = [childOption, format.rawValue, file.path]
      let text = String(decoding: try Child.output(arguments), as: UTF8.self)
      guard let bytes = Int(text.filter(\.isNumber)) else { throw Child.Failure(arguments: arguments) }
      return bytes
    }

    /// Runs the measurement in the child process.
    static func runChild(_ format: ArchiveFormat, _ path: String) throws {
      let archive = try Data(contentsOf: URL(fileURLWithPath: path))
      let before = try status("VmRSS")
      try "5".write(toFile: "/proc/self/clear_refs", atomically: false, encoding: .utf8)
      let sessions = try format.decode(archive)
      let peak = try status("VmHWM")
      withExtendedLifetime((sessions, archive)) { print(peak - before) }
    }

    /// Returns a value of `/proc/self/status` in bytes.
    private static func status(_ name: String) throws -> Int {
      let text = try String(contentsOfFile: "/proc/self/status", encoding: .utf8)
      let line = text.split(separator: "\n").first { $0.hasPrefix(name + ":") } ?? ""
      return 1024 * (Int(line.filter(\.isNumber)) ?? 0)
    }
  }
#endif
