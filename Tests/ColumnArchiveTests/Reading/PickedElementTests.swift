import StructCoding
import XCTest

@testable import ArchiveTestSupport
@testable import ColumnArchives

/// Elements at positions that are close to each other or far apart: close ones are read together with those between.
final class PickedElementTests: XCTestCase {
  private func archive<Value: ArchiveValue>(_ values: [Value], in size: Int = 700) throws -> ColumnArchive {
    try ColumnArchive(ColumnArchive.encode(values, options: .init(batchSize: size)))
  }

  func testDensities() throws {
    var random = SeededGenerator()
    let values = (0..<2_000).map { number in
      Both(first: number % 11 == 0 ? nil : ["\(number)", "é"], second: "text of number \(number)")
    }
    let archive = try archive(values)
    for share in [1, 2, 3, 5, 8, 9, 20, 300] {
      for run in [1, 2, 30] {
        var positions: [Int] = []
        var next = random.below(share + 1)
        while next < values.count {
          let end = min(next + random.below(run) + 1, values.count)
          positions += next..<end
          next = end + random.below(2 * share)
        }
        let message = "one in \(share), runs of \(run), seed \(random.seed)"
        let type = Both<[String]?, String>.self
        XCTAssertEqual(
          try archive.elements(of: type, at: positions), positions.map { values[$0] }, message)
        let shuffled = positions.shuffled(using: &random) + positions.prefix(3)
        XCTAssertEqual(try archive.elements(of: type, at: shuffled), shuffled.map { values[$0] }, message)
      }
    }
  }

  /// Elements that nobody asked for are not noticed by a hook, nor by their errors.
  func testOthersAreNotNoticed() throws {
    let hooked = try archive((0..<500).map { HookedPick(number: $0, text: "\($0)") })
    let before = HookedPick.seen.numbers.count
    let even = Array(stride(from: 0, to: 500, by: 2))
    XCTAssertEqual(try hooked.elements(of: HookedPick.self, at: even).map(\.number), even)
    XCTAssertEqual(Array(HookedPick.seen.numbers.dropFirst(before)), even)

    var data = try ColumnArchive.encode((0..<500).map { "word ä\($0)" }, options: .init(batchSize: 300))
    let range = try XCTUnwrap(data.range(of: Data("word ä101".utf8)))
    data[range.lowerBound] = 0xFF
    let damaged = try ColumnArchive(ArchiveParts.resealed(data))
    XCTAssertEqual(try damaged.elements(of: String.self, at: even), even.map { "word ä\($0)" })
    let odd = even.map { $0 + 1 }
    assertThrows(.malformed, at: "[101]", saying: "UTF-8") { try damaged.elements(of: String.self, at: odd) }
  }

  /// What is skipped is not charged as if it were read.
  func testLimits() throws {
    let values = (0..<1_000).map { [Int](repeating: $0 << 40, count: 100) }
    let data = try ColumnArchive.encode(values)
    let positions = Array(stride(from: 0, to: 1_000, by: 4))
    let wanted = positions.count * (100 * 8 + 400)
    let archive = try ColumnArchive(
      data, options: .init(limits: ArchiveLimits(maximumDecodedSize: wanted)))
    assertThrows(.limitExceeded) { try archive.elements(of: [Int].self) }
    XCTAssertEqual(try archive.elements(of: [Int].self, at: positions), positions.map { values[$0] })
  }
}

@Archivable(className: "Column_HookedPick")
private struct HookedPick: AwakesAfterDecoding {
  var number: Int
  var text: String

  mutating func awakeAfterDecoding() { Self.seen.numbers.append(number) }

  final class Seen: @unchecked Sendable { var numbers: [Int] = [] }
  static let seen = Seen()
}
