import ArchiveTestSupport
import ColumnArchives
import StructCoding
import XCTest

@testable import ParquetExport

/// Damaged archives become an error, or a file that can be read. `STRUCTCODING_ROUNDS` asks for more of them.
final class ParquetMutationTests: FolderTestCase {
  private func archives() throws -> [Data] {
    var random = SeededGenerator(seed: 17)
    func some<Value: Arbitrary & ArchiveValue>(_ count: Int, _ type: Value.Type) throws -> Data {
      try ColumnArchive.encode(
        (0..<count).map { _ in Value.arbitrary(&random) }, options: .init(batchSize: max(count / 2, 1)))
    }
    return [
      try some(40, Event.self), try some(20, Scalars.self), try some(20, Optionals.self),
      try some(12, Nested.self), try some(12, Session.self), try some(30, Shape.self),
      try some(9, FoundationValues.self),
      try ColumnArchive.encode((0..<300).map { "tag \($0 % 7)" }),
      try ColumnArchive.encode((0..<300).map { "a long string in ASCII, number \($0)" }),
      try ColumnArchive.encode(Optionals.arbitrary(&random)),
      try ColumnArchive.encode([Forest(area: 1, tree: nil)]),
      try ColumnArchive.encode([Owner(id: 1, things: [Thing()])]),
    ]
  }

  func testRandomMutations() throws {
    var random = SeededGenerator()
    let archives = try archives()
    let mutator = ByteMutator(donors: archives)
    let rounds = Thoroughness.rounds(500, full: 20_000)
    let readsAll = Thoroughness.askedRounds != nil
    // Without checksums, damage reaches the columns.
    let options = ColumnArchive.DecodingOptions(
      limits: ArchiveLimits(maximumDecodedSize: 1 << 20), verifiesChecksums: false)
    var (files, errors) = ([URL](), 0)
    for round in 0..<rounds {
      let data = mutator.mutated(archives[round % archives.count], &random)
      let file = folder.appendingPathComponent("\(round).parquet")
      do {
        let archive = try ColumnArchive(data, options: options)
        try Parquet.write(
          archive, to: file,
          options: ParquetOptions(
            rowGroupSize: 1 + round % 50, compression: round % 3 == 0 ? .snappy : .none,
            dates: round % 2 == 0 ? .secondsSince2001 : .microseconds))
        files.append(file)
      } catch {
        XCTAssertTrue(error is ArchiveError, "round \(round), seed \(random.seed): \(error)")
        XCTAssertFalse(FileManager.default.fileExists(atPath: file.path))
        errors += 1
      }
      // Reading all files takes long, so a part of them is read, unless more rounds are asked for.
      if !readsAll, round % 7 != 0, files.last == file {
        try FileManager.default.removeItem(at: file)
        files.removeLast()
      }
    }
    XCTAssertGreaterThan(errors, rounds / 10)
    XCTAssertGreaterThan(files.count, rounds / 200)
    let left = try FileManager.default.contentsOfDirectory(atPath: folder.path)
    XCTAssertEqual(left.count, files.count)
    try Engines.require()
    for found in try Engines.read(files, ["pyarrow"]) {
      if let text = found.rows as? String { XCTFail("\(found.file), seed \(random.seed): \(text)") }
    }
  }

  func testEachByteOfAnArchive() throws {
    for data in try archives() {
      for position in Thoroughness.some(of: 0..<min(data.count, 1_500), oneIn: 5, first: data.count) {
        var damaged = data
        damaged[position] ^= 0xFF
        let file = folder.appendingPathComponent("damaged.parquet")
        // A single changed byte is always found by a checksum, or is in a place without meaning.
        do {
          try Parquet.write(ColumnArchive(damaged), to: file)
        } catch {
          XCTAssertTrue(error is ArchiveError, "\(position): \(error)")
        }
      }
    }
  }

  /// The limits are for archives of others: values that are there can be written, however few bytes they take.
  func testLargeValues() throws {
    let values = [[Int](repeating: 0, count: 3_000_000), [], [Int](repeating: 1, count: 1_000_000)]
    let file = folder.appendingPathComponent("large.parquet")
    XCTAssertEqual(try Parquet.write(values, to: file).rowCount, 3)
  }

  /// Archives that ask for much with few bytes.
  func testLargeNumbersWithoutBytes() throws {
    let file = folder.appendingPathComponent("large.parquet")
    let limits = ColumnArchive.DecodingOptions(limits: ArchiveLimits(maximumDecodedSize: 1 << 20))
    for values in [
      try ColumnArchive.encode(
        [Nothing](repeating: Nothing(), count: 3_000_000), options: .init(batchSize: .max)),
      try ColumnArchive.encode([[Int](repeating: 0, count: 3_000_000)]),
      try ColumnArchive.encode([[Nothing?](repeating: nil, count: 1_500_000)]),
      try ColumnArchive.encode([String](repeating: "", count: 1_500_000), options: .init(batchSize: .max)),
      try ColumnArchive.encode(
        [Optionals?](repeating: nil, count: 1_000_000), options: .init(batchSize: .max)),
    ] {
      XCTAssertLessThan(values.count, 2_000)
      XCTAssertThrowsError(try Parquet.write(ColumnArchive(values, options: limits), to: file)) {
        XCTAssertEqual(($0 as? ArchiveError)?.code, .limitExceeded)
      }
    }
  }
}
