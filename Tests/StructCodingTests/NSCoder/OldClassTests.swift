import ArchiveTestSupport
import Foundation
import XCTest

@testable import StructCoding

/// A class from before the struct, which is still in the program.
final class OldTrip: NSObject, NSSecureCoding {
  let title: String
  static var supportsSecureCoding: Bool { true }
  init(_ title: String) { self.title = title }
  func encode(with coder: NSCoder) { coder.encode(title, forKey: "title") }
  init?(coder: NSCoder) { title = coder.decodeObject(of: NSString.self, forKey: "title") as String? ?? "" }
}

@Archivable(className: "StructCodingTests.OldTrip")
private struct SameName: Equatable { var title: String }

@Archivable(className: "NewTrip", formerly: ["StructCodingTests.OldTrip"])
private struct NewName: Equatable { var title: String }

@Archivable(className: "RegisteredTrip")
private struct RegisteredName: Equatable { var title: String }

/// The first mistake of a migration: the old class and its struct have one name in archives.
final class OldClassTests: XCTestCase {
  private func archive() throws -> Data {
    try KeyedArchive.archivedData(withRootObject: OldTrip("a"), requiringSecureCoding: true)
  }

  func testConflict() throws {
    let error = try XCTUnwrap(SameName.Coding.nameConflict)
    XCTAssertEqual(error.code, .classMismatch)
    for part in ["“StructCodingTests.OldTrip”", "OldTrip and", "SameName.Coding", "@objc", "formerly:"] {
      XCTAssertTrue("\(error)".contains(part), "\(error)")
    }
    XCTAssertNil(NewName.Coding.nameConflict)
    XCTAssertNil(RegisteredName.Coding.nameConflict)
    NSKeyedUnarchiver.setClass(OldTrip.self, forClassName: "RegisteredTrip")
    defer { NSKeyedUnarchiver.setClass(nil, forClassName: "RegisteredTrip") }
    XCTAssertNotNil(RegisteredName.Coding.nameConflict)
  }

  /// The structs are used, and the class is still what Foundation makes of its files.
  func testTheClassKeepsItsName() throws {
    XCTAssertEqual(SameName(title: "b").encoded.decoded.title, "b")
    XCTAssertEqual(NewName(title: "b").encoded.decoded.title, "b")
    XCTAssertEqual(try NSKeyedUnarchiver.unarchivedObject(ofClass: OldTrip.self, from: archive())?.title, "a")
    XCTAssertEqual(try KeyedArchive.decode(SameName.self, from: archive()).title, "a")
    XCTAssertEqual(try KeyedArchive.decode(NewName.self, from: archive()).title, "a")
  }

  /// A call that allows both cannot say which one it is about.
  func testBothAllowed() throws {
    for classes in [[OldTrip.self, SameName.Coding.self], [SameName.Coding.self, OldTrip.self]]
      as [[AnyClass]]
    {
      XCTAssertThrowsError(try KeyedArchive.unarchivedObject(ofClasses: classes, from: archive())) { error in
        XCTAssertEqual((error as? ArchiveError)?.code, .classMismatch)
        XCTAssertNotNil((error as? ArchiveError)?.offset)
        XCTAssertTrue("\(error)".contains("formerly:"), "\(error)")
      }
    }
    let object = try KeyedArchive.unarchivedObject(ofClasses: [SameName.Coding.self], from: archive())
    XCTAssertEqual((object as? SameName.Coding)?.decoded.title, "a")
  }
}
