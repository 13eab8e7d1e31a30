import Foundation
import StructCoding

/// The program of the README.
enum ReadmeProgram {
  // README program
  @Archivable
  struct Session: Equatable {
    var startTime: Date
    var tags: [String] = []
  }
  // END

  static func run() throws -> [String] {
    let printed = PrintedLines()
    func print(_ items: Any...) { printed.printAll(items) }
    // README program
    let sessions = [
      Session(startTime: Date(timeIntervalSince1970: 0), tags: ["open"]), Session(startTime: .now),
    ]
    let keyed = try KeyedArchive.encode(sessions)  // the bytes of Apple's keyed archive
    let columns = try ColumnArchive.encode(sessions)  // fast, small, and readable in part
    print(try KeyedArchive.decode([Session].self, from: keyed) == sessions)
    print(try ColumnArchive(columns).values(at: Session.path.tags))
    print(sessions.encoded.decoded == sessions)  // objects of the nested class, for any NSCoder
    // END
    return printed.lines
  }
}
