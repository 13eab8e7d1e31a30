import ArchiveDocuments
import ArchiveTestSupport
import ColumnArchives
import StructCoding
import XCTest

/// Structs that are stored flat, with hooks, versions and nothing at all.
final class CompositionHookTests: XCTestCase {
  struct Negative: Error {}

  @Archivable
  struct Part: Equatable {
    var number: Int
    mutating func awakeAfterDecoding() throws {
      guard number >= 0 else { throw Negative() }
      number += 1
    }
  }

  @Archivable(className: "Test_Hooked")
  struct Whole: Equatable { var part: Part }

  @Archivable(className: "Test_Hooked")
  struct Flat: Equatable { @Stored(.composition) var part: Part }

  @Archivable(className: "Test_Hooked")
  struct Maybe: Equatable { var part: Part? }

  @Archivable(className: "Test_Hooked")
  struct Defaulted: Equatable {
    @Stored(.composition, default: CompositionHookTests.Part(number: 7)) var part: Part
  }

  /// The value on every road.
  private func read<Old: Archivable, New: Archivable>(_ old: Old, as type: New.Type) throws -> [New] {
    let coded = try KeyedArchive.archivedData(withRootObject: old.encoded, requiringSecureCoding: true)
    return try [
      KeyedArchive.decode(New.self, from: KeyedArchive.encode(old)),
      ColumnArchive.decode(New.self, from: ColumnArchive.encode(old)),
      ColumnArchive.decode([New].self, from: ColumnArchive.encode([old]))[0],
      ArchiveNode(encoding: old).decode(New.self),
      XCTUnwrap(KeyedArchive.unarchivedObject(ofClass: New.Coding.self, from: coded)).decoded,
    ]
  }

  /// The part is handed over once, wherever it stood.
  func testHook() throws {
    let part = Part(number: 1)
    for value in try read(Flat(part: part), as: Flat.self) { XCTAssertEqual(value.part.number, 2) }
    for value in try read(Whole(part: part), as: Whole.self) { XCTAssertEqual(value.part.number, 2) }
    for value in try read(Whole(part: part), as: Flat.self) { XCTAssertEqual(value.part.number, 2) }
    let back = try ColumnArchive.decode([Whole].self, from: ColumnArchive.encode([Flat(part: part)]))
    XCTAssertEqual(back[0].part.number, 2)
  }

  func testPlaceOfErrors() throws {
    let bad = Flat(part: Part(number: -1))
    assertThrows(.custom, at: "part") { try KeyedArchive.decode(Flat.self, from: KeyedArchive.encode(bad)) }
    assertThrows(.custom, at: "[0].part") {
      try ColumnArchive.decode([Flat].self, from: ColumnArchive.encode([bad]))
    }
    assertThrows(.custom, at: "part") { try ArchiveNode(encoding: bad).decode(Flat.self) }
  }

  /// A struct that was missing is as good as fields that are.
  func testNil() throws {
    for (road, value) in try read(Maybe(part: nil), as: Defaulted.self).enumerated() {
      XCTAssertEqual(value.part.number, 7, "road \(road)")
    }
    for value in try read(Maybe(part: Part(number: 3)), as: Defaulted.self) {
      XCTAssertEqual(value.part.number, 4)
    }
  }

  /// What no macro would state.
  @Archivable(version: 2)
  struct Versioned: Equatable, ArchiveComposable {
    var number: Int
    static func upgrade(_ fields: inout ArchiveNode.Fields, from version: Int) throws {}
  }

  @Archivable
  struct WithVersion { @Stored(.composition) var part: Versioned }

  func testVersion() throws {
    let value = WithVersion(part: Versioned(number: 1))
    assertThrows(.unsupported, saying: "version 2", "the type around it") { try KeyedArchive.encode(value) }
    assertThrows(.unsupported, saying: "version 2", "the type around it") { try ColumnArchive.encode(value) }
  }

  /// Compressed data that is small in the archive counts as what it becomes.
  func testLimits() throws {
    let rows = Array(repeating: Compressed(data: Data(count: 2 << 20)), count: 6)
    let limits = ArchiveLimits(maximumDecodedSize: 10 << 20)
    for body in [
      {
        try KeyedArchive.decode(
          [Compressed].self, from: KeyedArchive.encode(rows), options: .init(limits: limits))
      },
      {
        try ColumnArchive.decode(
          [Compressed].self, from: ColumnArchive.encode(rows), options: .init(limits: limits))
      },
    ] {
      assertThrows(.limitExceeded) { try body() }
    }
    XCTAssertEqual(try ColumnArchive.decode([Compressed].self, from: ColumnArchive.encode(rows)).count, 6)
  }

  @Archivable
  struct Compressed: Equatable { @Stored(.transformed(ZlibDataTransformer.self)) var data: Data }
}
