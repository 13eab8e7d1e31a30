import Foundation
import StructCoding

// The code blocks of the README on fields under control.

enum UnderControl {
  // README fields
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

// README fields
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
  static func upgrade(_ fields: inout ArchiveFields, from version: Int) throws {
    let tags = try fields.decode([String].self, "tags")
    try fields.encode(StringListTransformer().encode(tags), as: "tags")
  }

  mutating func awakeAfterDecoding() throws { tags.sort() }
}
// END

extension UnderControl {
  static let sample = Route(
    start: Coordinate(latitude: 52.5, longitude: 13.4), tags: ["river", "city"], vehicle: .car)

  static func run() throws -> [String] {
    let printed = PrintedLines()
    func print(_ items: Any...) { printed.print(items.map { "\($0)" }.joined(separator: " ")) }
    // README fields
    let route = Route(
      start: Coordinate(latitude: 52.5, longitude: 13.4), tags: ["river", "city"], vehicle: .car)
    print(try ArchiveNode(encoding: route))
    print(try ColumnArchive.decode(Route.self, from: ColumnArchive.encode(route)).title)
    // END
    return printed.lines
  }

  static func observe() -> [String] {
    let printed = SharedLines()
    @Sendable func print(_ items: Any...) { printed.add(items.map { "\($0)" }.joined(separator: " ")) }
    let route = sample
    // README live
    let live = Live(route)
    let observation = live.observe(\.title) { old, new in print(old, "->", new) }
    live.vehicle = .bike
    live.vehicle = .bike
    live.update { route in
      route.tags = ["lake"]
      route.vehicle = .car
    }
    print(live.value.tags)
    // END
    observation.invalidate()
    return printed.lines
  }
}

/// Printed lines that observers may add to.
final class SharedLines: @unchecked Sendable {
  private let lock = NSLock()
  private(set) var lines: [String] = []
  func add(_ line: String) { lock.withLock { lines.append(line) } }
}
