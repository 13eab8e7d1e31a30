import ArchiveDocuments
import Foundation
import StructCoding

// The code blocks of the tour on fields under control.

enum UnderControl {
  // TOUR fields
  @Archivable
  struct Coordinate: Equatable {
    var latitude: Double
    var longitude: Double
  }

  enum Vehicle: String { case bike, car }

  // END
}

typealias Vehicle = UnderControl.Vehicle
typealias Coordinate = UnderControl.Coordinate

// TOUR fields
@Archivable(className: "Route", version: 2)
struct Route: Equatable {
  @Stored(.composition) var start: Coordinate
  @Stored(.codable(.json)) var settings: [String: Double] = [:]
  @Stored(.transformed(StringListTransformer.self)) var tags: [String]
  @Stored(default: Vehicle.bike, onDecodeFailure: .fallbackToDefaultValue) var vehicle: Vehicle
  @Transient var isSelected = false

  @Transient(dependsOn: \.tags, \.vehicle)
  var title: String { _title { "\(tags.joined(separator: ", ")), by \(vehicle)" } }

  // Fields of version 1, which had an array of strings, become those of version 2.
  static func upgrade(_ fields: inout ArchiveNode.Fields, from version: Int) throws {
    let tags = try fields.decode([String].self, "tags")
    try fields.encode(StringListTransformer().encode(tags), as: "tags")
  }

  mutating func awakeAfterDecoding() throws { tags.sort() }
}
// END

extension UnderControl {
  static func run() throws -> [String] {
    let printed = PrintedLines()
    func print(_ items: Any...) { printed.printAll(items) }
    // TOUR fields
    let route = Route(
      start: Coordinate(latitude: 52.5, longitude: 13.4), tags: ["river", "city"], vehicle: .car)
    print(try ArchiveNode(encoding: route))
    print(try ColumnArchive.decode(Route.self, from: ColumnArchive.encode(route)).title)
    // END
    return printed.lines
  }
}
