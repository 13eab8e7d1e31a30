import Foundation
import StructCoding

@testable import ArchiveTestSupport

// What paths lead through: structs, optionals of them, raw records, properties without an address.

@Archivable(className: "Column_Journey")
struct Journey: Equatable {
  var number: Int
  var name: String
  var start: Date
  var cost: Double
  var rating: Int?
  var place: Spot
  var home: Spot?
  var region: Region?
  var mode: Mode
  var maybeMode: Mode?
  var priority: Priority
  var color: Color
  var spots: [Spot] = []
  var watched: Int { didSet {} }

  @Archivable(className: "Column_Journey_Spot")
  struct Spot: Hashable {
    @Stored("lat") var latitude: Double
    var height: Float?
    var label: String
  }

  @Archivable(className: "Column_Journey_Region")
  struct Region: Hashable {
    var center: Spot?
    var tint: Color
    var size: Int16?
  }
}

extension Journey: Arbitrary {
  /// Values that repeat, so that orders have ties.
  static func arbitrary(_ random: inout SeededGenerator) -> Journey {
    Journey(
      number: random.oneIn(2) ? random.below(10) : .arbitrary(&random), name: "name \(random.below(30))",
      start: Date(timeIntervalSinceReferenceDate: .arbitrary(&random)), cost: .arbitrary(&random),
      rating: random.oneIn(3) ? nil : random.below(5), place: .arbitrary(&random),
      home: random.oneIn(3) ? nil : .arbitrary(&random), region: random.oneIn(3) ? nil : .arbitrary(&random),
      mode: Mode(rawValue: UInt16(random.below(4))),
      maybeMode: random.oneIn(2) ? nil : Mode(rawValue: UInt16(random.below(4))),
      priority: Priority.allCases.randomElement(using: &random)!, color: .arbitrary(&random),
      spots: (0..<random.below(3)).map { _ in .arbitrary(&random) }, watched: random.below(100))
  }
}

extension Journey.Spot: Arbitrary {
  static func arbitrary(_ random: inout SeededGenerator) -> Self {
    Self(
      latitude: .arbitrary(&random), height: random.oneIn(2) ? nil : .arbitrary(&random),
      label: "spot \(random.below(5))")
  }
}

extension Journey.Region: Arbitrary {
  static func arbitrary(_ random: inout SeededGenerator) -> Self {
    Self(
      center: random.oneIn(3) ? nil : .arbitrary(&random), tint: .arbitrary(&random),
      size: random.oneIn(2) ? nil : .arbitrary(&random))
  }
}
