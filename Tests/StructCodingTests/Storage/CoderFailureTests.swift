import ArchiveTestSupport
import StructCoding
import XCTest

/// Fields that cannot be read, on the road through `NSCoder`: they fall back, and what is beside them is read.
final class CoderFailureTests: XCTestCase {
  /// A report of another day: its fields are of other types, and objects inside of it are not what they were.
  @Archivable(className: "Test_Report")
  struct Old: Equatable {
    var id: Int
    var count = "many"
    var ratio = "half"
    var isOpen = "yes"
    var date = "today"
    var data = "bytes"
    var unit = "cubit"
    var fraction = "1/0"
    var part = OldPart(name: "outer", values: ["one"], parts: [OldPart(name: "inner", values: ["two"])])
    var parts = [OldPart(name: "good", values: []), OldPart(name: "bad", values: ["three"])]
    var named = ["a": OldPart(name: "in a dictionary", values: ["four"])]
    var tag = CoderFailureTag("refused")
    var last = "last"
    var tail = 0.5
  }

  @Archivable(className: "Test_Part")
  struct OldPart: Equatable {
    var name: String
    var values: [String]
    var parts: [OldPart] = []
  }

  @Archivable(className: "Test_Report")
  struct New: Equatable {
    var id: Int
    @Stored(onDecodeFailure: .fallbackToDefaultValue) var count = 7
    @Stored(onDecodeFailure: .fallbackToDefaultValue) var ratio = 0.25
    @Stored(onDecodeFailure: .fallbackToDefaultValue) var isOpen = true
    @Stored(onDecodeFailure: .fallbackToDefaultValue) var date = Date(timeIntervalSinceReferenceDate: 1)
    @Stored(onDecodeFailure: .fallbackToDefaultValue) var data = Data([1])
    @Stored(onDecodeFailure: .fallbackToDefaultValue) var unit = Unit.metre
    @Stored(.transformed(FractionTransformer.self), onDecodeFailure: .fallbackToDefaultValue)
    var fraction = Fraction(numerator: 1, denominator: 2)
    @Stored(onDecodeFailure: .fallbackToDefaultValue) var part: Part?
    @Stored(onDecodeFailure: .fallbackToDefaultValue) var parts: [Part] = []
    @Stored(onDecodeFailure: .fallbackToDefaultValue) var named: [String: Part] = [:]
    @Stored(onDecodeFailure: .fallbackToDefaultValue) var tag: CoderFailureTag?
    var last: String
    var tail: Double
  }

  enum Unit: String, ArchiveValue { case metre, foot }

  @Archivable(className: "Test_Part")
  struct Part: Equatable {
    var name: String
    var values: [Int]
    var parts: [Part] = []
  }

  /// Reads one field alone, and does not do without it.
  @Archivable(className: "Test_Report")
  struct StrictNumber { var count: Int }
  @Archivable(className: "Test_Report")
  struct StrictParts { var parts: [Part] }
  @Archivable(className: "Test_Report")
  struct StrictTag { var tag: CoderFailureTag }

  private func fallenBack(id: Int) -> New { New(id: id, last: "last", tail: 0.5) }

  /// A keyed archive with an object of a hand-written class at its root.
  private func archivedSheet(_ value: Old) throws -> Data {
    let archiver = KeyedArchiver(requiringSecureCoding: true)
    archiver.setClassName("Sheet", for: CoderFailureSheet<Old>.self)
    archiver.encode(CoderFailureSheet(value), forKey: "root")
    return try archiver.finishEncoding()
  }

  // MARK: Our own coders

  func testObjects() throws {
    let old = (0..<50).map { Old(id: $0) }
    let data = try KeyedArchive.archivedData(withRootObject: old.encoded, requiringSecureCoding: true)
    let objects = try KeyedArchive.unarchivedArrayOfObjects(ofClass: New.Coding.self, from: data)
    XCTAssertEqual(objects?.decoded, (0..<50).map { fallenBack(id: $0) })

    let archiver = KeyedArchiver(requiringSecureCoding: true)
    archiver.encode(Old(id: 1).encoded, forKey: "first")
    archiver.encode(Old(id: 2).encoded, forKey: "second")
    let unarchiver = try KeyedUnarchiver(forReadingFrom: try archiver.finishEncoding())
    XCTAssertEqual(unarchiver.decodeObject(of: New.Coding.self, forKey: "first")?.decoded, fallenBack(id: 1))
    XCTAssertNil(unarchiver.error)
    XCTAssertEqual(unarchiver.decodeObject(of: New.Coding.self, forKey: "second")?.decoded, fallenBack(id: 2))
    XCTAssertNoThrow(try unarchiver.finishDecoding())
  }

  /// An object of a hand-written class makes the `Coding` itself, from the coder that it is given.
  func testCodingMadeByHand() throws {
    func read<Value: Archivable>(_ type: Value.Type) throws -> [Value] {
      let archiver = KeyedArchiver(requiringSecureCoding: true)
      archiver.setClassName("Sheet", for: CoderFailureSheet<Old>.self)
      archiver.encode(CoderFailureSheet(Old(id: 1)), forKey: "first")
      archiver.encode(CoderFailureSheet(Old(id: 2)), forKey: "second")
      let unarchiver = try KeyedUnarchiver(forReadingFrom: try archiver.finishEncoding())
      typealias Sheet = CoderFailureSheet<Value>
      unarchiver.setClass(Sheet.self, forClassName: "Sheet")
      let sheets = ["first", "second"].map { unarchiver.decodeObject(of: Sheet.self, forKey: $0) }
      try unarchiver.finishDecoding()
      return try sheets.map { try XCTUnwrap($0).value }
    }
    XCTAssertEqual(try read(New.self), [fallenBack(id: 1), fallenBack(id: 2)])
    // Without the policy the first error is thrown, from its place.
    assertThrows(.typeMismatch, at: "first.count") { try read(StrictNumber.self) }
    assertThrows(.typeMismatch, at: "first.parts[1].values[0]") { try read(StrictParts.self) }
    assertThrows(.invalidValue, at: "first.tag") { try read(StrictTag.self) }
  }

  /// The same for the keys at the top of an archive.
  func testCodingAtTheTop() throws {
    let archiver = KeyedArchiver(requiringSecureCoding: true)
    Old(id: 3).encoded.encode(with: archiver)
    let data = try archiver.finishEncoding()
    let unarchiver = try KeyedUnarchiver(forReadingFrom: data)
    XCTAssertEqual(New.Coding(coder: unarchiver)?.decoded, fallenBack(id: 3))
    XCTAssertEqual(unarchiver.decodeInteger(forKey: "id"), 3)
    XCTAssertNoThrow(try unarchiver.finishDecoding())

    let strict = try KeyedUnarchiver(forReadingFrom: data)
    XCTAssertNil(StrictParts.Coding(coder: strict))
    XCTAssertNil(New.Coding(coder: strict), "nothing is read after an error")
    assertThrows(.typeMismatch, at: "parts[1].values[0]") { try strict.finishDecoding() }
  }

  /// A limit that is passed is no matter of one field.
  func testLimits() throws {
    var part = OldPart(name: "leaf", values: [])
    for _ in 0..<40 { part = OldPart(name: "branch", values: [], parts: [part]) }
    let data = try archivedSheet(Old(id: 1, part: part))
    let unarchiver = try KeyedUnarchiver(forReadingFrom: data, limits: ArchiveLimits(maximumDepth: 20))
    typealias Sheet = CoderFailureSheet<New>
    unarchiver.setClass(Sheet.self, forClassName: "Sheet")
    XCTAssertNil(unarchiver.decodeObject(of: Sheet.self, forKey: "root"))
    assertThrows(.limitExceeded) { try unarchiver.finishDecoding() }
  }

  func testMutations() throws {
    let data = try archivedSheet(Old(id: 1))
    var generator = SeededGenerator()
    for _ in 0..<Thoroughness.rounds(800, full: 3000) {
      var damaged = data
      damaged[generator.below(damaged.count)] = UInt8.random(in: 0...255, using: &generator)
      guard let unarchiver = try? KeyedUnarchiver(forReadingFrom: damaged) else { continue }
      typealias Sheet = CoderFailureSheet<New>
      unarchiver.setClass(Sheet.self, forClassName: "Sheet")
      let read = unarchiver.decodeObject(of: Sheet.self, forKey: "root")
      let isRead = assertDecodesOrThrows("a damaged archive") { try unarchiver.finishDecoding() }
      if read != nil { XCTAssert(isRead, "an object, and an error") }
    }
  }

  // MARK: Foundation's

  /// Values of other types fall back there as well, those of other classes of Foundation's included.
  func testFoundationsUnarchiver() throws {
    let old = SimpleOld(
      unit: "cubit", fraction: "1/0", data: "text", name: Date(), date: [Date()], list: "text",
      dictionary: ["text"], last: "last")
    let data = try KeyedArchive.archivedData(withRootObject: old.encoded, requiringSecureCoding: true)
    SimpleNew.Coding.registerArchiveNames()
    let object = try decodedByFoundation(SimpleNew.Coding.self, from: data)
    XCTAssertEqual(object?.decoded, SimpleNew(last: "last"))
  }

  /// An object inside that cannot be read is another matter: Foundation keeps its first error, and reads no object
  /// after it. The whole archive is refused, by an error.
  func testFoundationsUnarchiverKeepsErrors() throws {
    let old = OuterOld(part: OldPart(name: "part", values: ["one"]), last: "last")
    let data = try KeyedArchive.archivedData(withRootObject: old.encoded, requiringSecureCoding: true)
    XCTAssertEqual(
      try KeyedArchive.unarchivedObject(ofClass: OuterNew.Coding.self, from: data)?.decoded,
      OuterNew(last: "last"))
    OuterNew.Coding.registerArchiveNames()
    XCTAssertThrowsError(try decodedByFoundation(OuterNew.Coding.self, from: data))
    let unarchiver = try NSKeyedUnarchiver(forReadingFrom: data)
    unarchiver.requiresSecureCoding = true
    unarchiver.decodingFailurePolicy = .setErrorAndReturn
    XCTAssertNil(unarchiver.decodeObject(of: OuterNew.Coding.self, forKey: "root"))
    XCTAssertNotNil(unarchiver.error)
  }

  @Archivable(className: "Test_Simple")
  struct SimpleOld {
    var unit, fraction, data: String
    var name: Date
    var date: [Date]
    var list: String
    var dictionary: Set<String>
    var last: String
  }

  @Archivable(className: "Test_Simple")
  struct SimpleNew: Equatable {
    @Stored(onDecodeFailure: .fallbackToDefaultValue) var unit = Unit.metre
    @Stored(.transformed(FractionTransformer.self), onDecodeFailure: .fallbackToDefaultValue)
    var fraction = Fraction(numerator: 1, denominator: 2)
    @Stored(onDecodeFailure: .fallbackToDefaultValue) var data: Data?
    @Stored(onDecodeFailure: .fallbackToDefaultValue) var name = "nobody"
    @Stored(onDecodeFailure: .fallbackToDefaultValue) var date: Date?
    @Stored(onDecodeFailure: .fallbackToDefaultValue) var list: [Int] = []
    @Stored(onDecodeFailure: .fallbackToDefaultValue) var dictionary: [String: Int] = [:]
    var last: String
  }

  @Archivable(className: "Test_Outer")
  struct OuterOld {
    var part: OldPart
    var last: String
  }

  @Archivable(className: "Test_Outer")
  struct OuterNew: Equatable {
    @Stored(onDecodeFailure: .fallbackToDefaultValue) var part: Part?
    var last: String
  }
}

/// A hand-written class that refuses what it finds.
final class CoderFailureTag: NSObject, NSSecureCoding {
  let text: String
  init(_ text: String) { self.text = text }
  static var supportsSecureCoding: Bool { true }
  func encode(with coder: NSCoder) { coder.encode(text, forKey: "text") }
  init?(coder: NSCoder) {
    guard let text = coder.decodeObject(of: NSString.self, forKey: "text") as String?, text != "refused"
    else {
      return nil
    }
    self.text = text
  }
}

extension CoderFailureTag: ArchiveValue {}

/// A hand-written class around a value, which it stores among its own fields.
final class CoderFailureSheet<Value: Archivable>: NSObject, NSSecureCoding {
  let value: Value
  init(_ value: Value) { self.value = value }
  static var supportsSecureCoding: Bool { true }
  func encode(with coder: NSCoder) { value.encoded.encode(with: coder) }
  init?(coder: NSCoder) {
    guard let object = Value.Coding(coder: coder) else { return nil }
    value = object.decoded
  }
}
