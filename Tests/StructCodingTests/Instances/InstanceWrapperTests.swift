import ArchiveTestSupport
import ColumnArchives
import StructCoding
import XCTest

/// Objects of instances of `@ArchivableObject` classes, for any `NSCoder`.
final class InstanceWrapperTests: XCTestCase {
  @ArchivableObject(className: "Test_Wrapped_Track")
  final class Track {
    var title: String
    var next: Track?
    init(_ title: String) { self.title = title }
  }

  @ArchivableObject(className: "Test_Wrapped_Shape")
  class Shape {
    var name = "shape"
    init() {}
    class var archiveSubclasses: [any ArchivableObject.Type] { [Circle.self] }
  }

  @ArchivableObject(className: "Test_Wrapped_Circle")
  final class Circle: Shape {
    var radius = 2.0
    override init() { super.init() }
  }

  private var tracks: [Track] {
    let (sea, lake) = (Track("Sea"), Track("Lake"))
    (sea.next, lake.next) = (lake, sea)
    return [sea, lake, sea]
  }

  func testTheObjectHoldsTheInstance() {
    let track = Track("Sea")
    XCTAssert(track.encoded.decoded === track)
    let tracks = tracks
    XCTAssert(zip(tracks.encoded.decoded, tracks).allSatisfy(===))
  }

  /// One instance in several objects is one instance again.
  func testKeyedArchives() throws {
    let data = try KeyedArchive.archivedData(withRootObject: tracks.encoded, requiringSecureCoding: true)
    let classes: [AnyClass] = [NSArray.self, ArchivedInstance<Track>.Coding.self]
    let objects = try KeyedArchive.unarchivedObject(ofClasses: classes, from: data)
    let back = try XCTUnwrap(objects as? [ArchivedInstance<Track>.Coding]).decoded
    XCTAssertEqual(back.map(\.title), ["Sea", "Lake", "Sea"])
    XCTAssert(back[0] === back[2] && back[0].next === back[1] && back[1].next === back[0])
  }

  /// In a field of another object, by an `NSCoder`.
  func testFields() throws {
    let archiver = KeyedArchiver(requiringSecureCoding: true)
    archiver.encode(tracks[0].encoded, forKey: "track")
    let unarchiver = try KeyedUnarchiver(forReadingFrom: archiver.finishEncoding())
    let object = unarchiver.decodeObject(of: ArchivedInstance<Track>.Coding.self, forKey: "track")
    let back = try XCTUnwrap(object).decoded
    XCTAssert(back.next?.next === back)
  }

  func testFoundationsArchiver() throws {
    let data = try NSKeyedArchiver.archivedData(
      withRootObject: tracks[0].encoded, requiringSecureCoding: true)
    let back = try NSKeyedUnarchiver.unarchivedObject(
      ofClass: ArchivedInstance<Track>.Coding.self, from: data)
    XCTAssertEqual(back?.decoded.next?.title, "Lake")
  }

  func testSubclasses() throws {
    let shape: Shape = Circle()
    let data = try KeyedArchive.archivedData(withRootObject: shape.encoded, requiringSecureCoding: true)
    let back = try KeyedArchive.unarchivedObject(ofClass: ArchivedInstance<Shape>.Coding.self, from: data)
    XCTAssertEqual((back?.decoded as? Circle)?.radius, 2)
    for count in 0..<data.count {
      XCTAssertThrowsError(
        try KeyedArchive.unarchivedObject(
          ofClass: ArchivedInstance<Shape>.Coding.self, from: data.prefix(count)))
    }
  }

  /// As a value, in every format.
  func testTheValue() throws {
    let values = tracks.map { ArchivedInstance($0) }
    for road in Road.allCases {
      let back = try road.carry(values, to: [ArchivedInstance<Track>].self).map(\.object)
      XCTAssert(back[0] === back[2] && back[0].next === back[1], "\(road)")
    }
  }
}
