import Foundation

enum Configuration: String {
  case debug, release
}

struct Failure: Error, CustomStringConvertible {
  let description: String
}

/// Runs SwiftPM on one package.
struct Builder {
  let package: URL
  let scratch: URL

  /// Builds a target.
  ///
  /// - Returns: The processor time in seconds of the compiler, the macro's process and SwiftPM, which depends less on
  ///   other work of the machine than wall-clock time; and the printed output.
  func build(_ target: String, _ configuration: Configuration) throws -> (seconds: Double, output: String) {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = [
      "swift", "build", "--package-path", package.path(percentEncoded: false), "--scratch-path",
      scratch.path(percentEncoded: false), "-c", configuration.rawValue, "--target", target,
    ]
    let pipe = Pipe()
    process.standardOutput = pipe
    process.standardError = pipe
    let before = Self.processorTime()
    try process.run()
    let output = String(decoding: pipe.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    let seconds = Self.processorTime() - before
    guard process.terminationStatus == 0 else { throw Failure(description: "\(target) failed:\n\(output)") }
    return (seconds, output)
  }

  /// Returns the processor time of the processes that have ended, including those they started.
  private static func processorTime() -> Double {
    var usage = rusage()
    #if canImport(Glibc)
      getrusage(__rusage_who_t(RUSAGE_CHILDREN.rawValue), &usage)
    #else
      getrusage(RUSAGE_CHILDREN, &usage)
    #endif
    func seconds(_ time: timeval) -> Double { Double(time.tv_sec) + Double(time.tv_usec) / 1e6 }
    return seconds(usage.ru_utime) + seconds(usage.ru_stime)
  }
}
