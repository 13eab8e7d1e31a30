import ArchiveTestSupport
import ColumnArchives
import StructCoding
import XCTest

/// Structs that became fields with longer names, and fields that became structs: where the names say so.
final class NestingTests: XCTestCase {
  private let nested = Trip(
    name: "t", location: Location(latitude: 1.5, longitude: -2),
    detail: Detail(title: "d", where: Location(latitude: 3, longitude: 4)))
  private let flat = FlatTrip(
    longitude: -2, name: "t", latitude: 1.5, title: "d", deepLatitude: 3, deepLongitude: 4)

  func testFlattened() throws {
    try assertReads(nested, as: flat)
    let many = (0..<1300).map { number in
      Trip(
        name: "\(number)", location: Location(latitude: Double(number), longitude: 7),
        detail: Detail(title: "", where: Location(latitude: 0, longitude: Double(-number))))
    }
    let data = try ColumnArchive.encode(many)
    let back = try ColumnArchive.decode([FlatTrip].self, from: data)
    XCTAssertEqual(back.map(\.latitude), (0..<1300).map { Double($0) })
    XCTAssertEqual(back.map(\.longitude), [Double](repeating: 7, count: 1300))
    XCTAssertEqual(back.map(\.deepLongitude), (0..<1300).map { Double(-$0) })
    // From the middle, so that columns are passed over.
    let some = try ColumnArchive(data).elements(of: FlatTrip.self, in: 700..<720)
    XCTAssertEqual(some, Array(back[700..<720]))
  }

  func testNested() throws {
    try assertReads(flat, as: nested)
    let many = (0..<1300).map { number in
      FlatTrip(
        longitude: Double(number), name: "\(number)", latitude: 7, title: "t", deepLatitude: 0,
        deepLongitude: 1)
    }
    let data = try ColumnArchive.encode(many)
    let back = try ColumnArchive.decode([Trip].self, from: data)
    XCTAssertEqual(back.map(\.location.longitude), (0..<1300).map { Double($0) })
    XCTAssertEqual(try ColumnArchive(data).elements(of: Trip.self, in: 700..<720), Array(back[700..<720]))
  }

  /// Fields of a raw record that become a raw record in it, and back.
  func testRawRecords() throws {
    let nested = Segment(from: Location(latitude: 1, longitude: 2), to: Location(latitude: 3, longitude: 4))
    let flat = FlatSegment(toLongitude: 4, toLatitude: 3, fromLatitude: 1, fromLongitude: 2)
    XCTAssertEqual(try ArchiveParts(ColumnArchive.encode([nested])).schema.first, 15)
    XCTAssertEqual(try ArchiveParts(ColumnArchive.encode([flat])).schema.first, 15)
    try assertReads(nested, as: flat)
    try assertReads(flat, as: nested)
  }

  /// A field that is missing in the record is missing under its longer name, too.
  func testMissingParts() throws {
    try assertReads(
      Trip.Half(name: "x", latitude: 5),
      as: Trip.Loose(name: "x", location: LooseLocation(latitude: 5, height: nil)))
    try assertRefuses(
      [Trip.Half(name: "x", latitude: 5)], as: Trip.Named.self, .missingField, at: "[0].location.longitude",
      saying: "longitude")
    try assertRefuses(
      [Trip.Named(name: "x", location: Location(latitude: 5, longitude: 6))], as: Trip.High.self,
      .missingField,
      at: "[0].location.height", saying: "location.height")
  }

  /// The name of the record alone says nothing: it takes the dot.
  func testOtherNames() throws {
    try assertRefuses(
      [Trip.Short(name: "x", lat: 1)], as: Trip.Named.self, .missingField, at: "[0].location",
      saying: "location")
    // A record that is missing has no fields.
    try assertRefuses(
      [Trip.Maybe(name: "x", location: nil)], as: Trip.Half.self, .typeMismatch, at: "[0].location.latitude",
      saying: "nil")
  }
}

@Archivable(className: "Column_Location")
private struct Location: Equatable {
  var latitude: Double
  var longitude: Double
}
@Archivable(className: "Column_LooseLocation")
private struct LooseLocation: Equatable {
  var latitude: Double
  var height: Double?
}
@Archivable(className: "Column_Detail")
private struct Detail: Equatable {
  var title: String
  var `where`: Location
}
@Archivable(className: "Column_Trip", formerly: ["Column_FlatTrip"])
private struct Trip: Equatable {
  var name: String
  var location: Location
  var detail: Detail

  @Archivable(className: "Column_Trip_Named", formerly: ["Column_Trip_Half", "Column_Trip_Short"])
  fileprivate struct Named: Equatable {
    var name: String
    var location: Location
  }
  @Archivable(className: "Column_Trip_Loose", formerly: ["Column_Trip_Half"])
  fileprivate struct Loose: Equatable {
    var name: String
    var location: LooseLocation
  }
  @Archivable(className: "Column_Trip_Maybe")
  fileprivate struct Maybe: Equatable {
    var name: String
    var location: Location?
  }
  @Archivable(className: "Column_Trip_Short")
  fileprivate struct Short: Equatable {
    var name: String
    var lat: Double
  }
}

@Archivable(className: "Column_Segment", formerly: ["Column_FlatSegment"])
private struct Segment: Equatable { var from, to: Location }

// Stored names with dots are written by hand here.

private struct FlatTrip: ArchiveStruct, Equatable {
  var longitude: Double
  var name: String
  var latitude: Double
  var title: String
  var deepLatitude: Double
  var deepLongitude: Double

  static let archiveFields = ArchiveFields<FlatTrip>(
    "Column_FlatTrip", formerly: ["Column_Trip"], isMemberwise: true
  ) { fields in
    fields.field("location.longitude", \.longitude)
    fields.field("name", \.name)
    fields.field("location.latitude", \.latitude)
    fields.field("detail.title", \.title)
    fields.field("detail.where.latitude", \.deepLatitude)
    fields.field("detail.where.longitude", \.deepLongitude)
  }
  func encodeFields(to encoder: inout some FieldEncoder) throws {
    try encoder.encode(longitude, at: 0)
    try encoder.encode(name, at: 1)
    try encoder.encode(latitude, at: 2)
    try encoder.encode(title, at: 3)
    try encoder.encode(deepLatitude, at: 4)
    try encoder.encode(deepLongitude, at: 5)
  }
}

extension FlatTrip {
  init(fields decoder: inout some FieldDecoder) throws {
    longitude = try decoder.decode(at: 0)
    name = try decoder.decode(at: 1)
    latitude = try decoder.decode(at: 2)
    title = try decoder.decode(at: 3)
    deepLatitude = try decoder.decode(at: 4)
    deepLongitude = try decoder.decode(at: 5)
  }
}

private struct FlatSegment: ArchiveStruct, Equatable {
  var toLongitude: Double
  var toLatitude: Double
  var fromLatitude: Double
  var fromLongitude: Double

  static let archiveFields = ArchiveFields<FlatSegment>(
    "Column_FlatSegment", formerly: ["Column_Segment"], isMemberwise: true
  ) { fields in
    fields.field("to.longitude", \.toLongitude)
    fields.field("to.latitude", \.toLatitude)
    fields.field("from.latitude", \.fromLatitude)
    fields.field("from.longitude", \.fromLongitude)
  }
  func encodeFields(to encoder: inout some FieldEncoder) throws {
    try encoder.encode(toLongitude, at: 0)
    try encoder.encode(toLatitude, at: 1)
    try encoder.encode(fromLatitude, at: 2)
    try encoder.encode(fromLongitude, at: 3)
  }
}

extension FlatSegment {
  init(fields decoder: inout some FieldDecoder) throws {
    toLongitude = try decoder.decode(at: 0)
    toLatitude = try decoder.decode(at: 1)
    fromLatitude = try decoder.decode(at: 2)
    fromLongitude = try decoder.decode(at: 3)
  }
}

extension Trip {
  /// A name and one number, under a name with a dot.
  fileprivate struct Half: ArchiveStruct, Equatable {
    var name: String
    var latitude: Double
    static let archiveFields = ArchiveFields<Half>("Column_Trip_Half", formerly: ["Column_Trip_Maybe"]) {
      fields in
      fields.field("name", \.name)
      fields.field("location.latitude", \.latitude)
    }
  }
  fileprivate struct High: ArchiveStruct, Equatable {
    var name: String
    var latitude: Double
    static let archiveFields = ArchiveFields<High>("Column_Trip_High", formerly: ["Column_Trip_Named"]) {
      fields in
      fields.field("name", \.name)
      fields.field("location.height", \.latitude)
    }
  }
}

/// A name and a number, under whatever name.
private protocol NameAndNumber: ArchiveStruct {
  var name: String { get }
  var latitude: Double { get }
  init(name: String, latitude: Double)
}

extension NameAndNumber {
  func encodeFields(to encoder: inout some FieldEncoder) throws {
    try encoder.encode(name, at: 0)
    try encoder.encode(latitude, at: 1)
  }
  init(fields decoder: inout some FieldDecoder) throws {
    self.init(name: try decoder.decode(at: 0), latitude: try decoder.decode(at: 1))
  }
}
extension Trip.Half: NameAndNumber {}
extension Trip.High: NameAndNumber {}
