import ArchiveLogs
import Foundation
import Logging
import ServiceLifecycle
import StructCoding

// A service that logs what it does, until it is asked to end: `log-service FOLDER`, and `kill PROCESS` or Control-C.
// Then `archive log FOLDER` shows what it has logged.

@Archivable(className: "ServiceEvent")
struct ServiceEvent: Sendable {
  var time = Date()
  var name: String
  var number = 0
}

/// Closes the log when all services that write to it have ended.
struct LogService: Service {
  let log: ArchiveLog<ServiceEvent>

  func run() async throws {
    try? await gracefulShutdown()
    try await log.close()
  }
}

/// Something to log: the work of the service.
struct Worker: Service {
  let log: ArchiveLog<ServiceEvent>

  func run() async throws {
    let count = try await cancelWhenGracefulShutdown {
      var number = 0
      while !Task.isCancelled {
        try await log.append(ServiceEvent(name: "tick", number: number), until: .buffered)
        number += 1
        try? await Task.sleep(for: .milliseconds(10))
      }
      return number
    }
    try await log.append(ServiceEvent(name: "end", number: count), until: .synced)
  }
}

@main
struct Main {
  static func main() async throws {
    guard CommandLine.arguments.count == 2 else {
      print("usage: log-service FOLDER")
      exit(2)
    }
    let log = try ArchiveLog<ServiceEvent>(in: URL(fileURLWithPath: CommandLine.arguments[1]))
    if let recovery = log.recovery {
      print("cut off \(recovery.removedByteCount) bytes of \(recovery.segment.path)")
    }
    // Services end in the opposite order, so the log is closed last.
    let group = ServiceGroup(
      services: [LogService(log: log), Worker(log: log)], gracefulShutdownSignals: [.sigterm, .sigint],
      logger: Logger(label: "log-service"))
    try await group.run()
  }
}
