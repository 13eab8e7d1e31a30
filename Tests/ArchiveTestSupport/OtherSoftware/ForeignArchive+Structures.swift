extension ForeignArchive {
  /// C structures: `NSValue`, and bytes of a structure.
  static let structures: [ForeignArchive] = [
    text(
      "foundation/NSKeyedUnarchiver-RectTest.plist", "macOS writes a rectangle as a string.",
      [
        .null, .record(class: 3, ["NS.rectval": .uid(2), "NS.special": .integer(3)]),
        .string("{{400, 300}, {200, 300}}"), .classRecord("NSValue"),
      ]),
    text(
      "foundation/NSKeyedUnarchiver-RangeTest.plist", "macOS writes the numbers of a range as objects.",
      [
        .null,
        .record(
          class: 4,
          ["NS.rangeval.length": .uid(2), "NS.rangeval.location": .uid(3), "NS.special": .integer(4)]),
        .integer(98_345), .integer(97_345), .classRecord("NSValue"),
      ]),
    text(
      "foundation/NSKeyedUnarchiver-EdgeInsetsTest.plist", "AppKit writes insets as four numbers.",
      [
        .null,
        .record(
          class: 2,
          [
            "NS.edgeval.bottom": .real(3), "NS.edgeval.left": .real(2), "NS.edgeval.right": .real(4),
            "NS.edgeval.top": .real(1), "NS.special": .integer(12),
          ]),
        .classRecord("NSValue"),
      ]),
    text(
      "foundation/NSKeyedUnarchiver-ConcreteValueTest.plist",
      "macOS writes a C array with its type, in the way of archives that had no keys.",
      [
        .null, .record(class: 5, ["$0": .uid(2), "$1": .uid(3)]), .string("[3i]"),
        .record(
          class: 4,
          [
            "$0": .integer(1), "$1": .integer(2), "$2": .integer(3), "NS.count": .integer(3),
            "NS.size": .integer(4), "NS.type": .integer(105),
          ]),
        .classRecord("_NSKeyedCoderOldStyleArray"), .classRecord("NSValue"),
      ]),
    archive(
      "rust-nska/NSAffineTransform.plist", "AppKit writes a transform as the bytes of six floats.",
      [
        .null,
        .record(
          class: 2,
          [
            "NSTransformStruct": .data(
              [0x3F76_B07C, 0x3E88_D378, 0xBE88_D378, 0x3F76_B07C, 0, 0].flatMap { (bits: UInt32) in
                [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: bits >> $0) }
              })
          ]),
        .classRecord("NSAffineTransform"),
      ]),
    regularExpression(
      "Simple", "aaa", [(3, 0)], list: .classRecord("NSMutableArray", "NSArray")),
    regularExpression(
      "Extended", "a(a(a(a(a(a)))))", (0..<6).map { (6 - $0, $0) },
      list: .classRecord("NSMutableArray", "NSArray")),
    regularExpression(
      "Complex", "a(a(a(a(a(a(a(a(a))))))))", (0..<9).map { (9 - $0, $0) }, list: .classRecord("NSArray")),
  ]

  /// A match with its ranges, whose numbers are objects that equal ones share.
  private static func regularExpression(
    _ kind: String, _ pattern: String, _ ranges: [(length: Int64, location: Int64)], list: Item
  ) -> ForeignArchive {
    // The root, the expression with pattern and class, the list, the class of the ranges.
    var objects: [Item] = [.null, .null, .null, .string(pattern), .classRecord("NSRegularExpression"), .null]
    let value = UInt64(objects.count)
    objects.append(.classRecord("NSValue"))
    var numbers: [Int64: UInt64] = [:]
    func number(_ value: Int64) -> UInt64 {
      if let known = numbers[value] { return known }
      objects.append(.integer(value))
      numbers[value] = UInt64(objects.count - 1)
      return UInt64(objects.count - 1)
    }
    var elements: [UInt64] = []
    for range in ranges {
      let record = Item.record(
        class: value,
        [
          "NS.rangeval.length": .uid(number(range.length)),
          "NS.rangeval.location": .uid(number(range.location)), "NS.special": .integer(4),
        ])
      objects.append(record)
      elements.append(UInt64(objects.count - 1))
    }
    let classes = UInt64(objects.count)
    objects += [
      list,
      .classRecord(
        "NS\(kind)RegularExpressionCheckingResult", "NSRegularExpressionCheckingResult",
        "NSTextCheckingResult"),
    ]
    objects[1] = .record(
      class: classes + 1,
      [
        "NSRangeArray": .uid(5), "NSRegularExpression": .uid(2), "NSRangeLength": .integer(ranges[0].length),
        "NSRangeLocation": .integer(ranges[0].location),
      ])
    objects[2] = .record(class: 4, ["NSOptions": .integer(0), "NSPattern": .uid(3)])
    objects[5] = .record(class: classes, ["NS.objects": .array(elements.map { .uid($0) })])
    return archive(
      "foundation/NSTextCheckingResult-\(kind)Regex.archive",
      "macOS writes a match as a class that is private, with ranges as NSValue.", objects)
  }
}
