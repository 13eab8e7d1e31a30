import ArchiveTestSupport
import ArchiveValues
import Foundation
import XCTest

@testable import StructCoding

/// Older names of fields and cases, where an `NSCoder` is read.
final class RenamedCoderTests: XCTestCase {
  @Archivable(className: "Test_Place")
  struct Place: Equatable {
    @Stored("lat") var latitude: Double
    @Stored(formerly: "tag", "title") var label: String
    @Stored(formerly: "note") var remark: String?
    @Stored(formerly: "zoomLevel") var zoom = 1
  }

  @Archivable
  enum Step: Equatable {
    @Stored("wait", formerly: "sleep") case pause(Int)
    case stop
  }

  /// Writes fields under `keys` by Foundation, and reads them as a record.
  private func read<Record: Archivable>(
    _ type: Record.Type, written write: @escaping (NSCoder) -> Void
  ) throws -> Record {
    let data = try archive(write)
    unsafe TestBox.outcome = nil
    unsafe TestBox.read = { decoder in
      var record = CoderDecoder(coder: decoder.coder, schema: Record.archiveSchema)
      return try Record(fields: &record)
    }
    _ = try? NSKeyedUnarchiver.unarchivedObject(ofClass: TestBox.self, from: data)
    return try XCTUnwrap(unsafe TestBox.outcome).get() as! Record
  }

  func testFields() throws {
    let old = try read(Place.self) { coder in
      coder.encode(1.5, forKey: "lat")
      coder.encode("text" as NSString, forKey: "title")
      coder.encode("note" as NSString, forKey: "note")
      coder.encode(4, forKey: "zoomLevel")
    }
    XCTAssertEqual(old, Place(latitude: 1.5, label: "text", remark: "note", zoom: 4))
    let both = try read(Place.self) { coder in
      coder.encode(1.5, forKey: "lat")
      for name in ["title", "tag", "label"] { coder.encode(name as NSString, forKey: name) }
    }
    XCTAssertEqual(both, Place(latitude: 1.5, label: "label", remark: nil, zoom: 1))
    let inOrder = try read(Place.self) { coder in
      coder.encode(1.5, forKey: "lat")
      for name in ["title", "tag"] { coder.encode(name as NSString, forKey: name) }
    }
    XCTAssertEqual(inOrder.label, "tag")
  }

  func testMissingField() throws {
    XCTAssertThrowsError(try read(Place.self) { $0.encode(1.5, forKey: "lat") }) { error in
      XCTAssertEqual((error as? ArchiveError)?.code, .missingField)
      XCTAssertEqual((error as? ArchiveError)?.pathDescription, "label")
    }
  }

  func testCases() throws {
    for name in ["wait", "sleep"] {
      let step = try read(Step.self) { coder in
        coder.encode(name as NSString, forKey: ArchiveSchema.caseKey)
        coder.encode(3, forKey: "_0")
      }
      XCTAssertEqual(step, .pause(3))
    }
  }

  /// Through the library's own coders.
  func testRoundTrip() throws {
    try assertCoderRoundTrip(Place(latitude: 1, label: "a", remark: nil, zoom: 2))
    try assertCoderRoundTrip(Step.pause(4))
  }
}
