import ArchiveTestSupport
import StructCoding
import XCTest

/// Values in objects in values: one writer or reader goes from hand to hand, and comes back whatever happens.
final class CoderHandoverTests: XCTestCase {
  // MARK: Round trips

  func testDeepNesting() throws {
    var part = Part(number: 0)
    for number in 1...60 {
      part = Part(number: number, crate: Crate("crate \(number)", part), parts: [Part(number: -number)])
    }
    let data = try KeyedArchive.encode(part)
    XCTAssertEqual(try KeyedArchive.decode(Part.self, from: data), part)
    XCTAssertEqual(try archive { $0.encode(part.encoded, forKey: "root") }, data)
    XCTAssertEqual(try KeyedArchive.unarchivedObject(ofClass: Part.Coding.self, from: data)?.decoded, part)
    let crate = Crate("outermost", part)
    let crates = try KeyedArchive.archivedData(withRootObject: [crate], requiringSecureCoding: true)
    XCTAssertEqual(try KeyedArchive.unarchivedArrayOfObjects(ofClass: Crate.self, from: crates), [crate])
    XCTAssertEqual(try KeyedArchive.decode([Crate].self, from: crates), [crate])
    XCTAssertEqual(try KeyedArchive.encode([crate]), crates)
    // One level too many, in the middle of both.
    assertThrows(.limitExceeded) {
      try KeyedArchive.encode(part, options: .init(limits: .init(maximumDepth: 100)))
    }
    assertThrows(.limitExceeded) {
      try KeyedArchive.decode(Part.self, from: data, options: .init(limits: .init(maximumDepth: 100)))
    }
  }

  /// As arrays, each road to the same bytes and back.
  func testManyObjects() throws {
    let parts = (0..<300).map { Part(number: $0, crate: $0 % 7 == 0 ? Crate("\($0)", nil) : nil) }
    let data = try KeyedArchive.encode(parts)
    for objects in [parts.encoded as Any, parts.encoded as NSArray] {
      XCTAssertEqual(
        try KeyedArchive.archivedData(withRootObject: objects, requiringSecureCoding: true), data)
    }
    XCTAssertEqual(
      try KeyedArchive.unarchivedArrayOfObjects(ofClass: Part.Coding.self, from: data)?.decoded, parts)
    let list = try KeyedArchive.unarchivedObject(ofClasses: [NSArray.self, Part.Coding.self], from: data)
    XCTAssertEqual(try (list as? [Any])?.decoded(as: Part.self), parts)
  }

  func testSharedObjects() throws {
    let shared = Crate("shared", Part(number: 1))
    let parts = [Part(number: 2, crate: shared), Part(number: 3, crate: shared)]
    let data = try archive { archiver in
      archiver.encode(shared, forKey: "before")
      archiver.encode(parts, forKey: "values")
      archiver.encode(parts.encoded as NSArray, forKey: "objects")
      archiver.encode(shared, forKey: "after")
    }
    XCTAssertEqual(try Layout(data).objects(ofClass: "KeyedArchiveTests.Crate").count, 1)
    try reading(data) { unarchiver in
      let classes: [AnyClass] = [NSArray.self, Part.Coding.self]
      let before = unarchiver.decodeObject(of: Crate.self, forKey: "before")
      XCTAssertEqual(before, shared)
      for key in ["values", "objects"] {
        let list = unarchiver.decodeObject(of: classes, forKey: key) as? [Any]
        let found = try XCTUnwrap(list).decoded(as: Part.self)
        XCTAssertEqual(found, parts, key)
        XCTAssert(found.allSatisfy { $0.crate === before }, key)
      }
      XCTAssert(unarchiver.decodeObject(of: Crate.self, forKey: "after") === before)
    }
    let back = try KeyedArchive.decode([Part].self, from: KeyedArchive.encode(parts))
    XCTAssertEqual(back, parts)
    XCTAssert(back[0].crate === back[1].crate)
  }

  /// More sets of keys than a reader remembers.
  func testManyShapes() throws {
    let objects = (0..<200).map { Loose($0 % 90) }
    let data = try KeyedArchive.archivedData(withRootObject: objects, requiringSecureCoding: true)
    XCTAssertEqual(try KeyedArchive.unarchivedArrayOfObjects(ofClass: Loose.self, from: data), objects)
    XCTAssertEqual(try KeyedArchive.decode([Loose].self, from: KeyedArchive.encode(objects)), objects)
  }

  /// An object that makes a coder of its own while it is written, and while it is read.
  func testCodersInCoders() throws {
    let letters = (0..<3).map { Letter(Part(number: $0, crate: Crate("in \($0)", Part(number: 7)))) }
    let mail = letters.map { Envelope(letter: $0) }
    XCTAssertEqual(try KeyedArchive.decode([Envelope].self, from: KeyedArchive.encode(mail)), mail)
    let data = try KeyedArchive.archivedData(withRootObject: letters, requiringSecureCoding: true)
    XCTAssertEqual(try KeyedArchive.unarchivedArrayOfObjects(ofClass: Letter.self, from: data), letters)
  }

  // MARK: Names

  func testNamesThatChange() throws {
    let data = try archive { archiver in
      for (number, name) in ["First", "Second", nil].enumerated() {
        archiver.setClassName(name, for: Crate.self)
        archiver.encode(Crate("\(number)", nil), forKey: "\(number)")
      }
    }
    let layout = try Layout(data)
    for name in ["First", "Second", "KeyedArchiveTests.Crate"] {
      XCTAssertEqual(layout.objects(ofClass: name).count, 1, name)
    }
    try reading(data) { unarchiver in
      unarchiver.setClass(Crate.self, forClassName: "First")
      XCTAssertEqual(
        unarchiver.decodeObject(of: [Crate.self, Loose.self], forKey: "0") as? Crate, Crate("0", nil))
      unarchiver.setClass(Crate.self, forClassName: "Second")
      XCTAssertEqual(unarchiver.decodeObject(of: Crate.self, forKey: "1"), Crate("1", nil))
      XCTAssertEqual(unarchiver.decodeObject(of: Crate.self, forKey: "2"), Crate("2", nil))
    }
    let twice = try archive { archiver in
      archiver.setClassName("Name", for: Crate.self)
      for key in ["a", "b"] { archiver.encode(Crate(key, nil), forKey: key) }
    }
    try reading(twice) { unarchiver in
      unarchiver.setClass(Crate.self, forClassName: "Name")
      XCTAssertNotNil(unarchiver.decodeObject(of: [Crate.self, OtherCrate.self], forKey: "a") as? Crate)
      unarchiver.setClass(OtherCrate.self, forClassName: "Name")
      XCTAssertNotNil(unarchiver.decodeObject(of: [Crate.self, OtherCrate.self], forKey: "b") as? OtherCrate)
    }
  }

  /// What is allowed at one place is not at another.
  func testClassesThatAreAllowedInPlaces() throws {
    let data = try archive { archiver in
      archiver.encode(Crate("a", nil), forKey: "a")
      archiver.encode(Crate("b", nil), forKey: "b")
    }
    assertThrows(.classMismatch, at: "b", saying: "Loose", "Crate") {
      try reading(data) { unarchiver in
        XCTAssertNotNil(unarchiver.decodeObject(of: Crate.self, forKey: "a"))
        XCTAssertNil(unarchiver.decodeObject(of: Loose.self, forKey: "b"))
      }
    }
    assertThrows(.typeMismatch, at: "a", saying: "Loose", "Crate") {
      try reading(data) { unarchiver in
        XCTAssertNotNil(unarchiver.decodeObject(of: Crate.self, forKey: "a"))
        XCTAssertNil(unarchiver.decodeObject(of: Loose.self, forKey: "a"))
      }
    }
  }

  // MARK: Errors in the middle

  /// Objects that fail deep inside, with more to read after them by the same reader.
  func testObjectsThatFailAmongOthers() throws {
    let bad = Crate("", Part(number: 1))
    let deep = Crate("deep", Part(number: 2, crate: bad, parts: [Part(number: 3)]))
    let good = Crate("good", Part(number: 4))
    let items = [good, deep, bad, good, deep, Crate("last", nil)].map { Item(crate: $0, mark: $0.name) }
    let data = try KeyedArchive.encode(items)
    let expected = [good, nil, nil, good, nil, Crate("last", nil)]
    let backs = [
      try KeyedArchive.decode([Item].self, from: data),
      try XCTUnwrap(KeyedArchive.unarchivedArrayOfObjects(ofClass: Item.Coding.self, from: data)).decoded,
    ]
    for back in backs {
      XCTAssertEqual(back.map(\.crate), expected)
      XCTAssertEqual(back.map(\.mark), items.map(\.mark))
      XCTAssert(back[0].crate === back[3].crate)
    }
    assertThrows(.invalidValue, at: "[1].part.crate", saying: "Crate") {
      try KeyedArchive.decode([Crate].self, from: KeyedArchive.encode([good, deep]))
    }
  }

  func testWritingAfterAnError() throws {
    let archiver = KeyedArchiver(requiringSecureCoding: true)
    archiver.encode(
      Part(number: 1, crate: Crate("a", Part(number: 2, crate: BadCrate("b", nil)))), forKey: "x")
    archiver.encode(Part(number: 3), forKey: "y")
    assertThrows(.unsupported, at: "x.crate.part.crate") { try archiver.finishEncoding() }
    // A value that does without what cannot be written does not keep its contract.
    let kennel = [Crate("a", nil), BadCrate("b", nil), Crate("c", nil)].map(Careless.init)
    assertThrows(.invalidValue, at: "[1]") { try KeyedArchive.encode(kennel) }
    XCTAssertNoThrow(try KeyedArchive.encode([kennel[0], kennel[2]]))
  }

  // MARK: Calls of the coder around

  /// A value that uses the coder that is writing it, not the encoder that it is given.
  func testValuesThatCallTheCoder() throws {
    defer { Meddler.archiver = nil }
    for call in 0..<4 {
      let archiver = KeyedArchiver(requiringSecureCoding: true)
      Meddler.archiver = { number in
        switch call {
        case 0: archiver.encode(number, forKey: "other")
        case 1: archiver.encode(Crate("a", nil), forKey: "other")
        case 2: archiver.setClassName("Other", for: Crate.self)
        default: XCTAssertNil(try? archiver.finishEncoding())
        }
      }
      archiver.encode([Meddler(number: 1), Meddler(number: 2)], forKey: "meddlers")
      if call < 3 {
        assertThrows(.unsupported, saying: "encodeFields(to:)") { try archiver.finishEncoding() }
      } else {
        XCTAssertNoThrow(try archiver.finishEncoding())
      }
    }
  }

  func testValuesThatCallTheUnarchiver() throws {
    Meddler.archiver = nil
    defer { Meddler.unarchiver = nil }
    let data = try archive { archiver in
      archiver.encode(Meddler(number: 1), forKey: "meddler")
      archiver.encode(2, forKey: "number")
    }
    for call in 0..<3 {
      let unarchiver = try KeyedUnarchiver(forReadingFrom: data)
      Meddler.unarchiver = {
        switch call {
        case 0: XCTAssertEqual(unarchiver.decodeInteger(forKey: "number"), 0)
        case 1: XCTAssertNil(unarchiver.decodeObject(of: Meddler.Coding.self, forKey: "meddler"))
        default: unarchiver.setClass(Crate.self, forClassName: "Other")
        }
        XCTAssert(unarchiver.containsValue(forKey: "number"))
      }
      _ = unarchiver.decodeObject(of: Meddler.Coding.self, forKey: "meddler")
      assertThrows(.unsupported, saying: "init(fields:)") { try unarchiver.finishDecoding() }
    }
  }

  /// A coder that an object kept, of a call that has ended.
  func testCodersThatAreKept() throws {
    defer { Keeper.coders = [] }
    let data = try KeyedArchive.encode([Pocket(keeper: Keeper())])
    XCTAssertEqual(try KeyedArchive.decode([Pocket].self, from: data).count, 1)
    let archiver = try XCTUnwrap(Keeper.coders.first as? KeyedArchiver)
    archiver.encode(1, forKey: "a")
    archiver.encode(Crate("b", nil))
    assertThrows(.unsupported) { try archiver.finishEncoding() }
    let unarchiver = try XCTUnwrap(Keeper.coders.last as? KeyedUnarchiver)
    XCTAssertFalse(unarchiver.containsValue(forKey: "number"))
    XCTAssertEqual(unarchiver.decodeInteger(forKey: "number"), 0)
    XCTAssertNil(unarchiver.decodeObject())
    unarchiver.setClass(nil, forClassName: "a")
    assertThrows(.unsupported) { try unarchiver.finishDecoding() }
  }

  /// An object that writes to the coder when it is asked what stands in its place.
  func testReplacementsThatWrite() throws {
    for key in ["same", "other"] {
      let data = try archive { archiver in
        archiver.encode(Busy(key), forKey: "same")
        archiver.encode(1, forKey: "last")
      }
      try reading(data) { unarchiver in
        XCTAssertEqual(unarchiver.decodeObject(of: NSString.self, forKey: "same"), "replaced")
        XCTAssertEqual(unarchiver.decodeInteger(forKey: "last"), 1)
      }
    }
    XCTAssertThrowsError(try archive { $0.encode([Busy("k")] as NSArray, forKey: "list") })
  }
}

// MARK: Models

/// An object with a value in it, which refuses to be read without a name.
class Crate: NSObject, NSSecureCoding {
  let name: String
  let part: Part?
  class var supportsSecureCoding: Bool { true }

  init(_ name: String, _ part: Part?) { (self.name, self.part) = (name, part) }

  func encode(with coder: NSCoder) {
    coder.encode(name, forKey: "name")
    coder.encode(part?.encoded, forKey: "part")
  }

  required init?(coder: NSCoder) {
    part = coder.decodeObject(of: Part.Coding.self, forKey: "part")?.decoded
    name = coder.decodeObject(of: NSString.self, forKey: "name") as String? ?? ""
    if name.isEmpty { return nil }
  }

  override func isEqual(_ object: Any?) -> Bool {
    guard let other = object as? Crate else { return false }
    return name == other.name && part == other.part
  }
  override var hash: Int { name.hashValue }
}

extension Crate: ArchiveValue {}

final class OtherCrate: Crate {}

/// One that cannot be written as a field.
final class BadCrate: Crate {}

@Archivable(className: "Handover_Part")
struct Part: Equatable {
  var number: Int
  var crate: Crate? = nil
  var parts: [Part] = []
}

@Archivable(className: "Handover_Item")
private struct Item: Equatable {
  @Stored(onDecodeFailure: .fallbackToDefaultValue) var crate: Crate? = nil
  var mark: String
}

/// Keys that differ from object to object.
final class Loose: NSObject, NSSecureCoding {
  let number: Int
  static var supportsSecureCoding: Bool { true }
  init(_ number: Int) { self.number = number }
  func encode(with coder: NSCoder) {
    coder.encode(number, forKey: "number")
    coder.encode("text", forKey: "key \(number)")
  }
  init?(coder: NSCoder) {
    number = coder.decodeInteger(forKey: "number")
    guard coder.decodeObject(of: NSString.self, forKey: "key \(number)") == "text" else { return nil }
  }
  override func isEqual(_ object: Any?) -> Bool { (object as? Loose)?.number == number }
  override var hash: Int { number }
}

extension Loose: ArchiveValue {}

/// An object that stores an archive.
final class Letter: NSObject, NSSecureCoding {
  let part: Part
  static var supportsSecureCoding: Bool { true }
  init(_ part: Part) { self.part = part }
  func encode(with coder: NSCoder) {
    let inner = KeyedArchiver(requiringSecureCoding: true)
    inner.encode(part.encoded, forKey: "part")
    coder.encode((try? inner.finishEncoding() as NSData) as Any?, forKey: "data")
    coder.encode(part.encoded, forKey: "part")
  }
  init?(coder: NSCoder) {
    guard let data = coder.decodeObject(of: NSData.self, forKey: "data"),
      let inner = try? KeyedUnarchiver(forReadingFrom: data as Data),
      let part = inner.decodeObject(of: Part.Coding.self, forKey: "part")?.decoded,
      coder.decodeObject(of: Part.Coding.self, forKey: "part")?.decoded == part
    else { return nil }
    self.part = part
  }
  override func isEqual(_ object: Any?) -> Bool { (object as? Letter)?.part == part }
  override var hash: Int { part.number }
}

extension Letter: ArchiveValue {}

@Archivable
private struct Envelope: Equatable {
  var letter: Letter
}

/// A value that swallows the error of its field.
private struct Careless: ArchiveValue {
  var crate: Crate
  init(_ crate: Crate) { self.crate = crate }
  func encodeValue(to encoder: inout some ValueEncoder) throws { try? crate.encodeValue(to: &encoder) }
  static func decodeValue(from decoder: inout some ValueDecoder) throws -> Careless {
    Careless(try Crate.decodeValue(from: &decoder))
  }
  static var archiveClasses: [AnyClass] { Crate.archiveClasses }
}

private struct Meddler: Archivable {
  nonisolated(unsafe) static var archiver: ((Int) -> Void)?
  nonisolated(unsafe) static var unarchiver: (() -> Void)?

  var number: Int
  static let archiveSchema = ArchiveSchema(className: "Handover_Meddler", fields: ["number"])
  init(number: Int) { self.number = number }
  func encodeFields(to encoder: inout some FieldEncoder) throws {
    Self.archiver?(number)
    try encoder.encode(number, at: 0)
  }
  init(fields decoder: inout some FieldDecoder) throws {
    Self.unarchiver?()
    number = try decoder.decode(at: 0)
  }

  #if canImport(ObjectiveC)
    @objc(Meddler_Coding)
  #endif
  final class Coding: NSObject, NSSecureCoding, ArchiveWrapper {
    let decoded: Meddler
    init(_ value: Meddler) { decoded = value }
    static var supportsSecureCoding: Bool { true }
    func encode(with coder: NSCoder) { archive(to: coder) }
    init?(coder: NSCoder) {
      guard let value = Self.unarchive(from: coder) else { return nil }
      decoded = value
    }
  }
}

final class Keeper: NSObject, NSSecureCoding {
  nonisolated(unsafe) static var coders: [NSCoder] = []
  static var supportsSecureCoding: Bool { true }
  override init() {}
  func encode(with coder: NSCoder) {
    Self.coders.append(coder)
    coder.encode(1, forKey: "number")
  }
  init?(coder: NSCoder) {
    Self.coders.append(coder)
    guard coder.decodeInteger(forKey: "number") == 1 else { return nil }
  }
}

extension Keeper: ArchiveValue {}

@Archivable
private struct Pocket {
  var keeper: Keeper
}

private final class Busy: NSObject {
  private let key: String
  init(_ key: String) { self.key = key }
  override func replacementObject(for coder: NSCoder) -> Any? {
    coder.encode(1, forKey: key)
    return "replaced"
  }
}
