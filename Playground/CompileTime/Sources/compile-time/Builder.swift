import Foundation

enum Configuration: String {
  case debug, release
}

struct Failure: Error, CustomStringConvertible {
  let description: String
}

/// SwiftPM on one package.
struct Builder {
  let package: URL
  let scratch: URL

  /// Builds a target.
  ///
  /// - Returns: How many seconds the processors worked on it: those of the compiler, of the macro's process and of
  ///   SwiftPM. That depends less on what else the machine does than the clock on the wall. And what was printed.
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

  /// What the processes that have ended took, those that they started included.
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
