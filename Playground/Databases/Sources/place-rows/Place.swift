import Foundation
import GRDB
import StructCoding

/// A row: columns for what is asked for, and an archive for the rest.
struct Place: Equatable {
  var id: Int64
  var name: String
  var visit: Visit
}

extension Place: FetchableRecord {
  init(row: Row) throws {
    id = row["id"]
    name = row["name"]
    visit = try KeyedArchive.decode(Visit.self, from: row["visit"])
  }
}

extension Place: PersistableRecord {
  func encode(to container: inout PersistenceContainer) throws {
    container["id"] = id
    container["name"] = name
    container["visit"] = try KeyedArchive.encode(visit)
    // A copy of what is asked for.
    container["rating"] = visit.rating
  }
}
