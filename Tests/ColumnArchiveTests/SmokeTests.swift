import StructCoding
import XCTest

struct SEvent: ArchiveRecord, Equatable {
  var timeStamp: Date
  var eventTag: String
  static let archiveSchema = ArchiveSchema(className: "Event", fields: ["timeStamp", "eventTag"])
  func encodeFields(to encoder: inout some KeyedEncoder) throws {
    try encoder.encode(timeStamp, at: 0)
    try encoder.encode(eventTag, at: 1)
  }
  init(timeStamp: Date, eventTag: String) { self.timeStamp = timeStamp; self.eventTag = eventTag }
  init(fields decoder: inout some KeyedDecoder) throws {
    timeStamp = try decoder.decode(at: 0)
    eventTag = try decoder.decode(at: 1)
  }
  static func describeColumns(_ columns: inout ColumnDescription<Self>) {
    columns.field(\.timeStamp, at: 0)
    columns.field(\.eventTag, at: 1)
    unsafe columns.coverMemory()
  }
  var archiveObject: NSObject { NSObject() }
  init?(archiveObject: NSObject) { nil }
}

final class SmokeTests: XCTestCase {
  func check<T: ArchiveValue & Equatable>(_ value: T, line: UInt = #line) throws {
    let data = try ColumnArchive.encode(value)
    let back = try ColumnArchive.decode(T.self, from: data)
    XCTAssertEqual(value, back, line: line)
    XCTAssertEqual(try ColumnArchive.encode(back), data, line: line)
    for n in 0..<min(data.count, 400) {
      XCTAssertThrowsError(try ColumnArchive.decode(T.self, from: data.prefix(n)), line: line)
    }
  }
  func testAll() throws {
    try check(SEvent(timeStamp: Date(), eventTag: "tap"))
    print(try ColumnArchive.encode(SEvent(timeStamp: Date(), eventTag: "tap")).count)
    try check([SEvent(timeStamp: Date(), eventTag: "tap"), SEvent(timeStamp: .distantPast, eventTag: "tap tap tap tap tap tap tap")])
    try check([Int]())
    try check([1, 2, 3, 1000, -5])
    try check([Int.min, Int.max])
    try check([UInt64.max, 0])
    try check([true, false, true])
    try check([1.5, 2.5, -0.0])
    try check((0..<1000).map { "tag \($0 % 7)" })
    try check((0..<1000).map { "a long tag with number \($0)" })
    try check([nil, 1, 2, nil] as [Int?])
    try check([nil, "a", "b", nil] as [String?])
    try check([nil, [nil, "x"], []] as [[String?]?])
    try check(["a": [1, 2], "b": []])
    try check(Set([1, 5, 9]))
    try check([UUID(), UUID()])
    try check([URL(string: "https://example.com/a")!, URL(string: "b", relativeTo: URL(string: "https://example.com"))!])
    try check([Decimal(1), Decimal(string: "3.25")!])
    try check([Data([1, 2]), Data()])
    try check([1..<3, 5..<7])
    try check((0..<300).map { UInt32($0) &* 77777 })
    try check((0..<300).map { UInt8(truncatingIfNeeded: $0) })
    try check((0..<3000).map { n in (0..<(n % 5)).map { "\($0)" } })
    try check((0..<3000).map { n in (0..<(n % 5)).map { Int16($0) } })
    try check([[Int](0..<5000), [], [1]])
    try check(Optional<Int>.none)
    try check(Optional<Int?>.some(.none))
    try check([Float(1), 2, .infinity])
    try check(["é", "üüüüüüüüüüüüüüüüüüüü", "😀"])
  }
}
