import ColumnArchives
import Foundation
import SessionModels
import StructCoding

/// A tampered file, and the error that rejects it.
enum Refusal {
  static func lines(for sessions: [Session]) throws -> [String] {
    let good = try KeyedArchive.encode(sessions)
    let columns = try ColumnArchive.encode(sessions)
    return [
      "an event that claims to be an object of another class:",
      "  " + refusal(of: exchangingClassName(in: good)),
      "a file that lost its second half:",
      "  " + refusal(of: good.prefix(good.count / 2)),
      "a column archive that lost its last byte:",
      "  " + refusal { try ColumnArchive.decode([Session].self, from: columns.dropLast()) },
    ]
  }

  private static func refusal(of data: Data) -> String {
    refusal { try KeyedArchive.decode([Session].self, from: data) }
  }

  private static func refusal(reading: () throws -> [Session]) -> String {
    do {
      return "read as \(try reading().count) sessions"
    } catch {
      return "\(error)"
    }
  }

  /// Returns the archive with another class name of the same length for the events.
  private static func exchangingClassName(in archive: Data) -> Data {
    let name = Data(Event.archiveSchema.className.utf8)
    let other = Data("NSConcreteTask_OtherHelper".utf8)
    precondition(name.count == other.count, "an archive has no room for a longer name")
    var archive = archive
    if let range = archive.range(of: name) { archive.replaceSubrange(range, with: other) }
    return archive
  }
}
