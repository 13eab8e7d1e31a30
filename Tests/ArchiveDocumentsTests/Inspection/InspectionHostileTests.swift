import ArchiveDocuments
import ArchiveTestSupport
import ColumnArchives
import FastCoding
import StructCoding
import XCTest

@Archivable
private struct ProbedThing: Equatable {
  var name: String
  var times: [Date]
  var table: [String: Double]
  var kind: ProbedKind
  var data: Data?
}

@Archivable
private enum ProbedKind: Equatable {
  case none
  case some(level: Int)
}

@ArchivableObject
private final class ProbedObject {
  var name: String
  weak var other: ProbedObject?
  var things: [ProbedThing]

  init(name: String, things: [ProbedThing]) { (self.name, self.things) = (name, things) }
}

/// Files that are cut off or damaged: whatever is asked of them, the outcome is an answer or an `ArchiveError`.
final class InspectionHostileTests: XCTestCase {
  private static let files: [Data] = {
    do {
      let things = (0..<6).map { number in
        ProbedThing(
          name: "thing \(number)",
          times: (0..<number).map { Date(timeIntervalSinceReferenceDate: Double($0)) },
          table: ["x": Double(number)], kind: number % 2 == 0 ? .none : .some(level: number),
          data: number == 3 ? nil : Data(count: number))
      }
      let objects = things.map { ProbedObject(name: $0.name, things: [$0]) }
      objects[0].other = objects[1]
      let node = try ArchiveNode(encoding: things)
      return [
        try KeyedArchive.encode(things), try ColumnArchive.encode(things, options: .init(batchSize: 4)),
        try ColumnArchive.encode(objects), try FastCodingArchive.encode(things), try node.jsonData(),
        try node.propertyListData(format: .binary), try node.propertyListData(format: .xml),
      ]
    } catch {
      preconditionFailure("\(error)")
    }
  }()

  /// Asks everything; what throws must throw an `ArchiveError`.
  ///
  /// - Returns: Whether the file was verified.
  private func probe(_ data: Data) -> Bool {
    func attempt(_ body: () throws -> Void) -> Bool {
      do {
        try body()
        return true
      } catch {
        XCTAssertTrue(error is ArchiveError, "\(error)")
        return false
      }
    }
    return attempt {
      let inspection = try ArchiveInspection(data, formats: .all)
      _ = attempt {
        let parts = try inspection.parts()
        XCTAssertTrue(parts.allSatisfy { $0.byteCount >= 0 && $0.count >= 0 })
      }
      _ = attempt {
        let excerpt = try inspection.excerpt(elementLimit: 3, entryLimit: 50)
        // Behind the elements is how many were left out.
        if inspection.format == .columnArchive { XCTAssertLessThanOrEqual(excerpt.elements?.count ?? 0, 4) }
      }
      try inspection.verify()
    }
  }

  func testWholeFiles() {
    for data in Self.files { XCTAssertTrue(probe(data), "\(data.prefix(40))") }
  }

  func testTruncatedFiles() {
    for data in Self.files {
      for count in Thoroughness.prefixes(of: data.count) {
        // XML may lose the line break at its end.
        if probe(data.prefix(count)) { XCTAssertGreaterThan(count, data.count - 2, "\(data.prefix(40))") }
      }
    }
  }

  func testMutatedFiles() {
    var generator = SeededGenerator()
    for data in Self.files {
      for _ in 0..<Thoroughness.rounds(50, full: 150) {
        var mutated = data
        for _ in 0...generator.below(3) {
          mutated[generator.below(mutated.count)] = UInt8(truncatingIfNeeded: generator.next())
        }
        _ = probe(mutated)
      }
    }
  }

  func testHostileKeyedArchives() {
    for archive in Thoroughness.some(of: HostileArchives.all, oneIn: 3, first: 1) { _ = probe(archive.data) }
  }

  /// A small file whose objects all begin at the same large array.
  private func overlapping(_ count: Int) -> Data {
    func bytes(_ value: some FixedWidthInteger) -> [UInt8] {
      withUnsafeBytes(of: value.bigEndian) { Array($0) }
    }
    var (file, offsets): ([UInt8], [UInt32]) = (Array("bplist00".utf8), [])
    func add(_ object: [UInt8]) {
      offsets.append(UInt32(file.count))
      file += object
    }
    func text(_ text: String) -> [UInt8] { [0x5F, 0x10, UInt8(text.utf8.count)] + text.utf8 }
    add([0xD4] + [1, 2, 3, 4, 5, 6, 7, 10].flatMap { bytes(UInt16($0)) })
    for name in ["$archiver", "$version", "$top", "$objects", "NSKeyedArchiver"] { add(text(name)) }
    add([0x12] + bytes(UInt32(100_000)))
    add([0xD1] + [8, 9].flatMap { bytes(UInt16($0)) })
    add(text("root"))
    add([0x80, 1])
    let first = offsets.count
    add([0xAF, 0x12] + bytes(UInt32(count)) + (0..<count).flatMap { bytes(UInt16($0 + first)) })
    for _ in 1..<count { offsets.append(offsets[first]) }
    let table = file.count
    for offset in offsets { file += bytes(offset) }
    file += [0, 0, 0, 0, 0, 0, 4, 2]
    for number in [offsets.count, 0, table] { file += bytes(UInt64(number)) }
    return Data(file)
  }

  func testObjectsAtOnePlaceAreNotGoneThroughOverAndOver() throws {
    // 120 KB that have 400 million references.
    let inspection = try ArchiveInspection(overlapping(20_000), formats: .all)
    XCTAssertEqual(inspection.format, .keyedArchive)
    let guardian = WorkGuard()
    XCTAssertEqual(try inspection.parts().map(\.name), ["(others)"])
    guardian.assertAtMost()
    XCTAssertThrowsError(try inspection.verify()) { error in
      XCTAssertEqual((error as? ArchiveError)?.code, .cycle, "\(error)")
      XCTAssertNotNil((error as? ArchiveError)?.offset, "\(error)")
    }
  }
}
