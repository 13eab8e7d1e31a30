import Foundation
import StructCoding

@Archivable(className: "BootVoyage")
struct BootVoyage: Equatable {
  @Stored("startTime", formerly: "begin") var start: Date
  var events: [BootEvent] = []
  var places: [String: BootPlace] = [:]
  var site: URL?
  var identifier: UUID?
  var photo: Data?
  var kinds: Set<String> = []
}

@Archivable(className: "BootEvent", formerly: ["OldEvent"])
struct BootEvent: Equatable {
  var tag: String
  var time: Date?
  var place: BootPlace?
  var shape: BootShape?
}

@Archivable(className: "BootPlace")
struct BootPlace: Equatable {
  var name: String
  var count: Int = 0
}

@Archivable(className: "BootShape")
enum BootShape: Equatable {
  case circle(radius: Double, at: Date?)
  case none
}

/// Has the class name that the macro makes.
@Archivable
struct BootSwiftName: Equatable {
  var x: Int
}
