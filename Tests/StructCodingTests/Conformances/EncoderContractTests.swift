import ArchiveDocuments
import ArchiveTestSupport
import ArchiveValues
import Foundation
import StructCoding
import XCTest

/// Conformances written by hand that do not keep the encoder's contract: an error in every format, with its place, and
/// never an archive of something else.
final class EncoderContractTests: XCTestCase {
  private func assertRefused<Value: ArchiveValue>(
    _ value: Value, at path: String, _ code: ArchiveError.Code = .invalidValue, saying words: String = "",
    file: StaticString = #filePath, line: UInt = #line
  ) {
    for road in Road.allCases {
      var path = road.path(path)
      // A row of a column that is an array by itself has no other name.
      if path.isEmpty { path = "the root" }
      do {
        let back = road == .node ? Data() : try road.archive(value)
        if road == .node { _ = try ArchiveNode(encoding: value) }
        XCTFail("\(road) took it: \(back.count) bytes", file: file, line: line)
      } catch let error as ArchiveError {
        XCTAssertEqual(error.code, code, "\(road): \(error)", file: file, line: line)
        XCTAssertTrue(error.description.contains("at \(path)"), "\(road): \(error)", file: file, line: line)
        XCTAssertTrue(
          words.isEmpty || error.description.contains(words), "\(road): \(error)", file: file, line: line)
      } catch {
        XCTFail("\(road): \(error)", file: file, line: line)
      }
    }
    assertThrows(code, file: file, line: line) { try KeyedArchive.archivedData(of: value) }
  }

  func testNoValueAndTwo() {
    for (count, found) in [(0, "found none"), (2, "found several")] {
      assertRefused(Stored(count), at: "", saying: found)
      assertRefused([Stored(1), Stored(count), Stored(2 - count)], at: "[1]", saying: found)
      assertRefused(Stored(count) as Stored?, at: "", saying: found)
      assertRefused([nil, Stored(count)], at: "[1]", saying: found)
      assertRefused(Fields(.of(Stored(count), Stored(2 - count))), at: "first", saying: found)
      assertRefused(Fields(.of(Stored(1), Stored(count))), at: "second", saying: found)
      assertRefused([Fields(.of(Stored(1), Stored(count)))], at: "[0].second", saying: found)
      assertRefused(Around(fields: Fields(.of(Stored(count), Stored(1)))), at: "fields.first", saying: found)
    }
    for count in [0, 2] {
      let values = ["a": Stored(1), "b": Stored(count)]
      for road in Road.allCases where road != .node {
        assertThrows(.invalidValue) { try road.archive(values) }
      }
    }
    // Many of them: what was noted past the end of its block would overwrite what is behind it.
    for count in [0, 2, 3, 1000] {
      assertRefused((0..<200).map { _ in Stored(count) }, at: "[0]")
      assertRefused((0..<200).map { Fields(.of(Stored(count), Stored($0))) }, at: "[0].first")
    }
  }

  func testFieldsOutOfTurn() {
    for mistake: Mistake in [
      .none, .one, .twice, .backwards, .gap, .outside, .negative, .tooMany, .omittedTwice, .omittedOutside,
    ] {
      assertRefused(Fields(mistake), at: "")
      assertRefused([Fields(.right), Fields(mistake)], at: "[1]")
      assertRefused(Around(fields: Fields(mistake)), at: "fields")
    }
    assertRefused(Fields(.named), at: "", .unsupported)
  }

  func testWeakReferencesOutOfTurn() throws {
    for positions in [[1], [0, 0], [0, 1, 2]] {
      let link = Link()
      link.positions = positions
      assertThrows(.invalidValue, saying: "every part once") { try KeyedArchive.encode(link) }
    }
    XCTAssertEqual(try KeyedArchive.decode(Link.self, from: KeyedArchive.encode(Link())).positions, [0, 1])
  }

  func testSwallowedErrors() {
    assertRefused(Fields(.swallowed), at: "")
    assertRefused([Fields(.right), Fields(.swallowed)], at: "[1]")
  }

  func testCollectionsOfOtherCounts() {
    for count in [-3, -2, -1, 0, 1, 3, 4] {
      assertRefused(Couple(count: count), at: "", count == -1 ? .unsupported : .invalidValue)
      assertRefused(
        [Couple(count: 2), Couple(count: count)], at: "[1]", count == -1 ? .unsupported : .invalidValue)
    }
  }

  func testCases() {
    for mistake: CaseMistake in [.unnamed, .namedTwice, .outside, .late] {
      assertRefused(Choice(mistake), at: "", mistake == .late ? .invalidValue : .unsupported)
      assertRefused(
        [Choice(.right), Choice(mistake)], at: "[1]", mistake == .late ? .invalidValue : .unsupported)
    }
    assertRefused(Choice(.withoutPart), at: "")
    for mistake: CaseMistake in [.unnamed, .namedTwice, .outside] {
      assertRefused(PlainChoice(mistake), at: "", .unsupported)
    }
  }

  /// What is right stays right.
  func testRight() throws {
    for road in Road.allCases {
      XCTAssertEqual(try road.carry(Fields(.right), to: Fields.self).mistake, .right)
      XCTAssertEqual(try road.carry(Choice(.right), to: Choice.self).mistake, .right)
      XCTAssertEqual(try road.carry([PlainChoice(.right)], to: [PlainChoice].self).map(\.mistake), [.right])
      XCTAssertEqual(try road.carry([Stored(1)], to: [Stored].self).map(\.count), [1])
    }
  }

  /// By an `NSCoder`, whose methods cannot throw: the archiver does.
  func testCoder() throws {
    for mistake: Mistake in [
      .none, .one, .twice, .backwards, .gap, .outside, .negative, .tooMany, .swallowed,
    ] {
      for value in [FieldsBox(Fields(mistake))] {
        assertThrows(.invalidValue) {
          try KeyedArchive.archivedData(
            withRootObject: EncoderContractBox(value), requiringSecureCoding: true)
        }
      }
    }
    for count in [0, 2] {
      let value = FieldsBox(Fields(.of(Stored(1), Stored(count))))
      assertThrows(.invalidValue) {
        try KeyedArchive.archivedData(withRootObject: EncoderContractBox(value), requiringSecureCoding: true)
      }
    }
    let right = try KeyedArchive.archivedData(
      withRootObject: EncoderContractBox(FieldsBox(Fields(.right))), requiringSecureCoding: true)
    XCTAssertGreaterThan(right.count, 100)
  }
}

extension KeyedArchive {
  /// The archive of a value among others that an archiver was given.
  fileprivate static func archivedData(of value: some ArchiveValue) throws -> Data {
    let archiver = KeyedArchiver(requiringSecureCoding: false)
    archiver.encode(1, forKey: "before")
    archiver.encode(value, forKey: "value")
    archiver.encode([value], forKey: "list")
    archiver.encode("after" as NSString, forKey: "after")
    return try archiver.finishEncoding()
  }
}

/// Stores so many values.
private struct Stored: ArchiveValue, Hashable {
  var count: Int
  init(_ count: Int) { self.count = count }

  func encodeValue(to encoder: inout some ValueEncoder) throws {
    for _ in 0..<count { try encoder.encode(Int64(count)) }
  }

  static func decodeValue(from decoder: inout some ValueDecoder) throws -> Stored {
    Stored(Int(try decoder.decodeInt64()))
  }
}

private enum Mistake: Hashable {
  case right, none, one, twice, backwards, gap, outside, negative, tooMany, omittedTwice, omittedOutside,
    named
  case swallowed
  case of(Stored, Stored)
}

private struct Fields: ArchiveRecord, Hashable {
  var mistake: Mistake
  init(_ mistake: Mistake) { self.mistake = mistake }

  static let archiveSchema = ArchiveSchema(
    className: "Test_Fields", formerly: [], fields: ["first", "second"])

  func encodeFields(to encoder: inout some FieldEncoder) throws {
    func store(_ positions: Int..., to encoder: inout some FieldEncoder) throws {
      for position in positions { try encoder.encode(position, at: position) }
    }
    switch mistake {
    case .right: try store(0, 1, to: &encoder)
    case .none: break
    case .one: try store(0, to: &encoder)
    case .twice: try store(0, 0, to: &encoder)
    case .backwards: try store(1, 0, to: &encoder)
    case .gap: try store(0, 2, to: &encoder)
    case .outside: try store(0, 1, 2, to: &encoder)
    case .negative: try store(-1, 0, to: &encoder)
    case .tooMany: try store(0, 1, 1, to: &encoder)
    case .omittedTwice:
      try encoder.omit(at: 0)
      try encoder.omit(at: 0)
    case .omittedOutside:
      try store(0, 1, to: &encoder)
      try encoder.omit(at: 2)
    case .named:
      try encoder.encodeCase(0)
      try store(0, 1, to: &encoder)
    case .swallowed:
      try? encoder.encode([Stored(1), Stored(0)], at: 0)
      try store(1, to: &encoder)
    case .of(let first, let second):
      try encoder.encode(first, at: 0)
      try encoder.encode(second, at: 1)
    }
  }

  init(fields decoder: inout some FieldDecoder) throws {
    let numbers: [Int] = [try decoder.decode(at: 0), try decoder.decode(at: 1)]
    mistake = numbers == [0, 1] ? .right : .none
  }

  var _archiveObject: NSObject? { EncoderContractBox(FieldsBox(self)) }
  static var archiveClasses: [AnyClass] { [EncoderContractBox.self] }
}

/// A class that stores weak references to itself at some positions.
private final class Link: ArchivableObject {
  var positions = [0, 1]

  init() {}

  static let archiveSchema = ArchiveSchema(className: "Test_Link", fields: ["first", "second"])

  func encodeFields(to encoder: inout some FieldEncoder) throws {
    for position in positions { try encoder.encodeWeak(self, at: position) }
  }

  init(fields decoder: inout some FieldDecoder) throws {}
}

@Archivable(className: "Test_AroundFields")
private struct Around {
  var fields: Fields
}

/// An array of two that stores another number of elements, or does what only a record can.
private struct Couple: ArchiveValue {
  var count: Int

  func encodeValue(to encoder: inout some ValueEncoder) throws {
    try encoder._encodeCollection(.array, count: 2) { encoder in
      switch count {
      case -1: try encoder.encodeCase(0)
      case -2: try encoder.omit(at: 0)
      case -3: try encoder.encodeComposition(Fields(.right), at: 0)
      default: for position in 0..<count { try encoder.encode(position, at: position) }
      }
    }
  }

  static func decodeValue(from decoder: inout some ValueDecoder) throws -> Couple {
    Couple(count: try [Int].decodeValue(from: &decoder).count)
  }
}

private enum CaseMistake: Hashable { case right, unnamed, namedTwice, outside, late, withoutPart }

/// An enumeration with a part.
private struct Choice: ArchiveRecord {
  var mistake: CaseMistake
  init(_ mistake: CaseMistake) { self.mistake = mistake }

  static let archiveSchema = ArchiveSchema(
    className: "Test_Choice", cases: [.init("one", fields: ["number"]), .init("two")])

  func encodeFields(to encoder: inout some FieldEncoder) throws {
    switch mistake {
    case .right:
      try encoder.encodeCase(0)
      try encoder.encode(7, at: 0)
    case .unnamed: break
    case .namedTwice:
      try encoder.encodeCase(0)
      try encoder.encodeCase(0)
    case .outside: try encoder.encodeCase(2)
    case .late:
      try encoder.encode(7, at: 0)
      try encoder.encodeCase(0)
    case .withoutPart: try encoder.encodeCase(0)
    }
  }

  init(fields decoder: inout some FieldDecoder) throws {
    let (number, part): (Int?, Int) = (try decoder.decodeCase(), try decoder.decode(at: 0))
    mistake = number == 0 && part == 7 ? .right : .unnamed
  }

  static var archiveClasses: [AnyClass] { [] }
}

/// An enumeration without parts.
private struct PlainChoice: ArchiveRecord {
  var mistake: CaseMistake
  init(_ mistake: CaseMistake) { self.mistake = mistake }

  static let archiveSchema = ArchiveSchema(className: "Test_Plain", cases: [.init("one"), .init("two")])

  func encodeFields(to encoder: inout some FieldEncoder) throws {
    switch mistake {
    case .unnamed: break
    case .namedTwice:
      try encoder.encodeCase(0)
      try encoder.encodeCase(1)
    case .outside: try encoder.encodeCase(-1)
    default: try encoder.encodeCase(1)
    }
  }

  init(fields decoder: inout some FieldDecoder) throws {
    mistake = try decoder.decodeCase() == 1 ? .right : .unnamed
  }

  static var archiveClasses: [AnyClass] { [] }
}

/// What a `Coding` class is: an object that stores a value's fields in an `NSCoder`.
private struct FieldsBox: Archivable {
  var fields: Fields
  typealias Coding = FieldsCoding
  static let archiveSchema = Fields.archiveSchema
  init(_ fields: Fields) { self.fields = fields }
  func encodeFields(to encoder: inout some FieldEncoder) throws { try fields.encodeFields(to: &encoder) }
  init(fields decoder: inout some FieldDecoder) throws { fields = try Fields(fields: &decoder) }
}

#if canImport(ObjectiveC)
  @objc(FieldsBox_Coding)
#endif
private final class FieldsCoding: NSObject, NSSecureCoding, ArchiveWrapper {
  let decoded: FieldsBox
  init(_ value: FieldsBox) { decoded = value }
  static var supportsSecureCoding: Bool { true }
  func encode(with coder: NSCoder) { archive(to: coder) }
  init?(coder: NSCoder) {
    guard let value = Self.unarchive(from: coder) else { return nil }
    decoded = value
  }
}

/// An object of a class by hand, which stores the fields as an `NSCoder` gets them.
final class EncoderContractBox: NSObject, NSSecureCoding {
  private let value: FieldsBox
  fileprivate init(_ value: FieldsBox) { self.value = value }
  static var supportsSecureCoding: Bool { true }
  func encode(with coder: NSCoder) { FieldsCoding(value).archive(to: coder) }
  init?(coder: NSCoder) { nil }
}
