import ArchiveDocuments
import ArchiveTestSupport
import StructCoding
import XCTest

/// Archives of forms that writers may use and that ours never does.
final class ForeignFormTests: XCTestCase {
  private func form(_ name: String) throws -> Data {
    try XCTUnwrap(ForeignArchive.forms.first { $0.name == "forms/" + name }?.data, name)
  }

  func testContents() throws {
    for archive in ForeignArchive.forms + [.numbers] {
      let node = try KeyedArchive(archive.data).node()
      let content = try XCTUnwrap(archive.content)
      assertSameContent(node, content, "\(archive)")
      XCTAssertTrue(node.hasSameSharing(as: content), "\(archive)")
      XCTAssertNoThrow(try KeyedArchive(archive.data).verify(), "\(archive)")
    }
  }

  func testValues() throws {
    XCTAssertEqual(try KeyedArchive.decode(Decimal.self, from: form("decimal")), Decimal(string: "-123.45"))
    XCTAssertEqual(
      try KeyedArchive.decode(PointAndSize.self, from: form("point-and-size")),
      PointAndSize(point: CGPoint(x: 1.5, y: -2), size: CGSize(width: 30, height: 40)))
    for name in ["wide-numbers", "references-of-3-bytes", "root-last", "keys-in-another-order"] {
      XCTAssertEqual(
        try KeyedArchive.decode([Mixed].self, from: form(name)), [.text("é"), .number(-7)], name)
    }
    XCTAssertEqual(try KeyedArchive.decode([String].self, from: form("300-objects")).last, "text 299")
    XCTAssertEqual(
      try KeyedArchive.decode(Packet.self, from: form("bytes-in-the-object")),
      Packet(bytes: Data([1, 2, 3]), count: 300, ratio: 0.5, isOn: true))
    XCTAssertEqual(try KeyedArchive.decode(SwiftTree.self, from: form("swift-class")), SwiftTree(name: "oak"))
    assertThrows(.classMismatch, saying: "Registry") {
      try KeyedArchive.decode([String: Int].self, from: form("subclass-of-a-collection"))
    }
  }

  func testObjects() throws {
    let error = try XCTUnwrap(
      KeyedArchive.unarchivedObject(
        ofClasses: [NSError.self, NSDictionary.self, NSString.self], from: form("error"))
        as? NSError)
    XCTAssertEqual(error.domain, NSURLErrorDomain)
    XCTAssertEqual(error.code, -1001)
    XCTAssertEqual(error.localizedDescription, "The request timed out.")
    let outer = try KeyedArchive.decode(View.self, from: form("parents"))
    XCTAssertEqual(outer.subviews.count, 2)
    XCTAssertTrue(outer.subviews.allSatisfy { $0.superview === outer })
    XCTAssertTrue(outer.subviews[0].nextResponder === outer)
    XCTAssertTrue(outer.subviews[1].nextResponder === outer.subviews[0])
  }
}

/// An array of a point and a size.
private struct PointAndSize: ArchiveValue, Equatable {
  var point = CGPoint.zero
  var size = CGSize.zero

  func encodeValue(to encoder: inout some ValueEncoder) throws { throw CocoaError(.coderInvalidValue) }

  private enum Part: ArchiveValue {
    case point(CGPoint)
    case size(CGSize)
    func encodeValue(to encoder: inout some ValueEncoder) throws { throw CocoaError(.coderInvalidValue) }
    static func decodeValue(from decoder: inout some ValueDecoder) throws -> Part {
      if let point = try? CGPoint.decodeValue(from: &decoder) { return .point(point) }
      return .size(try CGSize.decodeValue(from: &decoder))
    }
  }

  static func decodeValue(from decoder: inout some ValueDecoder) throws -> PointAndSize {
    var value = PointAndSize()
    for part in try [Part].decodeValue(from: &decoder) {
      switch part {
      case .point(let point): value.point = point
      case .size(let size): value.size = size
      }
    }
    return value
  }

  init(point: CGPoint = .zero, size: CGSize = .zero) { (self.point, self.size) = (point, size) }
}

@Archivable(className: "Packet")
private struct Packet: Equatable {
  var bytes: Data
  var count: Int
  var ratio: Double
  var isOn: Bool
}

@Archivable(className: "_TtC7Gardens4Tree")
private struct SwiftTree: Equatable {
  var name: String
}

@ArchivableObject(className: "View")
private final class View {
  @Stored("NSSubviews") var subviews: [View] = []
  @Stored("NSSuperview") weak var superview: View?
  @Stored("NSNextResponder") weak var nextResponder: View?
  var name = ""

  init() {}
}
