import ArchiveDocuments
import ArchiveTestSupport
import ColumnArchives
import FastCoding
import Foundation
import StructCoding
import XCTest

/// Values that need no object of their own are stored without one, and their `Coding` objects are objects. What reads
/// the one reads the other.
final class TwoFormTests: XCTestCase {
  func testRawValuesOfTypes() throws {
    try checkForms([RawText.a, .b, .a])
    try checkForms([RawNumber.two, .one])
    try checkForms([RawByte.low, .high])
    try checkForms([RawOptions.small, [.small, .large], []])
    try checkForms([RawDay(rawValue: Date(timeIntervalSinceReferenceDate: 5))])
    try checkForms([RawPlace(rawValue: PlainPlace(x: 1)), RawPlace(rawValue: PlainPlace(x: 2))])
    try checkForms([PlainCases.a, .b])
    try checkForms([Tag(rawValue: "a", weight: 7), Tag(rawValue: "a", weight: 8)])
  }

  /// One element, an array, a set and a dictionary, from objects and back, as an archive and as nodes.
  private func checkForms<Value: Archivable & Hashable>(
    _ values: [Value], file: StaticString = #filePath, line: UInt = #line
  ) throws {
    let name = "\(Value.self)"
    let byNumber = Dictionary(uniqueKeysWithValues: values.enumerated().map { ("\($0)", $1) })
    let asKeys = Dictionary(values.enumerated().map { ($1, $0) }, uniquingKeysWith: { $1 })
    // Objects, read as values.
    func check<Read: ArchiveValue & Equatable>(_ object: Any, as value: Read) throws {
      let data = try KeyedArchive.archivedData(withRootObject: object, requiringSecureCoding: true)
      let node = try KeyedArchive(data).node()
      XCTAssertEqual(try KeyedArchive.decode(Read.self, from: data), value, name, file: file, line: line)
      XCTAssertEqual(try node.decode(Read.self), value, "\(name), node", file: file, line: line)
      let column = try ColumnArchive.encode(node)
      XCTAssertEqual(
        try ColumnArchive.decode(Read.self, from: column), value, "\(name), column", file: file, line: line)
    }
    try check(values[0].encoded, as: values[0])
    try check(values.encoded, as: values)
    try check(Set(values).encoded, as: Set(values))
    try check(byNumber.encoded, as: byNumber)
    try check(asKeys.encoded, as: asKeys)

    // Values, read as objects.
    let allowed = [NSArray.self, NSSet.self, NSDictionary.self, NSNumber.self, Value.Coding.self]
    func object(_ value: some ArchiveValue) throws -> Any? {
      try KeyedArchive.unarchivedObject(ofClasses: allowed, from: KeyedArchive.encode(value))
    }
    let one = try KeyedArchive.unarchivedObject(
      ofClass: Value.Coding.self, from: KeyedArchive.encode(values[0]))
    XCTAssertEqual(one?.decoded, values[0], name, file: file, line: line)
    let many = try KeyedArchive.unarchivedArrayOfObjects(
      ofClass: Value.Coding.self, from: KeyedArchive.encode(values))
    XCTAssertEqual(many?.decoded, values, name, file: file, line: line)
    // A raw value that is a number is a number wherever the caller allows numbers.
    guard !(values is [RawNumber] || values is [RawByte] || values is [RawOptions]) else { return }
    XCTAssertEqual(
      try (object(values) as? NSArray).map { try $0.decoded(as: Value.self) }, values, name, file: file,
      line: line
    )
    XCTAssertEqual(
      try Set((object(Set(values)) as? NSSet).map { try $0.decoded(as: Value.self) } ?? []), Set(values),
      name,
      file: file, line: line)
    let pairs = try object(asKeys) as? [Value.Coding: Int]
    XCTAssertEqual(pairs?.decoded, asKeys, name, file: file, line: line)
  }

  func testFoundationReadsAndWritesTheObjects() throws {
    for value in [RawText.a, .b] {
      RawText.Coding.registerArchiveNames()
      let data = try KeyedArchive.archivedData(withRootObject: value.encoded, requiringSecureCoding: true)
      let found = try NSKeyedUnarchiver.unarchivedObject(ofClass: RawText.Coding.self, from: data)
      XCTAssertEqual(found?.decoded, value)
      let many = try KeyedArchive.archivedData(
        withRootObject: [value, .b].encoded, requiringSecureCoding: true)
      let array = try NSKeyedUnarchiver.unarchivedObject(
        ofClasses: [NSArray.self, RawText.Coding.self], from: many)
      XCTAssertEqual((array as? [RawText.Coding])?.decoded, [value, .b])
    }
    // Foundation on Linux writes no nested classes.
    let object = NSArray(array: [WrittenText.a, .b].map(WrittenTextCoding.init))
    let data = try NSKeyedArchiver.archivedData(withRootObject: object, requiringSecureCoding: true)
    XCTAssertEqual(try KeyedArchive.decode([WrittenText].self, from: data), [.a, .b])
    XCTAssertEqual(try KeyedArchive(data).node().decode([WrittenText].self), [.a, .b])
  }

  func testAPlainValueOfSeveralAllowedTypesIsNoneOfThem() throws {
    let data = try KeyedArchive.encode([RawText.a])
    assertThrows(.typeMismatch, at: "[0]") {
      try KeyedArchive.unarchivedObject(
        ofClasses: [NSArray.self, RawText.Coding.self, PlainCases.Coding.self], from: data)
    }
    let strings = try KeyedArchive.unarchivedObject(
      ofClasses: [NSArray.self, NSString.self, RawText.Coding.self], from: data)
    XCTAssertEqual(strings as? [String], ["a"])
  }

  func testErrorsNameWhatWasAskedFor() throws {
    let texts = try KeyedArchive.encode(["a", "zz"])
    assertThrows(.invalidValue, at: "[1]", saying: "zz") {
      try KeyedArchive.decode([RawText].self, from: texts)
    }
    assertThrows(.typeMismatch, at: "[0]", saying: "an integer") {
      try KeyedArchive.decode([RawNumber].self, from: texts)
    }
    assertThrows(.typeMismatch, at: "[0]") {
      try KeyedArchive.unarchivedArrayOfObjects(ofClass: RawNumber.Coding.self, from: texts)
    }
    let mixed = try KeyedArchive.archivedData(
      withRootObject: ["b", RawText.a.encoded, "zz"] as [Any], requiringSecureCoding: true)
    assertThrows(.invalidValue, at: "[2]", saying: "zz") {
      try KeyedArchive.decode([RawText].self, from: mixed)
    }
    let other = try KeyedArchive.encode([PlainPlace(x: 1)])
    assertThrows(.classMismatch, at: "[0]") { try KeyedArchive.decode([RawText].self, from: other) }
  }

  func testElementsThatCannotBeReadAreLeftOutInBothForms() throws {
    let mixed = try KeyedArchive.archivedData(
      withRootObject: ["b", RawText.a.encoded, "zz"] as [Any], requiringSecureCoding: true)
    let node = try ArchiveNode.record(
      ArchiveNode.Fields(className: "Test_DroppedTexts", ["texts": KeyedArchive(mixed).node()]))
    XCTAssertEqual(try node.decode(DroppedTexts.self), DroppedTexts(texts: [.b, .a]))
  }
}

/// Structs that store more than their raw value.
final class RawValueAndMoreTests: XCTestCase {
  private let tags = [
    Tag(rawValue: "a", weight: 7), Tag(rawValue: "a", weight: 8), Tag(rawValue: "b", weight: 1),
  ]

  func testNothingIsLost() throws {
    let all = Tagged(
      tag: tags[0], some: tags[1], none: nil, list: tags, set: Set(tags), keys: [tags[0]: 1, tags[1]: 2],
      versions: [Release(major: 1, minor: 2, rest: "b")])
    try assertRoundTrip(all)
    for road in Road.allCases {
      XCTAssertEqual(try road.carry(all, to: Tagged.self), all, "\(road)")
      XCTAssertEqual(try road.carry(tags, to: [Tag].self), tags, "\(road)")
      XCTAssertEqual(try road.carry(Set(tags), to: Set<Tag>.self), Set(tags), "\(road)")
    }
    XCTAssertEqual(try FastCodingArchive.decode([Tag].self, from: FastCodingArchive.encode(tags)), tags)
    let json = try ArchiveDocument(KeyedArchive.encode(all)).data(as: .json)
    XCTAssertEqual(try ArchiveDocument(json).node.decode(Tagged.self), all)
    let object = try KeyedArchive.archivedData(withRootObject: tags.encoded, requiringSecureCoding: true)
    XCTAssertEqual(try KeyedArchive.decode([Tag].self, from: object), tags)
  }

  func testNSCodersKeepAllToo() throws {
    let all = Tagged(
      tag: tags[0], some: tags[1], none: nil, list: tags, set: Set(tags), keys: [tags[0]: 1, tags[1]: 2],
      versions: [Release(major: 1, minor: 2, rest: "b")])
    Tagged.Coding.registerArchiveNames()
    let found = try NSKeyedUnarchiver.unarchivedObject(
      ofClass: Tagged.Coding.self, from: KeyedArchive.encode(all))
    XCTAssertEqual(found?.decoded, all)
  }

  /// What is stored as a raw value stays so: option sets, and structs that store nothing else.
  func testARawValueAloneIsStoredAsItself() throws {
    XCTAssertEqual(try ArchiveNode(encoding: RawOptions.large), 2)
    XCTAssertEqual(try ArchiveNode(encoding: OnlyText(rawValue: "a")), "a")
    XCTAssertEqual(try ArchiveNode(encoding: NamedBits(rawValue: 3)), 3)
    XCTAssertEqual(try ArchiveNode(encoding: Cached(rawValue: "a")), "a")
    XCTAssertEqual(
      try ArchiveNode(encoding: Impostor(rawValue: 1.5)),
      .record(ArchiveNode.Fields(className: "Test_Impostor", ["rawValue": 1.5])))
    XCTAssertEqual(try ArchiveNode(encoding: tags[0])["weight"], 7)
  }

  /// Without a table, the schema says whether there is more to store than the raw value.
  func testAStructByHandIsStoredByItsFields() throws {
    let values = [Weighed(rawValue: "a", weight: 7), Weighed(rawValue: "a", weight: 8)]
    XCTAssertEqual(try ArchiveNode(encoding: values[0])["weight"], 7)
    for road in Road.allCases {
      XCTAssertEqual(try road.carry(values, to: [Weighed].self), values, "\(road)")
    }
  }

  /// A struct may store more in its next version, or less.
  func testBothFormsOfOneTypeAreRead() throws {
    for road in Road.allCases {
      for (old, new) in [("a", Tag(rawValue: "a")), ("", Tag(rawValue: ""))] {
        XCTAssertEqual(try road.carry(OnlyText(rawValue: old), to: Tag.self), new, "\(road)")
        XCTAssertEqual(try road.carry([OnlyText(rawValue: old)], to: [Tag].self), [new], "\(road)")
        let field = OldTagHolder(tag: OnlyText(rawValue: old), tags: [OnlyText(rawValue: old)])
        XCTAssertEqual(try road.carry(field, to: TagHolder.self), TagHolder(tag: new, tags: [new]), "\(road)")
        let back = try road.carry(TagHolder(tag: new, tags: [new]), to: OldTagHolder.self)
        XCTAssertEqual(back, field, "\(road)")
      }
      XCTAssertEqual(
        try road.carry(tags, to: [OnlyText].self), tags.map { OnlyText(rawValue: $0.rawValue) }, "\(road)")
    }
  }
}

/// Sequences that are archivable themselves.
final class ArchivableSequenceTests: XCTestCase {
  private let playlist = Playlist(name: "p", songs: [Song(title: "a"), Song(title: "b")])

  func testTheObjectIsThatOfTheWhole() throws {
    XCTAssertTrue(type(of: playlist.encoded) == Playlist.Coding.self)
    XCTAssertTrue(type(of: Shelf(songs: playlist.songs).encoded) == Shelf.Coding.self)
    XCTAssertTrue(type(of: LazySongs(songs: playlist.songs).encoded) == LazySongs.Coding.self)
    let elements: [Song.Coding] = playlist.encoded
    XCTAssertEqual(elements.decoded, playlist.songs)
    XCTAssertEqual(playlist.songs.encoded.decoded, playlist.songs)
    XCTAssertEqual([playlist].encoded.decoded, [playlist])
    XCTAssertEqual([playlist].map { $0.encoded }.decoded, [playlist])
    XCTAssertEqual([playlist].map(\.encoded).decoded, [playlist])
    XCTAssertEqual([playlist].lazy.encoded.decoded.map { $0 }, [playlist])
    XCTAssertEqual(Optional(playlist).encoded?.decoded, playlist)
    XCTAssertEqual(Optional(playlist)?.encoded.decoded, playlist)
    XCTAssertEqual(["p": playlist].encoded.decoded, ["p": playlist])
    XCTAssertEqual(object(of: playlist).decoded, playlist)
    let data = try KeyedArchive.archivedData(withRootObject: playlist.encoded, requiringSecureCoding: true)
    XCTAssertEqual(try KeyedArchive.decode(Playlist.self, from: data), playlist)
    XCTAssertEqual(data, try KeyedArchive.encode(playlist))
    let shelf = Shelf(songs: playlist.songs)
    let other = try KeyedArchive.archivedData(withRootObject: shelf.encoded, requiringSecureCoding: true)
    XCTAssertEqual(try KeyedArchive.decode(Shelf.self, from: other), shelf)
  }

  private func object<Value: Archivable & Sequence>(of value: Value) -> Value.Coding
  where Value.Element: Archivable {
    value.encoded
  }
}

// MARK: Models

@Archivable enum RawText: String { case a, b }
@Archivable enum RawNumber: Int {
  case one = 1
  case two
}
@Archivable enum RawByte: UInt8 {
  case low
  case high = 200
}
@Archivable enum PlainCases { case a, b }

@Archivable struct RawOptions: OptionSet, Hashable {
  let rawValue: Int
  static let small = RawOptions(rawValue: 1)
  static let large = RawOptions(rawValue: 2)
}

@Archivable struct RawDay: RawRepresentable, Hashable { var rawValue: Date }
@Archivable struct PlainPlace: Hashable { var x: Int }
@Archivable struct RawPlace: RawRepresentable, Hashable { var rawValue: PlainPlace }

@Archivable(className: "Test_Tag")
struct Tag: RawRepresentable, Hashable {
  var rawValue: String
  var weight = 1
  init(rawValue: String) { self.rawValue = rawValue }
  init(rawValue: String, weight: Int) { (self.rawValue, self.weight) = (rawValue, weight) }

  // Swift's own compares raw values only.
  static func == (left: Tag, right: Tag) -> Bool {
    left.rawValue == right.rawValue && left.weight == right.weight
  }
  func hash(into hasher: inout Hasher) { hasher.combine(weight) }
}

struct Weighed: Archivable, RawRepresentable {
  var rawValue: String
  var weight: Int
  init(rawValue: String, weight: Int) { (self.rawValue, self.weight) = (rawValue, weight) }
  init(rawValue: String) { self.init(rawValue: rawValue, weight: 1) }

  static let archiveSchema = ArchiveSchema(className: "Test_Weighed", fields: ["rawValue", "weight"])
  func encodeFields(to encoder: inout some FieldEncoder) throws {
    try encoder.encode(rawValue, at: 0)
    try encoder.encode(weight, at: 1)
  }
  init(fields decoder: inout some FieldDecoder) throws {
    rawValue = try decoder.decode(at: 0)
    weight = try decoder.decode(at: 1)
  }

  #if canImport(ObjectiveC)
    @objc(Weighed_Coding)
  #endif
  final class Coding: CodingObject, ArchiveWrapper {
    typealias Value = Weighed
    override class var supportsSecureCoding: Bool { true }
  }
}

extension Weighed: Equatable {
  static func == (left: Weighed, right: Weighed) -> Bool {
    left.rawValue == right.rawValue && left.weight == right.weight
  }
}

@Archivable(className: "Test_Tag")
struct OnlyText: RawRepresentable, Hashable { var rawValue: String }

/// The raw value does not hold all that is stored.
@Archivable struct Release: Hashable {
  var major: Int
  var minor: Int
  var rest = ""
}

extension Release: RawRepresentable {
  init?(rawValue: String) {
    let parts = rawValue.split(separator: ".").compactMap { Int($0) }
    guard parts.count == 2 else { return nil }
    self.init(major: parts[0], minor: parts[1])
  }
  var rawValue: String { "\(major).\(minor)" }

  static func == (left: Release, right: Release) -> Bool {
    left.major == right.major && left.minor == right.minor && left.rest == right.rest
  }
}

@Archivable struct NamedBits: OptionSet { @Stored("bits") let rawValue: Int }

@Archivable struct Cached: RawRepresentable {
  var rawValue: String
  @Transient var length = 0
  init(rawValue: String) { self.rawValue = rawValue }
}

@Archivable(className: "Test_Impostor")
struct Impostor: RawRepresentable {
  @Stored("rawValue") var exact: Double
  init(rawValue: Double) { exact = rawValue }
  var rawValue: Double { exact.rounded() }
}

@Archivable struct Tagged: Equatable {
  var tag: Tag
  var some: Tag?
  var none: Tag?
  var list: [Tag]
  var set: Set<Tag>
  var keys: [Tag: Int]
  var versions: [Release]
}

@Archivable(className: "Test_TagHolder") struct TagHolder: Equatable { var tag: Tag, tags: [Tag] }
@Archivable(className: "Test_TagHolder") struct OldTagHolder: Equatable {
  var tag: OnlyText, tags: [OnlyText]
}

@Archivable(className: "Test_DroppedTexts")
struct DroppedTexts: Equatable { @Stored(onDecodeFailure: .dropElements) var texts: [RawText] }

@Archivable struct Song: Hashable { var title: String }

@Archivable struct Playlist: Sequence, Equatable {
  var name: String
  var songs: [Song]
  func makeIterator() -> IndexingIterator<[Song]> { songs.makeIterator() }
}

@Archivable struct Shelf: RandomAccessCollection, Equatable {
  var songs: [Song]
  var startIndex: Int { songs.startIndex }
  var endIndex: Int { songs.endIndex }
  subscript(position: Int) -> Song { songs[position] }
}

@Archivable struct LazySongs: LazySequenceProtocol {
  var songs: [Song]
  func makeIterator() -> IndexingIterator<[Song]> { songs.makeIterator() }
}

/// An enumeration whose object has a class at the top of the module, as Foundation on Linux can write it.
enum WrittenText: String, Archivable {
  case a, b
  static let archiveSchema = ArchiveSchema(
    className: "StructCodingTests.WrittenTextCoding", fields: ["rawValue"])
  typealias Coding = WrittenTextCoding
}

final class WrittenTextCoding: CodingObject, ArchiveWrapper {
  typealias Value = WrittenText
  override class var supportsSecureCoding: Bool { true }
}
