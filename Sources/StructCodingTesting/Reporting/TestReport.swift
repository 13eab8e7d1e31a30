internal import ArchiveBytes
internal import XCTest

#if canImport(Testing)
  internal import Testing
#endif

/// Passes failures of assertions to the framework that runs the test.
package enum TestReport {
  /// Collects failures instead of a framework; set while the assertions themselves are tested.
  @TaskLocal private static var log: Log?

  /// Records a failure at the caller's line: as an issue in a test of Swift Testing, as a failure of XCTest otherwise.
  static func fail(_ message: String, at place: TestPlace) {
    if let log { return log.add(message) }
    #if canImport(Testing)
      if Test.current != nil {
        let location = SourceLocation(
          fileID: "\(place.fileID)", filePath: "\(place.filePath)", line: Int(place.line),
          column: Int(place.column))
        Issue.record(Comment(rawValue: message), sourceLocation: location)
        return
      }
    #endif
    XCTFail(message, file: place.filePath, line: place.line)
  }

  /// Returns the messages of the failures in `body`, which no framework sees.
  package static func failures(of body: () throws -> Void) rethrows -> [String] {
    let log = Log()
    try $log.withValue(log, operation: body)
    return log.messages
  }

  private final class Log: Sendable {
    private let list = Locked<[String]>([])
    var messages: [String] { list.withLock { $0 } }
    func add(_ message: String) { list.withLock { $0.append(message) } }
  }
}
