import ArchiveDocuments
import Foundation
import ParquetExport
import StructCoding

// The code blocks of the page `FromLogsToAnEngine.md`. `print` is caught, as for the other pages.

enum ToEngines {
  // ENGINES types
  @Archivable(className: "ShopEvent")
  struct Event: Equatable {
    var time: Date
    var tag: String
    var seconds: Double?
  }

  @Archivable(className: "ShopSession")
  struct Session: Equatable {
    var startTime: Date
    var account: String
    var status: Int16 = 200
    var events: [Event] = []
  }
  // END

  /// What each block prints, in the order of the page.
  static func run(_ folder: URL) throws -> [[String]] {
    // ENGINES logs
    let logs = folder.appendingPathComponent("logs")
    try FileManager.default.createDirectory(at: logs, withIntermediateDirectories: true)

    let midnight = try Date("2026-11-20T00:00:00Z", strategy: .iso8601)
    for day in 0..<3 {
      let sessions = (0..<1_440).map { minute in
        let start = midnight + Double(86_400 * day + 60 * minute)
        return Session(
          startTime: start, account: "account \(minute * 7 % 11)", status: minute % 97 == 0 ? 500 : 200,
          events: [
            Event(time: start + 1, tag: "open", seconds: Double(minute % 8) / 4),
            Event(time: start + 2.5, tag: minute % (day + 2) == 0 ? "buy" : "close"),
          ])
      }
      try ColumnArchive.encode(sessions).write(to: logs.appendingPathComponent("\(day).column"))
    }
    // END
    return [try export(folder, logs), try write(folder, logs), refused(folder)]
  }

  private static func export(_ folder: URL, _ logs: URL) throws -> [String] {
    let printed = PrintedLines()
    func print(_ items: Any...) { printed.printAll(items) }
    // ENGINES export
    let parquet = folder.appendingPathComponent("parquet")
    let byDay = ParquetPartitioning("day(startTime)")!
    let options = ParquetOptions(rowGroupSize: 360)
    for day in 0..<3 {
      let archive = try ColumnArchive(contentsOf: logs.appendingPathComponent("\(day).column"))
      let parts = try ParquetExport.write(
        archive, partitionedBy: byDay, named: "part-\(day)", to: parquet, options: options)
      for part in parts { print(part.path, part.report.rowCount, part.report.rowGroupCount) }
    }
    // END
    return printed.lines
  }

  private static func write(_ folder: URL, _ logs: URL) throws -> [String] {
    let printed = PrintedLines()
    func print(_ items: Any...) { printed.printAll(items) }
    // ENGINES write
    let writer = try ParquetWriter<Event>(to: folder.appendingPathComponent("events.parquet"))
    for day in 0..<3 {
      let archive = try ColumnArchive(contentsOf: logs.appendingPathComponent("\(day).column"))
      for session in try archive.elements(of: Session.self) where session.status < 500 {
        try writer.append(contentsOf: session.events)
      }
    }
    try writer.append(Event(time: Date(timeIntervalSinceReferenceDate: 800_000_000 + 1 / 3), tag: "end"))
    let report = try writer.close()
    print(report.rowCount, report.roundedCounts)
    // END
    return printed.lines
  }

  // ENGINES basket
  @Archivable(className: "ShopBasket")
  struct Basket {
    var account: String
    var folder: Folder
  }

  @Archivable(className: "ShopFolder")
  struct Folder {
    var name: String
    var folders: [Folder] = []
  }
  // END

  private static func refused(_ folder: URL) -> [String] {
    let printed = PrintedLines()
    func print(_ items: Any...) { printed.printAll(items) }
    // ENGINES refused
    do {
      _ = try ParquetWriter<Basket>(to: folder.appendingPathComponent("baskets.parquet"))
    } catch {
      print(error)
    }
    // END
    return printed.lines
  }

  /// What the page reads back, after an engine has written it.
  static func back(_ folder: URL) throws -> [String] {
    let printed = PrintedLines()
    func print(_ items: Any...) { printed.printAll(items) }
    // ENGINES back
    let lines = try Data(contentsOf: folder.appendingPathComponent("slow.jsonl"))
    let slow = try lines.split(separator: UInt8(ascii: "\n")).map { line in
      try ArchiveBootstrap.decode(Session.self, from: line)
    }
    print(slow.count, slow[0].account, slow[0].startTime.formatted(.iso8601), slow[0].events[0].seconds ?? 0)
    // END
    return printed.lines
  }
}
