extension ForeignArchive {
  /// Arrays, dictionaries and sets.
  static let collections: [ForeignArchive] = plain + sets + ordered + roots

  // MARK: Collections and nothing else

  private static let plain: [ForeignArchive] = [
    archive(
      "rust-nska/simpleArray.plist", "macOS writes arrays in arrays, all of one class.",
      [
        .null, .list(class: 7, 2, 3, 4), .string("value1"), .string("value2"), .list(class: 7, 5, 6),
        .string("innerValue3"), .string("innerValue4"), .classRecord("NSArray"),
      ]),
    archive(
      "rust-nska/simpleDict.plist", "macOS writes a dictionary with an array of numbers.",
      [
        .null, .table(class: 12, [2: 5, 3: 10, 4: 11]), .string("Array key"), .string("First key"),
        .string("Second key"), .list(class: 9, 6, 7, 8), .integer(1), .integer(2), .integer(3),
        .classRecord("NSArray"), .string("First value"), .string("Second value"),
        .classRecord("NSDictionary"),
      ]),
    archive(
      "rust-nska/circularReference.plist", "macOS writes a mutable array that contains itself.",
      [.null, .list(class: 2, 1), .classRecord("NSMutableArray", "NSArray")]),
    text(
      "foundation/NSKeyedUnarchiver-ArrayTest.plist", "macOS refers twice to a string of which it has one.",
      [
        .null, .list(class: 5, 2, 2, 3, 4), .string("baa"), .string("black"), .string("sheep"),
        .classRecord("NSArray"),
      ]),
    archive(
      "foundation/NSKeyedUnarchiver-ComplexTest.plist",
      "macOS writes a dictionary of values of many classes, NSNull and a URL with a base among them.",
      [
        .null, .table(class: 14, [2: 6, 3: 9, 4: 16, 5: 21]), .string("array"), .string("string"),
        .string("url"), .string("uuid"), .list(class: 15, 7, 9, 10, 11), .record(class: 8, [:]),
        .classRecord("NSNull"), .string("hello"), .integer(34_545), .table(class: 14, [12: 13]),
        .string("key"), .string("val"), .classRecord("NSDictionary"), .classRecord("NSArray"),
        .record(class: 19, ["NS.base": .uid(17), "NS.relative": .uid(20)]),
        .record(class: 19, ["NS.base": .uid(0), "NS.relative": .uid(18)]), .string("https://www.swift.org"),
        .classRecord("NSURL"), .string("index.xml"),
        .record(class: 22, ["NS.uuidbytes": uuid("71DC068E-3420-45FF-919E-3A267D55EC22")]),
        .classRecord("NSUUID"),
      ]),
    archive(
      "dtx-goios/ax_focus_on_element.bin", "iOS sends a message that is nothing but NSNull.",
      [.null, .record(class: 2, [:]), .classRecord("NSNull")]),
  ]

  // MARK: Sets

  /// Five numbers, in the order in which a set has them.
  private static let members: [Item] = [.integer(3), .integer(2), .integer(5), .integer(1), .integer(4)]

  private static let sets: [ForeignArchive] =
    [("NSSet", Item.classRecord("NSSet")), ("NSMutableSet", .classRecord("NSMutableSet", "NSSet"))]
    .flatMap { name, record in
      [
        archive(
          "foundation/\(name)-Empty.archive", "macOS writes \(name).", [.null, .list(class: 2), record]),
        archive(
          "foundation/\(name)-Numbers.archive", "macOS writes \(name).",
          [.null, .list(class: 7, 2, 3, 4, 5, 6)] + members + [record]),
      ]
    } + [("Empty", 0), ("NumbersAppearingOnce", 1), ("NumbersAppearingSeveralTimes", 5)].map(counted)

  private static func counted(_ name: String, _ count: Int64) -> ForeignArchive {
    let numbers = count == 0 ? [] : members
    var fields = [(key: Item.string("NS.count"), value: Item.integer(Int64(numbers.count)))]
    for number in numbers.indices {
      fields.append((.string("NS.count\(number)"), .integer(count)))
      fields.append((.string("NS.object\(number)"), .uid(UInt64(2 + number))))
    }
    fields.append((.string("$class"), .uid(UInt64(2 + numbers.count))))
    return archive(
      "foundation/NSCountedSet-\(name).archive", "macOS writes each member with how often it is there.",
      [.null, .dictionary(fields)] + numbers + [.classRecord("NSCountedSet", "NSMutableSet", "NSSet")])
  }

  // MARK: Ordered sets

  /// Each element is a field of its own.
  private static func ordered(_ count: Int, class record: UInt64) -> Item {
    .dictionary(
      [(.string("$class"), .uid(record))]
        + (0..<count).reversed().map { (.string("NS.object.\($0)"), .uid(UInt64(2 + $0))) })
  }

  private static let ordered: [ForeignArchive] =
    [
      ("NSOrderedSet", Item.classRecord("NSOrderedSet")),
      ("NSMutableOrderedSet", .classRecord("NSMutableOrderedSet", "NSOrderedSet")),
    ].flatMap { name, record in
      let about = "macOS writes \(name) with a field for each element."
      return [
        archive("foundation/\(name)-Empty.archive", about, [.null, ordered(0, class: 2), record]),
        archive(
          "foundation/\(name)-Numbers.archive", about,
          [.null, ordered(5, class: 7)] + (1...5).map { .integer($0) } + [record]),
      ]
    } + [
      text(
        "foundation/NSKeyedUnarchiver-OrderedSetTest.plist", "macOS writes an ordered set as text.",
        [
          .null, ordered(3, class: 5), .string("valgeir"), .string("nico"), .string("puzzle"),
          .classRecord("NSOrderedSet"),
        ])
    ]

  // MARK: Roots that are numbered

  private static let auxiliary =
    "The arguments of a call, as Xcode sends them to devices: roots named by number."

  /// Equal strings that are several objects, as constants of a program and computed ones are.
  private static let roots: [ForeignArchive] =
    both(
      "dtx-goios/onevalue", auxiliary, [.null, .bool(true)], top: .fields(["$0": .uid(1)]))
    + both(
      "dtx-goios/primitives", auxiliary,
      [
        .null, .integer(1), .real(1), .real(1.5), .data(Array("asdfasdfadsfadsf".utf8)), .bool(true),
        .string("Hello, World!"), .string("Hello, World!"), .string("Hello, World!"), .bool(false),
        .integer(42),
      ],
      top: .fields([
        "$6": .uid(6), "$10": .uid(9), "$2": .uid(2), "$7": .uid(7), "$3": .uid(3), "$11": .uid(10),
        "$8": .uid(8), "$4": .uid(4), "$9": .uid(9), "$0": .uid(1), "$5": .uid(5), "$1": .uid(1),
      ]))
    + both(
      "dtx-goios/arrays", auxiliary,
      [
        .null, .list(class: 12, 2, 2, 3, 4, 5, 6, 7, 8, 9, 10, 10, 11), .integer(1), .real(1), .real(1.5),
        .data(Array("asdfasdfadsfadsf".utf8)), .bool(true), .string("Hello, World!"),
        .string("Hello, World!"), .string("Hello, World!"), .bool(false), .integer(42),
        .classRecord("NSArray"), .list(class: 15, 6, 14, 11), .string("Hello, World!"),
        .classRecord("NSMutableArray", "NSArray"), .list(class: 17, 6), .classRecord("NSSet"),
        .list(class: 20, 11, 6, 19), .string("Hello, World!"), .classRecord("NSMutableSet", "NSSet"),
      ],
      top: .fields(["$2": .uid(16), "$1": .uid(13), "$0": .uid(1), "$3": .uid(18)]))
    + both(
      "dtx-goios/nestedarrays", auxiliary,
      [
        .null, .list(class: 9, 2, 5), .list(class: 4, 3), .bool(true), .classRecord("NSSet"),
        .list(class: 8, 6, 3, 7), .integer(42), .string("Hello, World!"),
        .classRecord("NSMutableSet", "NSSet"), .classRecord("NSArray"),
      ], top: .fields(["$0": .uid(1)]))
    + both(
      "dtx-goios/dict", auxiliary,
      [
        .null, .table(class: 11, [2: 5, 3: 3, 4: 6]), .string("int"), .string("string"), .string("array"),
        .integer(1), .list(class: 10, 7, 8, 9), .bool(true), .string("Hello, World!"), .integer(42),
        .classRecord("NSMutableArray", "NSArray"), .classRecord("NSDictionary"),
      ], top: .fields(["$0": .uid(1)]))
}
