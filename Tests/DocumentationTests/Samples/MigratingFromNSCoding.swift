import ArchiveDocuments
import Foundation
import StructCoding

// The classes of the old app.

class XYZStop: NSObject, NSSecureCoding {
  let name: String
  let visits: Int

  class var supportsSecureCoding: Bool { true }

  init(name: String, visits: Int) { (self.name, self.visits) = (name, visits) }

  func encode(with coder: NSCoder) {
    coder.encode(name, forKey: "name")
    coder.encode(visits, forKey: "visits")
  }

  required init?(coder: NSCoder) {
    name = coder.decodeObject(of: NSString.self, forKey: "name") as String? ?? ""
    visits = coder.decodeInteger(forKey: "visits")
  }
}

final class XYZFerryStop: XYZStop {
  let pier: String

  init(name: String, visits: Int, pier: String) {
    self.pier = pier
    super.init(name: name, visits: visits)
  }

  override func encode(with coder: NSCoder) {
    super.encode(with: coder)
    coder.encode(pier, forKey: "pier")
  }

  required init?(coder: NSCoder) {
    pier = coder.decodeObject(of: NSString.self, forKey: "pier") as String? ?? ""
    super.init(coder: coder)
  }
}

final class XYZTrip: NSObject, NSSecureCoding {
  var title = ""
  var startDate = Date.distantPast
  var kind = 0  // XYZTripKindWalk, XYZTripKindDrive, XYZTripKindSail
  var rating: NSNumber?
  var tags = Set<String>()
  var stops: [XYZStop] = []
  var destination: XYZStop?  // one of the stops
  var settings = Data()  // an archive of its own: an NSDictionary

  static var supportsSecureCoding: Bool { true }

  override init() {}

  func encode(with coder: NSCoder) {
    coder.encode(title, forKey: "title")
    coder.encode(startDate, forKey: "startDate")
    coder.encode(kind, forKey: "kind")
    coder.encode(rating, forKey: "rating")
    coder.encode(tags as NSSet, forKey: "tags")
    coder.encode(NSMutableArray(array: stops), forKey: "stops")
    coder.encode(destination, forKey: "destination")
    coder.encode(settings as NSData, forKey: "settings")
  }

  init?(coder: NSCoder) {
    let stopClasses: [AnyClass] = [NSArray.self, XYZStop.self, XYZFerryStop.self]
    guard let title = coder.decodeObject(of: NSString.self, forKey: "title") as String?,
      let stops = coder.decodeObject(of: stopClasses, forKey: "stops") as? [XYZStop]
    else { return nil }
    self.title = title
    self.stops = stops
    startDate = coder.decodeObject(of: NSDate.self, forKey: "startDate") as Date? ?? .distantPast
    kind = coder.decodeInteger(forKey: "kind")
    rating = coder.decodeObject(of: NSNumber.self, forKey: "rating")
    tags = coder.decodeObject(of: [NSSet.self, NSString.self], forKey: "tags") as? Set<String> ?? []
    destination = coder.decodeObject(of: XYZStop.self, forKey: "destination")
    settings = coder.decodeObject(of: NSData.self, forKey: "settings") as Data? ?? Data()
  }
}

/// A file that the old app wrote: ``KeyedArchiver`` writes what `NSKeyedArchiver` writes.
func archiveOfTheOldApp() throws -> Data {
  let trip = XYZTrip()
  trip.title = "To the island"
  trip.startDate = Date(timeIntervalSinceReferenceDate: 500_000_000)
  trip.kind = 2
  trip.rating = 4.5
  trip.tags = ["sea"]
  trip.stops = [
    XYZStop(name: "Harbour", visits: 3), XYZFerryStop(name: "Island", visits: 1, pier: "East"),
  ]
  trip.destination = trip.stops[1]
  let settings: NSDictionary = ["zoom": 12]
  trip.settings = try KeyedArchive.archivedData(withRootObject: settings, requiringSecureCoding: true)

  let archiver = KeyedArchiver(requiringSecureCoding: true)
  // In Objective-C the class has this name; in Swift `@objc(XYZTrip)` gives it, which Linux does not have.
  archiver.setClassName("XYZTrip", for: XYZTrip.self)
  archiver.setClassName("XYZStop", for: XYZStop.self)
  archiver.setClassName("XYZFerryStop", for: XYZFerryStop.self)
  archiver.encode(trip, forKey: "root")
  return try archiver.finishEncoding()
}

// SAMPLE data-inside

final class MigratingFromNSCodingSampleTests: PageTests {
  // SAMPLE structs

  func testLook() throws {
    // SAMPLE look
    // OUTPUT look
  }

  func testRead() throws {
    let data = try archiveOfTheOldApp()
    // SAMPLE read
    // OUTPUT read
  }

  func testLost() throws {
    let data = try archiveOfTheOldApp()
    // SAMPLE lost
    // OUTPUT lost
  }

  func testWriteBack() throws {
    let trip = try KeyedArchive.decode(Trip.self, from: archiveOfTheOldApp())
    let unarchiver = try KeyedUnarchiver(forReadingFrom: KeyedArchive.encode(trip))
    unarchiver.setClass(XYZTrip.self, forClassName: "XYZTrip")
    unarchiver.setClass(XYZStop.self, forClassName: "XYZStop")
    let oldTrip = unarchiver.decodeObject(of: XYZTrip.self, forKey: "root")
    try unarchiver.finishDecoding()
    print(oldTrip?.title ?? "", oldTrip?.kind ?? -1, oldTrip?.rating ?? 0, oldTrip?.stops.count ?? 0)
    checkOutput(["To the island 2 4.5 2"])
  }

  // SAMPLE version declarations

  func testVersion() throws {
    // SAMPLE version statements
    // OUTPUT version
  }

  // SAMPLE identity declarations

  func testIdentity() throws {
    let data = try archiveOfTheOldApp()
    // SAMPLE identity statements
    // OUTPUT identity
  }
}
