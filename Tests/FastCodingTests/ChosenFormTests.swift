import ArchiveDocuments
import ArchiveTestSupport
import FastCoding
import StructCoding
import XCTest

@ArchivableObject(className: "Person")
private class Friend {
  var name: String?
  var friends: [Friend]?
  class var archiveSubclasses: [any ArchivableObject.Type] { [BestFriend.self] }
  init(_ name: String?, friends: [Friend]? = nil) { (self.name, self.friends) = (name, friends) }
}

@ArchivableObject(className: "BestFriend")
private final class BestFriend: Friend {
  override init(_ name: String?, friends: [Friend]? = nil) { super.init(name, friends: friends) }
}

extension Friend: ChoosesFastCodingForm {
  static var fastCodingForm: FastCodingForm { .properties }
}

@Archivable(className: "Scalars")
private struct Scalars: Equatable, ChoosesFastCodingForm {
  var b = true
  var i = 70000
  var n = -5
  var i32: Int32 = 300
  var i64: Int64 = 1_099_511_627_776
  var f: Float = 1.5
  var d = 0.1
  var y = Data([1, 2, 3])
  static var fastCodingForm: FastCodingForm { .coded }
}

@Archivable(className: "KA")
private struct Embedded: Equatable, ChoosesFastCodingForm {
  var text: String
  static var fastCodingForm: FastCodingForm { .keyedArchive(nil) }
}

@Archivable(className: "Mixed")
private struct Mixture: Equatable {
  var scalars: Scalars
  var embedded: [Embedded]
}

@Archivable
private struct Ordered {
  var tags: NSOrderedSet
  var places: NSMutableOrderedSet
}

/// Types that choose how their values are stored, compared with what FastCoder wrote of classes that choose the same.
final class ChosenFormTests: XCTestCase {
  private let options = [nil, .coded, .properties, .keyedArchive(nil)].map {
    FastCodingArchive.EncodingOptions(objects: $0)
  }

  private func form(_ node: ArchiveNode?) -> String {
    switch node?.fields?.fastCodingForm {
    case .coded: "coded"
    case .properties: "properties"
    case .keyedArchive: "archive"
    case nil: "none"
    }
  }

  func testProperties() throws {
    let bob = Friend("Bob")
    let al = Friend("Al", friends: [bob])
    for options in options {
      let data = try FastCodingArchive.encode([al, bob, Friend(nil), al], options: options)
      XCTAssertEqual(data, try FastCoderFile.likeness(of: "persons"))
      let back = try FastCodingArchive.decode([Friend].self, from: data)
      XCTAssertTrue(back[0] === back[3] && back[0].friends?[0] === back[1])
    }
    let node = try FastCodingArchive.everything(in: FastCodingArchive.encode(BestFriend("Cy")))
    XCTAssertEqual(form(node), "properties", "a subclass inherits it")
  }

  func testCoded() throws {
    let file = try FastCoderFile.recorded("nscoded_scalars")
    for options in options {
      let data = try FastCodingArchive.encode(Scalars(), options: options)
      XCTAssertEqual(data, file)
      XCTAssertEqual(try FastCodingArchive.decode(Scalars.self, from: data), Scalars())
    }
  }

  /// FastCoder's chunk, with the bytes that `KeyedArchive` writes.
  func testKeyedArchive() throws {
    let value = Embedded(text: "foo")
    let archive = try KeyedArchive.encode(value)
    let file = try FastCoderFile.likeness(of: "keyed_archive_root")
    XCTAssertEqual(try FastCodingArchive.decode(Embedded.self, from: file), value)
    for options in options {
      let data = try FastCodingArchive.encode(value, options: options)
      XCTAssertEqual(data.prefix(0x18), file.prefix(0x18))
      XCTAssertEqual(data.dropFirst(0x1C).prefix(archive.count), archive)
      XCTAssertEqual(try FastCodingArchive.decode(Embedded.self, from: data), value)
    }
  }

  /// Each type of a value has its own; one that chooses none has that of the archive. A record of a file keeps its own.
  func testTypesInTypes() throws {
    let value = Mixture(scalars: Scalars(), embedded: [Embedded(text: "a"), Embedded(text: "b")])
    let data = try FastCodingArchive.encode(value, options: .init(objects: .properties))
    let node = try FastCodingArchive.everything(in: data)
    XCTAssertEqual(
      [node, node["scalars"], node["embedded"]?[0], node["embedded"]?[1]].map(form),
      ["properties", "coded", "archive", "archive"])
    XCTAssertEqual(try FastCodingArchive.decode(Mixture.self, from: data), value)
    XCTAssertEqual(try FastCodingArchive.encode(node), data)
  }

  func testOrderedSets() throws {
    let numbers = NSOrderedSet(array: [3, 1, 2, "x"])
    let file = try FastCodingArchive.encode(numbers)
    XCTAssertEqual(file, try FastCoderFile.likeness(of: "orderedset"))
    XCTAssertEqual(try FastCodingArchive.decode(NSOrderedSet.self, from: file), numbers)
    XCTAssertEqual(try FastCodingArchive.decode([ArchiveNode].self, from: file), [3, 1, 2, "x"])

    let value = Ordered(
      tags: ["b", "a"], places: NSMutableOrderedSet(array: [URL(string: "x:y")! as NSURL, 1]))
    for options in options {
      let data = try FastCodingArchive.encode(value, options: options)
      let back = try FastCodingArchive.decode(Ordered.self, from: data)
      XCTAssertEqual(back.tags, value.tags)
      XCTAssertEqual(back.places, value.places)
      XCTAssertEqual(try FastCodingArchive.encode(FastCodingArchive.everything(in: data)), data)
    }

    let twice = try FastCodingArchive.encode(
      ArchiveNode.instance(ArchiveClass("NSOrderedSet"), ["a", "a"]))
    assertThrows(.invalidValue, saying: "distinct", "1 among 2") {
      try FastCodingArchive.decode(NSOrderedSet.self, from: twice)
    }
  }
}
