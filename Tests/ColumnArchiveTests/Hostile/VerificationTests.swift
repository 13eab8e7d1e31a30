import ColumnArchives
import StructCoding
import XCTest

@testable import ArchiveTestSupport

/// `verify` makes no values, but finds everything that reading all values as nodes finds.
final class VerificationTests: XCTestCase {
  private func archives() throws -> [(name: String, data: Data)] {
    var random = SeededGenerator(seed: 7)
    func encode<Value: ArchiveValue>(_ value: Value, in size: Int = 150) throws -> (String, Data) {
      ("\(Value.self)", try ColumnArchive.encode(value, options: .init(batchSize: size)))
    }
    let readings = (0..<200).map { _ in
      var taste = ReadingTaste(&random)
      return taste.reading()
    }
    // So many that they get a dictionary.
    let tags = (0..<900).map { ["tag", "é", "a tag that is long"][$0 % 3] }
    let links = (0..<5).map { VerifiedLink(name: "link \($0)") }
    links[0].next = links[1]
    links[3].next = links[0]
    return try [
      encode((0..<120).map { _ in Journey.arbitrary(&random) }), encode(readings), encode(tags, in: 600),
      encode(tags.map { $0 == "é" ? nil : $0 }, in: 900), encode((0..<300).map { "text number \($0)" }),
      encode((0..<60).map { Data(count: $0 % 7) }), encode((0..<40).map { _ in Triangle.arbitrary(&random) }),
      encode((0..<30).map { _ in Person.arbitrary(&random) }), encode(links),
      encode((0..<50).map { ["a": $0, "b": 300] }), encode((0..<50).map { Decimal($0) / 8 }),
      encode((0..<50).map { VerifiedShape.allShapes($0) }), encode((0..<20).map { _ in UUID() }),
    ]
  }

  func testWhatReadingFindsIsFound() throws {
    var random = SeededGenerator()
    var (unreadable, stricter) = (0, 0)
    var kinds: Set<String> = []
    for (name, data) in try archives() {
      XCTAssertNoThrow(try ColumnArchive(data).verify(), name)
      for round in 0..<Thoroughness.rounds(120, full: 2_000) {
        var changed = data
        for _ in 0...random.below(2) {
          changed[random.below(changed.count)] = UInt8(truncatingIfNeeded: random.next())
        }
        guard let archive = try? ColumnArchive(changed, options: .unverified) else { continue }
        let message = "\(name), round \(round), seed \(random.seed)"
        let (read, verified) = (
          Result { _ = try archive.node(excerpt: nil) }, Result { try archive.verify() }
        )
        switch (read, verified) {
        case (.success, .success): break
        case (.failure(let expected), .failure(let found)):
          unreadable += 1
          kinds.formUnion(["distinct values", "cases", "UTF-8", "lengths"].filter("\(found)".contains))
          XCTAssertEqual("\(found)", "\(expected)", message)
        case (.failure(let expected), .success): XCTFail("\(message): not found: \(expected)")
        case (.success, .failure(let found)):
          // A distinct string that no row has; decoding all rows reads it too. Or the directory, or what is said of the
          // values, which only parts and conditions need. Or an object that no element refers to, such as an array that
          // contains itself.
          stricter += 1
          XCTAssertTrue(
            [.malformed, .truncated, .limitExceeded].contains((found as? ArchiveError)?.code),
            "\(message): \(found)")
        }
      }
    }
    XCTAssertGreaterThan(unreadable, 100)
    XCTAssertEqual(kinds, ["distinct values", "cases", "UTF-8", "lengths"])
    print("\(unreadable) unreadable, \(stricter) only for verify")
  }

  /// With checksums, no byte can change.
  func testEachByteIsChecked() throws {
    for (name, data) in try archives() {
      for position in Thoroughness.some(of: data.indices, oneIn: 23, first: 0) {
        var changed = data
        changed[position] ^= 0x10
        XCTAssertThrowsError(
          try ColumnArchive(changed).verify(), "\(name), byte \(position) of \(data.count)")
      }
    }
  }

  /// The check of a whole batch finds that something is wrong; the error says where.
  func testTheErrorSaysWhich() throws {
    let words = (0..<300).map { "word\($0)" }
    var data = try ColumnArchive.encode(words.map { $0 == "word217" ? "wörd217" : $0 })
    let range = try XCTUnwrap(data.range(of: Data("wörd217".utf8)))
    data[range.lowerBound + 1] = 0xFF
    let error = assertThrows(.malformed, saying: "UTF-8") {
      try ColumnArchive(ArchiveParts.resealed(data)).verify()
    }
    XCTAssertEqual(error?.path, [.index(217)])
  }
}

@ArchivableObject(className: "Column_VerifiedLink")
private final class VerifiedLink {
  var name: String
  weak var next: VerifiedLink?

  init(name: String) { self.name = name }
}

@Archivable(className: "Column_VerifiedShape")
private enum VerifiedShape: Equatable {
  case point
  case circle(radius: Double)
  case polygon(corners: [Int], name: String?)

  static func allShapes(_ number: Int) -> VerifiedShape {
    switch number % 3 {
    case 0: .point
    case 1: .circle(radius: Double(number) / 4)
    default: .polygon(corners: Array(0..<number % 5), name: number % 2 == 0 ? nil : "polygon \(number)")
    }
  }
}
