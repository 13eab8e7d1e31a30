import ArchiveNodes
import StructCoding
import XCTest

@testable import KeyedArchives

/// Archives that are handed over in pieces.
final class PieceTests: XCTestCase {
  private static let elements = (0..<1_000).map(entry)

  private static func entry(_ number: Int) -> ArchiveNode {
    let parts: [ArchiveNode] = [
      .integer(Int64(number % 300)), .double(Double(number) / 3), .null, .string(""),
    ]
    return .record(
      .init(
        className: "Entry",
        [
          "text": .string("text \(number % 70)"),
          "long": .string("a string of many bytes, number \(number)"),
          "accent": .string("é\(number % 9)"),
          "date": .date(Date(timeIntervalSinceReferenceDate: Double(number))),
          "list": .array(parts),
        ]))
  }

  private func bytes(_ elements: [ArchiveNode], piece: Int) throws -> Data {
    var data = Data()
    let source = ArchiveElements(count: elements.count) { body in
      for start in stride(from: 0, to: elements.count, by: piece) {
        try body(Array(elements[start..<min(start + piece, elements.count)]))
      }
    }
    try KeyedArchive.write(source, options: .init()) { data += $0 }
    return data
  }

  // MARK: Typed elements

  private struct Failure: Error, Equatable {}

  func testTypedElementsInPieces() throws {
    let words = (0..<2_000).map { "word \($0 % 90) of \($0 / 3)" }
    let sets = (0..<500).map { Set(["a\($0)", "b", "é\($0 % 7)"]) }
    func check<Element: ArchiveValue>(
      _ elements: [Element], _ options: KeyedArchive.EncodingOptions = .init()
    ) throws {
      let whole = try KeyedArchive.encode(elements, options: options)
      var data = Data()
      try KeyedArchive.encode(elements: elements, options: options) { data += $0 }
      XCTAssertEqual(data, whole)
    }
    try check(words, .init(key: "$words", archiver: "Mine", version: 7))
    try check(sets)
    try check((0..<3_000).map { Double($0 % 70) / 3 })
    try check([] as [Int])
    var pieces: [Data] = []
    try KeyedArchive.encode(elements: words, options: .init(outputFormat: .xml)) { pieces.append($0) }
    XCTAssertEqual(pieces, [try KeyedArchive.encode(words, options: .init(outputFormat: .xml))])
  }

  /// Pieces are a few megabytes, however much was noted.
  func testPiecesAreSmall() throws {
    let numbers = (0..<700_000).map { Double($0) / 7 }
    var (sizes, data) = ([Int](), Data())
    try KeyedArchive.encode(elements: numbers) {
      sizes.append($0.count)
      data += $0
    }
    XCTAssertGreaterThan(sizes.count, 2)
    XCTAssertLessThan(sizes.max() ?? 0, 5 << 20)
    XCTAssertEqual(try KeyedArchive.decode([Double].self, from: data), numbers)
  }

  func testErrorsAndProgress() throws {
    let names = ["a", "b", "c"]
    XCTAssertThrowsError(try KeyedArchive.encode(elements: names) { _ in throw Failure() }) {
      XCTAssertEqual($0 as? Failure, Failure())
    }
    let progress = Progress(totalUnitCount: 1)
    try KeyedArchive.encode(elements: names, progress: progress) { _ in }
    XCTAssertEqual(progress.totalUnitCount, 3)
    XCTAssert(progress.isFinished)
    let cancelled = Progress(totalUnitCount: 1)
    cancelled.cancel()
    var isTaken = false
    XCTAssertThrowsError(
      try KeyedArchive.encode(elements: names, progress: cancelled) { _ in isTaken = true }
    ) { XCTAssert($0 is CancellationError, "\($0)") }
    XCTAssertFalse(isTaken)
    var limits = ArchiveLimits()
    limits.maximumDepth = 1
    XCTAssertThrowsError(
      try KeyedArchive.encode(elements: [[1], [2]], options: .init(limits: limits)) { _ in }
    ) { XCTAssertEqual(($0 as? ArchiveError)?.pathDescription, "[0]") }
  }

  // MARK: Nodes

  func testBytesAreThoseOfOnePiece() throws {
    for elements in [Self.elements, Array(Self.elements.prefix(1)), []] {
      let whole = try KeyedArchive.data(of: .array(elements), options: .init())
      for piece in [1, 37, 100] {
        XCTAssertEqual(try bytes(elements, piece: piece), whole, "\(elements.count) elements")
      }
    }
  }
}
