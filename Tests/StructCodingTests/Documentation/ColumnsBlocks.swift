import Foundation
import StructCoding

// The code blocks of the page on column archives.

enum Columns {
  typealias Session = FirstProgram.Session

  static func roundTrip(_ sessions: [Session]) throws -> [Session] {
    // COLUMNS columns
    let data = try ColumnArchive.encode(sessions)
    let back = try ColumnArchive.decode([Session].self, from: data)
    // END
    return back
  }

  static func readParts(_ url: URL) throws -> [String] {
    let printed = PrintedLines()
    func print(_ items: Any...) { printed.printAll(items) }
    let sessions = FirstProgram.sample
    // TOUR+COLUMNS parts
    try ColumnArchive.encode(sessions).write(to: url, options: .atomic)

    let archive = try ColumnArchive(contentsOf: url)
    print(archive.count, "sessions")
    print(try archive.elements(of: Session.self, in: 1..<2) == [sessions[1]])
    print(try archive.values(at: Session.path.events.eventTag))
    print(try archive.values(of: String.self, at: "events.eventTag"))
    // END
    return printed.lines
  }

  static func filter() throws -> [String] {
    let printed = PrintedLines()
    func print(_ items: Any...) { printed.printAll(items) }
    let archive = try ColumnArchive(ColumnArchive.encode(FirstProgram.sample))
    // COLUMNS columns, filters
    let open = try archive.elements(where: Session.path.endTime == nil)
    let order = try archive.positions(sortedBy: Session.path.startTime, order: .reverse)
    print(open.count, order)
    // END
    return printed.lines
  }

  static func append(_ url: URL) throws -> [String] {
    let printed = PrintedLines()
    func print(_ items: Any...) { printed.printAll(items) }
    let sessions = FirstProgram.sample
    // COLUMNS columns, appending
    let writer = try ColumnArchiveWriter<Session>(appendingTo: url)
    try writer.append(contentsOf: sessions)
    try writer.append(sessions[0])
    try writer.close()

    try ColumnArchive(contentsOf: url).forEachBatch(of: Session.self) { batch in
      print(batch.count)
    }
    // END
    return printed.lines
  }

  static func read(_ data: Data) throws -> [Int] {
    // COLUMNS columns, limits
    let limits = ArchiveLimits(maximumDecodedSize: 1 << 30)
    let numbers = try ColumnArchive.decode([Int].self, from: data, options: .init(limits: limits))
    // END
    return numbers
  }
}

enum Evolution {
  // COLUMNS evolution
  @Archivable(className: "Place")
  struct FirstPlace {
    var latitude: Float
    var note: String
  }

  @Archivable(className: "Place")
  struct Place {
    @Stored("lat", formerly: "latitude") var latitude: Double
    var height: Double?
    var visits = 1
  }
  // END

  static func run() throws -> [String] {
    let printed = PrintedLines()
    func print(_ items: Any...) { printed.printAll(items) }
    // COLUMNS evolution
    let old = try ColumnArchive.encode([FirstPlace(latitude: 52.5, note: "home")])
    let place = try ColumnArchive.decode([Place].self, from: old)[0]
    print(place.latitude, place.height as Any, place.visits)
    // END
    return printed.lines
  }
}
