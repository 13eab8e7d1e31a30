import Foundation

enum Configuration: String {
  case debug, release
}

/// What a build takes.
struct Cost {
  /// Seconds by the clock on the wall.
  var elapsed: Double
  /// Seconds of all processors: that of the compiler, the macro's process and SwiftPM. It depends less on what else the
  /// machine does.
  var processor: Double
}

struct Failure: Error, CustomStringConvertible {
  let description: String
}

/// SwiftPM on one package.
struct Builder {
  let package: URL
  let scratch: URL

  func build(_ target: String, _ configuration: Configuration) throws -> (cost: Cost, output: String) {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = [
      "swift", "build", "--package-path", package.path(), "--scratch-path", scratch.path(), "-c",
      configuration.rawValue, "--target", target,
    ]
    let pipe = Pipe()
    process.standardOutput = pipe
    process.standardError = pipe
    let before = Self.processorTime()
    let clock = ContinuousClock()
    let start = clock.now
    try process.run()
    let output = String(decoding: pipe.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    let cost = Cost(
      elapsed: Self.seconds(clock.now - start), processor: Self.processorTime() - before)
    guard process.terminationStatus == 0 else { throw Failure(description: "\(target) failed:\n\(output)") }
    return (cost, output)
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

  private static func seconds(_ duration: Duration) -> Double {
    let (seconds, attoseconds) = duration.components
    return Double(seconds) + Double(attoseconds) / 1e18
  }
}
