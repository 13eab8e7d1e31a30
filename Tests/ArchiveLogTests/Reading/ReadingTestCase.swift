import ArchiveTestSupport
import ColumnArchives
import Foundation
import StructCoding
import XCTest

@testable import ArchiveLogs

/// What a reader has found.
struct Found<Element: Equatable & Sendable>: Equatable {
  /// The numbers of elements, and the elements.
  var numbers: [Int] = []
  var elements: [Element] = []
  /// The number of batches.
  var batchCount = 0
}

/// A test that puts segments into its folder.
class ReadingTestCase: LogTestCase {
  private var last: SegmentName?
  /// The number of the next segment.
  private var number = 0

  private static let identity = UUID(uuid: (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16))
  /// The place of a segment that was not yet put anywhere.
  static let place = SequenceOrigin(identity: identity, number: 0, first: 0, previous: 0)

  override func setUpWithError() throws {
    try super.setUpWithError()
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    (last, number) = (nil, 0)
  }

  var reader: ArchiveLogReader<Record> { ArchiveLogReader(in: folder) }

  /// The bytes of a segment, and the locations of its parts: the header, the batches, and the footer.
  static func segment<Element: ArchiveValue>(_ batches: [[Element]], isSealed: Bool = true) throws -> (
    data: Data, parts: [Range<Int>]
  ) {
    let format = try SequenceFormat(of: Element.self)
    var (data, index) = (format.header + place.bytes, SequenceIndex())
    var parts = [0..<data.count]
    for batch in batches {
      var frames = try format.frames(of: batch, .init(batchSize: max(batch.count, 1)))
      frames.number(from: index.count, synced: 0, salt: place.salt)
      parts.append(data.count..<data.count + frames.data.count)
      data += frames.data
      for batch in frames.batches { index.add(batch) }
    }
    if isSealed {
      let footer = index.footer(salt: place.salt)
      parts.append(data.count..<data.count + footer.count)
      data += footer
    }
    return (data, parts)
  }

  /// Writes a segment behind the others, and gives it its place, unless that is damaged.
  @discardableResult
  func put(_ data: Data, first: Int) throws -> URL {
    let name = SegmentName(after: last, first: first, at: Date())
    let origin = SequenceOrigin(identity: Self.identity, number: number, first: first, previous: 0)
    (last, number) = (name, number + 1)
    var data = data
    if let range = data.range(of: Self.place.bytes) { data.replaceSubrange(range, with: origin.bytes) }
    try Self.mark(&data, with: origin.salt)
    let url = folder.appendingPathComponent(name.text)
    try data.write(to: url)
    return url
  }

  /// Gives undamaged heads of batches, and an undamaged footer, the salt of their segment.
  private static func mark(_ data: inout Data, with salt: UInt32) throws {
    let change = place.salt ^ salt
    data = Data(data)
    func mark(at start: Int) {
      for byte in 0..<4 { data[start + byte] ^= UInt8(truncatingIfNeeded: change >> (byte * 8)) }
    }
    var rest = data.startIndex
    let first = data.range(of: Data(batchMark))?.lowerBound ?? data.count
    if try FrameSequence(data, from: first, salt: place.salt).footerCounts != nil {
      mark(at: data.count - 20)
      let size = data.suffix(8).reversed().reduce(0) { $0 << 8 | Int($1) }
      if size > 0 { mark(at: data.count - 24 - size + 4) }
    }
    while let start = data[rest...].range(of: Data(batchMark))?.lowerBound {
      let head = Data(data[start...].prefix(BatchFrame.byteCount))
      rest = start + 4
      guard BatchFrame(head, at: 0, salt: place.salt) != nil else { continue }
      mark(at: start + 4)
    }
  }

  private static let batchMark: [UInt8] = [0xC3, 0x42, 0x41, 0x54]

  /// Writes a segment of batches with consecutive numbers.
  @discardableResult
  func put(_ counts: [Int], from first: Int = 0, isSealed: Bool = true) throws -> URL {
    try put(Self.segment(Self.batches(counts, from: first), isSealed: isSealed).data, first: first)
  }

  static func batches(_ counts: [Int], from first: Int = 0) -> [[Record]] {
    var next = first
    return counts.map { count in
      defer { next += count }
      return (next..<next + count).map { Record($0) }
    }
  }

  /// Everything that the typed reader finds, and the damage.
  func found(from number: Int = 0) throws -> (found: Found<Record>, damage: [ArchiveLogDamage]) {
    var found = Found<Record>()
    let damage = Collected()
    try reader.forEachBatch(from: number, onDamage: damage.add) { try found.add($0) }
    return (found, damage.all)
  }

  /// The same of the untyped one.
  func foundUntyped(from number: Int = 0) throws -> (found: Found<Record>, damage: [ArchiveLogDamage]) {
    var found = Found<Record>()
    let damage = Collected()
    try ArchiveLogFolder(folder).forEachBatch(from: number, onDamage: damage.add) { batch in
      XCTAssertEqual(batch.count, batch.positions.count)
      found.numbers += batch.first..<batch.first + batch.count
      found.elements += try batch.archive.elements(of: Record.self, in: batch.positions)
      found.batchCount += 1
    }
    return (found, damage.all)
  }

  /// Asserts that exactly these records were found.
  func assert(
    _ found: Found<Record>, has numbers: [Int], _ message: @autoclosure () -> String = "",
    file: StaticString = #filePath, line: UInt = #line
  ) {
    XCTAssertEqual(found.numbers, numbers, message(), file: file, line: line)
    XCTAssertEqual(found.elements, numbers.map { Record($0) }, message(), file: file, line: line)
  }
}

extension Found where Element == Record {
  mutating func add(_ batch: ArchiveLogReader<Record>.Batch) throws {
    numbers += try batch.numbers()
    elements += try batch.elements()
    batchCount += 1
  }
}

/// What a handler was called with.
final class Collected: @unchecked Sendable {
  private let lock = NSLock()
  private var damage: [ArchiveLogDamage] = []

  func add(_ found: ArchiveLogDamage) { lock.withLock { damage.append(found) } }
  var all: [ArchiveLogDamage] { lock.withLock { damage } }
}
