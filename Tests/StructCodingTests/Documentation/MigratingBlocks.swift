import ArchiveDocuments
import Foundation
import StructCoding

// The code blocks of the page `MigratingFromNSCoding.md`. `print` is caught, as for the other pages.

// MIGRATING data inside
struct ArchivedData<Value: ArchiveValue>: ArchiveTransformer {
  func encode(_ value: Value) throws -> Data { try KeyedArchive.encode(value) }
  func decode(_ stored: Data) throws -> Value { try KeyedArchive.decode(Value.self, from: stored) }
}
// END

// MIGRATING next to classes
extension XYZStop: ArchiveValue {}

// END

enum Migrating {
  // MIGRATING structs
  enum Kind: Int { case walk, drive, sail }

  @Archivable(className: "XYZStop", formerly: ["XYZFerryStop"])
  struct Stop: Equatable {
    var name: String
    var visits = 0
    var pier: String?
  }

  @Archivable(className: "XYZTrip")
  struct Trip: Equatable {
    var title: String
    @Stored("startDate") var start: Date
    var kind = Kind.walk
    var rating: Double?
    var tags: Set<String> = []
    var stops: [Stop] = []
    var destination: Stop?
    @Stored(.transformed(ArchivedData<[String: Int]>.self)) var settings: [String: Int] = [:]
  }
  // END

  static func look() throws -> [String] {
    let printed = PrintedLines()
    func print(_ items: Any...) { printed.printAll(items) }
    // MIGRATING look
    let data = try archiveOfTheOldApp()
    let archive = try KeyedArchive(data)
    print(archive.archiver, archive.keys)
    print(try archive.node().formatted(depth: 4))
    // END
    return printed.lines
  }

  static func read() throws -> [String] {
    let printed = PrintedLines()
    func print(_ items: Any...) { printed.printAll(items) }
    let data = try archiveOfTheOldApp()
    // MIGRATING read
    let trip = try KeyedArchive.decode(Trip.self, from: data)
    print(trip.title, trip.kind, trip.rating ?? 0, trip.tags, trip.settings)
    print(trip.stops.map(\.name), trip.stops[1].pier ?? "no pier", trip.destination == trip.stops[1])
    // END
    return printed.lines
  }

  static func lost() throws -> [String] {
    let printed = PrintedLines()
    func print(_ items: Any...) { printed.printAll(items) }
    let data = try archiveOfTheOldApp()
    // MIGRATING lost
    let before = try KeyedArchive(data).node()
    let after = try ArchiveNode(encoding: KeyedArchive.decode(Trip.self, from: data))
    for difference in after.differences(from: before) { print(difference) }
    // END
    return printed.lines
  }

  static func writeBack() throws -> [String] {
    let printed = PrintedLines()
    func print(_ items: Any...) { printed.printAll(items) }
    let trip = try KeyedArchive.decode(Trip.self, from: archiveOfTheOldApp())
    // MIGRATING write back
    let unarchiver = try KeyedUnarchiver(forReadingFrom: KeyedArchive.encode(trip))
    unarchiver.setClass(XYZTrip.self, forClassName: "XYZTrip")
    unarchiver.setClass(XYZStop.self, forClassName: "XYZStop")
    let oldTrip = unarchiver.decodeObject(of: XYZTrip.self, forKey: "root")
    try unarchiver.finishDecoding()
    print(oldTrip?.title ?? "", oldTrip?.kind ?? -1, oldTrip?.rating ?? 0, oldTrip?.stops.count ?? 0)
    // END
    return printed.lines
  }

  // MIGRATING version
  @Archivable(className: "XYZTrack", version: 2)
  struct Track: Equatable {
    var seconds: Int

    static func upgrade(_ fields: inout ArchiveNode.Fields, from version: Int) throws {
      // All archives of the old app come here, since none has a version that StructCoding wrote.
      let format = try fields.decode(Int?.self, "formatVersion") ?? 1
      if format == 1 {
        try fields.encode(fields.decode(Int.self, "minutes") * 60, as: "seconds")
      }
    }
  }
  // END

  static func versions() throws -> [String] {
    let printed = PrintedLines()
    func print(_ items: Any...) { printed.printAll(items) }
    // MIGRATING version
    let archives: [ArchiveNode] = [
      .object("XYZTrack", ["minutes": 3]),
      .object("XYZTrack", ["seconds": 200, "formatVersion": 2]),
    ]
    for node in archives {
      print(try KeyedArchive.decode(Track.self, from: KeyedArchive.encode(node)))
    }
    // END
    return printed.lines
  }

  // MIGRATING inside classes
  final class Poster: NSObject, NSSecureCoding {
    let track: Track

    static var supportsSecureCoding: Bool { true }

    init(_ track: Track) { self.track = track }

    func encode(with coder: NSCoder) { coder.encode(track.encoded, forKey: "track") }

    init?(coder: NSCoder) {
      guard let object = coder.decodeObject(of: Track.Coding.self, forKey: "track") else { return nil }
      track = object.decoded
    }
  }
  // END

  static func insideClasses() throws -> [String] {
    let printed = PrintedLines()
    func print(_ items: Any...) { printed.printAll(items) }
    // MIGRATING inside classes
    let archiver = KeyedArchiver(requiringSecureCoding: true)
    archiver.setClassName("XYZPoster", for: Poster.self)
    archiver.encode(Poster(Track(seconds: 200)), forKey: "root")
    let poster = try KeyedUnarchiver(forReadingFrom: archiver.finishEncoding())
    poster.setClass(Poster.self, forClassName: "XYZPoster")
    print(poster.decodeObject(of: Poster.self, forKey: "root")?.track.seconds ?? 0)
    try poster.finishDecoding()
    // END
    return printed.lines
  }

  static func parents() throws -> [String] {
    let printed = PrintedLines()
    func print(_ items: Any...) { printed.printAll(items) }
    // MIGRATING parents
    let house = XYZHouse(name: "Quay 3")
    house.rooms = [XYZRoom(in: house), XYZRoom(in: house)]
    let houseData = try KeyedArchive.archivedData(withRootObject: house, requiringSecureCoding: true)
    let sameHouse = try KeyedArchive.unarchivedObject(ofClass: XYZHouse.self, from: houseData)
    print(sameHouse?.rooms.map { $0.house === sameHouse } ?? [])
    // END
    return printed.lines
  }

  // MIGRATING mixed
  @Archivable(className: "XYZCard", version: 2)
  struct Card: Equatable {
    var texts: [String]
    var numbers: [Int]

    static func upgrade(_ fields: inout ArchiveNode.Fields, from version: Int) throws {
      let lines = fields["lines"]?.elements ?? []
      try fields.encode(lines.compactMap(\.stringValue), as: "texts")
      try fields.encode(lines.compactMap(\.intValue), as: "numbers")
    }
  }
  // END

  static func mixed() throws -> [String] {
    let printed = PrintedLines()
    func print(_ items: Any...) { printed.printAll(items) }
    // MIGRATING mixed
    let oldCard: ArchiveNode = .object("XYZCard", ["lines": ["Hello", 42]])
    print(try KeyedArchive.decode(Card.self, from: KeyedArchive.encode(oldCard)))
    // END
    return printed.lines
  }

  // MIGRATING identity
  @Archivable(.superclass, className: "XYZStop")
  class Place {
    var name: String
    var visits = 0

    class var archiveSubclasses: [any ArchivableObject.Type] { [FerryPlace.self] }

    init(name: String) { self.name = name }
  }

  @Archivable(className: "XYZFerryStop")
  final class FerryPlace: Place {
    var pier = ""

    override init(name: String) { super.init(name: name) }
  }

  @Archivable(className: "XYZTrip")
  struct Journey {
    var title: String
    var stops: [Place] = []
    var destination: Place?
  }
  // END

  static func identity() throws -> [String] {
    let printed = PrintedLines()
    func print(_ items: Any...) { printed.printAll(items) }
    let data = try archiveOfTheOldApp()
    // MIGRATING identity
    let journey = try KeyedArchive.decode(Journey.self, from: data)
    print(journey.stops.map { "\(type(of: $0))" }, journey.destination === journey.stops[1])
    // END
    return printed.lines
  }

  // MIGRATING errors
  @Archivable(className: "XYZTrip")
  struct Slip {
    var title: String
    var start: Date
  }
  // END

  static func errors() throws -> [String] {
    let printed = PrintedLines()
    func print(_ items: Any...) { printed.printAll(items) }
    let data = try archiveOfTheOldApp()
    // MIGRATING errors
    do {
      _ = try KeyedArchive.decode(Slip.self, from: data)
    } catch let error as ArchiveError {
      print(error.code, error.pathDescription)
      print(error.advice ?? "")
    }
    // END
    return printed.lines
  }

  static func top() throws -> [String] {
    let printed = PrintedLines()
    func print(_ items: Any...) { printed.printAll(items) }
    // MIGRATING top
    let writer = KeyedArchiver(requiringSecureCoding: true)
    writer.encode("Summer", forKey: "title")
    writer.encode([3, 1, 2] as NSArray, forKey: "order")
    let several = try KeyedArchive(writer.finishEncoding())

    print(several.keys.sorted())
    print(try several.decode([Int].self, forKey: "order"))
    // END
    return printed.lines
  }

  // MIGRATING next to classes
  @Archivable(className: "Album")
  struct Album {
    var title: String
    var cover: XYZStop?
  }
  // END

  static func nextToClasses() throws -> [String] {
    let printed = PrintedLines()
    func print(_ items: Any...) { printed.printAll(items) }
    // MIGRATING next to classes
    let album = Album(title: "North", cover: XYZStop(name: "Harbour", visits: 3))
    let copy = try KeyedArchive.decode(Album.self, from: KeyedArchive.encode(album))
    print(copy.cover?.name ?? "no cover", copy.cover?.visits ?? 0)
    // END
    return printed.lines
  }
}

extension Migrating {
  // MIGRATING nil
  @Archivable(className: "XYZNote")
  struct Note: Equatable {
    var text: String?
    @Stored(onDecodeFailure: .fallbackToDefaultValue) var marks: [Int] = []
    var count = 0
  }
  // END

  static func storedNil() throws -> [String] {
    let printed = PrintedLines()
    func print(_ items: Any...) { printed.printAll(items) }
    // MIGRATING nil
    // What `[coder encodeObject:nil forKey:@"marks"]` writes.
    let oldNote: ArchiveNode = .object("XYZNote", ["text": .null, "marks": .null])
    print(try KeyedArchive.decode(Note.self, from: KeyedArchive.encode(oldNote)))
    // END
    return printed.lines
  }
}

// MIGRATING parents classes
final class XYZHouse: NSObject, NSSecureCoding {
  let name: String
  var rooms: [XYZRoom] = []

  static var supportsSecureCoding: Bool { true }

  init(name: String) { self.name = name }

  func encode(with coder: NSCoder) {
    coder.encode(name, forKey: "name")
    coder.encode(rooms as NSArray, forKey: "rooms")
  }

  init?(coder: NSCoder) {
    name = coder.decodeObject(of: NSString.self, forKey: "name") as String? ?? ""
    super.init()
    (coder as? KeyedUnarchiver)?.willDecodeParts(of: self)
    rooms = coder.decodeObject(of: [NSArray.self, XYZRoom.self], forKey: "rooms") as? [XYZRoom] ?? []
  }
}

final class XYZRoom: NSObject, NSSecureCoding {
  weak var house: XYZHouse?

  static var supportsSecureCoding: Bool { true }

  init(in house: XYZHouse) { self.house = house }

  func encode(with coder: NSCoder) { coder.encodeConditionalObject(house, forKey: "house") }

  init?(coder: NSCoder) { house = coder.decodeObject(of: XYZHouse.self, forKey: "house") }
}
// END
