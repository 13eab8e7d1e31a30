import Foundation
import GRDB
import StructCoding

/// Stores places in a database, and reads them; then reads rows of an older release, and one that is damaged.
@main
struct PlaceRows {
  static func main() throws {
    let database = try DatabaseQueue()
    try database.write { database in
      try database.create(table: "place") { table in
        table.primaryKey("id", .integer)
        table.column("name", .text).notNull()
        table.column("visit", .blob).notNull()
        table.column("rating", .integer).indexed()
      }
      for id in 1...1_000 {
        try Place(id: Int64(id), name: "place \(id)", visit: visit(id)).insert(database)
      }
    }
    let best = try database.read { database in
      try Place.filter(Column("rating") == 5).order(Column("name")).fetchAll(database)
    }
    print("\(best.count) of 1000 places have the best rating, the first is \(best[0].name)")
    guard best.allSatisfy({ $0.visit == visit(Int($0.id)) }) else { throw Failure.otherContent }

    // What a release before `notes` and `rating` stored.
    let old = try KeyedArchive.encode(OldVisit(date: date))
    try database.write { try $0.execute(sql: "UPDATE place SET visit = ? WHERE id = 1", arguments: [old]) }
    let first = try database.read { try Place.fetchOne($0, key: 1) }
    guard first?.visit == Visit(date: date) else { throw Failure.otherContent }
    print("a row of an older release is read")

    try database.write {
      try $0.execute(sql: "UPDATE place SET visit = ? WHERE id = 2", arguments: [old.dropLast()])
    }
    do {
      _ = try database.read { try Place.fetchOne($0, key: 2) }
      throw Failure.noError
    } catch let error as ArchiveError {
      print("a damaged cell is an error: \(error.code)")
    }
  }

  private static let date = Date(timeIntervalSinceReferenceDate: 800_000_000)

  private static func visit(_ id: Int) -> Visit {
    Visit(date: date + Double(id), notes: id % 3 == 0 ? ["rain"] : [], rating: id % 6 == 0 ? nil : id % 6)
  }

  private enum Failure: Error { case otherContent, noError }
}
