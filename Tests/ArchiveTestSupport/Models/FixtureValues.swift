import Foundation

/// Values that keyed and column archives both have fixtures of.
enum FixtureValues {
  static var numbers: [Numbers] {
    [
      Numbers(
        int: .min, int8: .min, int16: .min, int32: .min, int64: .max, uint: .max, uint8: .max, uint16: .max,
        uint32: .max, uint64: 1 << 63, bool: true, float: .infinity, double: -0.0, cgFloat: 0.1),
      Numbers(
        int: 255, int8: 0, int16: 256, int32: 65_536, int64: 1 << 32, uint: 0, uint8: 1, uint16: 2,
        uint32: 3,
        uint64: 4, bool: false, float: 0.1, double: .leastNonzeroMagnitude, cgFloat: -1),
    ]
  }

  static var durations: [Duration?] {
    [.zero, .milliseconds(-1500), .seconds(Int64.max), nil]
  }

  @available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *)
  static var wide: [Wide] {
    [
      Wide(signed: .min, unsigned: .max, result: .success("done"), triple: [1, 2, 3]),
      Wide(signed: -1, unsigned: 1 << 64, result: .failure(Fault(code: 404)), triple: [-1, .max, .min]),
    ]
  }

  static var texts: [Texts] {
    [
      Texts(string: "", substring: "plain", character: "🇩🇪", scalar: "é", optional: nil),
      Texts(string: "cafe\u{301}", substring: "café", character: "e\u{301}", scalar: "𝒳", optional: "a\0b"),
      Texts(
        string: String(repeating: "long ", count: 60), substring: "fifteen bytes..", character: "a",
        scalar: "\n",
        optional: "中文"),
    ]
  }

  static var foundation: FoundationValues {
    var components = DateComponents(timeZone: TimeZone(identifier: "GMT"), year: 2024, month: 2, day: 29)
    components.isLeapMonth = false
    return FoundationValues(
      data: Data([0, 1, 255]), bytes: [9, 8], date: date(123.456),
      url: URL(string: "b.html", relativeTo: URL(string: "https://example.com/a/"))!,
      uuid: UUID(uuidString: "E621E1F8-C36C-495A-93FC-0C247A3E6E5F")!,
      decimal: Decimal(string: "-12345.6789")!,
      components: components, interval: DateInterval(start: date(10), duration: 3.5),
      locale: Locale(identifier: "de_DE"), timeZone: TimeZone(identifier: "Europe/Berlin")!,
      indexSet: IndexSet([1, 2, 3, 200]), indexPath: IndexPath(indexes: [1, 128]), range: -5..<5,
      closedRange: "a"..."z", from: 0.5..., nsRange: NSRange(location: 3, length: 4))
  }

  static var collections: Collections {
    Collections(
      names: ["b", "a", "b"], nested: [[], [1], [1, 2]], unique: [Point(x: 2, y: 1), Point(x: 1, y: 2)],
      byName: ["é": .empty, "e": .circle(radius: 1)],
      byPoint: [Point(x: 0, y: 0): [.north, .west], Point(x: -1, y: 0): []], maybe: [nil, 1],
      twice: .some(nil),
      contiguous: [0.5], slice: [true, false], priorities: [.high: .spades, .low: .clubs])
  }
}
