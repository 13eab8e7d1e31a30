import ArchiveDocuments
import Foundation
import StructCoding

extension ForeignArchive {
  /// Archives of forms that no file in `../shared/keyed-archives` has, with what is in them.
  public static let forms: [ForeignArchive] = tables + scalars + classes + graphs

  private static func form(
    _ name: String, _ about: String, _ objects: [Item], _ content: ArchiveNode,
    _ change: (inout PlistBuilder) -> Void = { $0.isCompact = true }
  ) -> ForeignArchive {
    var builder = PlistBuilder(objects)
    change(&builder)
    return ForeignArchive(name: "forms/" + name, about: about, data: builder.data(), content: content)
  }

  // MARK: How the list is written

  private static let pair: [Item] = [
    .null, .list(class: 2, 3, 4), .classRecord("NSArray"), .string("é"), .integer(-7),
  ]
  private static let pairContent: ArchiveNode = ["é", -7]

  private static let tables: [ForeignArchive] = [
    form(
      "wide-numbers",
      "A writer may use wider references and offsets than it needs, and every integer of 8 bytes.",
      pair, pairContent
    ) { ($0.referenceSize, $0.offsetSize) = (4, 8) },
    form(
      "references-of-3-bytes", "The width of references and offsets may be any number.", pair, pairContent
    ) { ($0.referenceSize, $0.offsetSize) = (3, 5) },
    form(
      "root-last", "A writer that goes from the leaves to the root puts the root last.", pair, pairContent
    ) { $0.isReversed = true },
    form(
      "keys-in-another-order",
      "GNUstep writes the objects first, and the classes of a class before its name.",
      [], pairContent
    ) {
      $0.root = .fields([
        "$objects": .array([
          .null, .fields(["$class": .uid(2), "NS.objects": .array([.uid(3), .uid(4)])]),
          .fields([
            "$classes": .array([.string("NSArray"), .string("NSObject")]), "$classname": .string("NSArray"),
          ]),
          .string("é"), .integer(-7),
        ]),
        "$archiver": .string("NSKeyedArchiver"), "$version": .integer(100_000),
        "$top": .fields(["root": .uid(1)]),
      ])
    },
    form(
      "300-objects", "macOS uses references of 16 bits and counts of two bytes where there are many entries.",
      [.null, .record(class: 2, ["NS.objects": .array((3..<303).map { .uid($0) })]), .classRecord("NSArray")]
        + (0..<300).map { .string("text \($0)") },
      .array((0..<300).map { .string("text \($0)") })),
  ]

  // MARK: Numbers and texts

  /// A form of which XML and FastCoding have no words for all that is in it.
  public static let numbers = form(
    "numbers", "macOS writes floats of 4 bytes, and unsigned numbers past Int64 in 16 bytes.",
    [
      .null, .list(class: 2, 3, 4, 5, 6, 7), .classRecord("NSArray"), .raw([0x22, 0x3F, 0xC0, 0, 0]),
      .raw([0x14] + [UInt8](repeating: 0, count: 8) + [UInt8](repeating: 0xFF, count: 8)),
      .raw([0x13, 0x80, 0, 0, 0, 0, 0, 0, 0]), .raw([0x11, 0xFF, 0xFF]),
      .raw([0x12, 0xFF, 0xFF, 0xFF, 0xFF]),
    ], [.float(1.5), .unsigned(.max), .integer(.min), 65_535, 4_294_967_295])

  private static let scalars: [ForeignArchive] = [
    form(
      "utf16", "macOS writes strings and keys that are no ASCII in UTF-16.",
      [
        .null, .table(class: 3, [2: 4]), .string("ключ"), .classRecord("NSDictionary"),
        .record(class: 6, ["größe": .uid(5)]), .string("日本語 😀 e\u{301}"), .classRecord("Größe"),
      ],
      [
        "ключ": record("Größe", ["größe": "日本語 😀 e\u{301}"])
      ]),
    form(
      "bytes-in-the-object", "Programs put bytes, numbers and flags into the object itself.",
      [
        .null,
        .record(
          class: 2,
          ["bytes": .data([1, 2, 3]), "count": .integer(300), "ratio": .real(0.5), "isOn": .bool(true)]),
        .classRecord("Packet"),
      ],
      record("Packet", ["bytes": .data(Data([1, 2, 3])), "count": 300, "ratio": .double(0.5), "isOn": true])),
  ]

  private static func record(
    _ name: String, above: [String] = ["NSObject"], fallbacks: [String] = [],
    _ fields: KeyValuePairs<String, ArchiveNode>
  ) -> ArchiveNode {
    var record = ArchiveNode.Fields(className: name, fields)
    (record.superclassNames, record.fallbackClassNames) = (above, fallbacks)
    return .record(record)
  }

  // MARK: Classes

  private static let classes: [ForeignArchive] = [
    form(
      "class-hints", "Programs say which class an older program may use instead.",
      [
        .null, .record(class: 2, ["title": .uid(3)]),
        .fields([
          "$classname": .string("NewLabel"),
          "$classes": .array([.string("NewLabel"), .string("NSObject")]),
          "$classhints": .array([.string("OldLabel"), .string("Label")]),
        ]), .string("text"),
      ],
      record("NewLabel", fallbacks: ["OldLabel", "Label"], ["title": "text"])),
    form(
      "swift-class", "A class of a Swift program has the name that its symbol has.",
      [
        .null, .record(class: 2, ["name": .uid(3)]), .classRecord("_TtC7Gardens4Tree", "_TtC7Gardens5Plant"),
        .string("oak"),
      ],
      record("_TtC7Gardens4Tree", above: ["_TtC7Gardens5Plant", "NSObject"], ["name": "oak"])),
    form(
      "subclass-of-a-collection", "A class below NSMutableDictionary is written as what it is.",
      [
        .null, .table(class: 2, [3: 4]),
        .classRecord("Registry", "NSMutableDictionary", "NSDictionary"), .string("a"), .integer(1),
      ],
      .instance(
        ArchiveClass("Registry", superclassNames: ["NSMutableDictionary", "NSDictionary", "NSObject"]),
        ["a": 1])),
    form(
      "error", "macOS writes an error with a dictionary about it.",
      [
        .null,
        .record(
          class: 2, ["NSCode": .integer(-1001), "NSDomain": .uid(3), "NSUserInfo": .uid(4)]),
        .classRecord("NSError"), .string("NSURLErrorDomain"), .table(class: 5, [6: 7]),
        .classRecord("NSDictionary"), .string("NSLocalizedDescription"), .string("The request timed out."),
      ],
      record(
        "NSError",
        [
          "NSCode": -1001, "NSDomain": "NSURLErrorDomain",
          "NSUserInfo": ["NSLocalizedDescription": "The request timed out."],
        ])),
    form(
      "decimal", "macOS writes a decimal number by its mantissa and exponent.",
      [
        .null,
        .record(
          class: 2,
          [
            "NS.exponent": .integer(-2), "NS.length": .integer(1), "NS.negative": .bool(true),
            "NS.compact": .bool(true), "NS.mantissa.bo": .integer(1),
            "NS.mantissa": .data([0x39, 0x30] + [UInt8](repeating: 0, count: 14)),
          ]),
        .classRecord("NSDecimalNumberPlaceholder", "NSDecimalNumber", "NSNumber", "NSValue"),
      ],
      record(
        "NSDecimalNumberPlaceholder", above: ["NSDecimalNumber", "NSNumber", "NSValue", "NSObject"],
        [
          "NS.exponent": -2, "NS.length": 1, "NS.negative": true, "NS.compact": true, "NS.mantissa.bo": 1,
          "NS.mantissa": .data(Data([0x39, 0x30] + [UInt8](repeating: 0, count: 14))),
        ])),
    form(
      "point-and-size", "macOS writes points and sizes as strings, each with a number that says what it is.",
      [
        .null, .list(class: 2, 3, 5), .classRecord("NSArray"),
        .record(class: 7, ["NS.pointval": .uid(4), "NS.special": .integer(1)]), .string("{1.5, -2}"),
        .record(class: 7, ["NS.sizeval": .uid(6), "NS.special": .integer(2)]), .string("{30, 40}"),
        .classRecord("NSValue"),
      ],
      [
        record("NSValue", ["NS.pointval": "{1.5, -2}", "NS.special": 1]),
        record("NSValue", ["NS.sizeval": "{30, 40}", "NS.special": 2]),
      ]),
  ]

  // MARK: Objects that know each other

  private static let graphs: [ForeignArchive] = [
    form(
      "parents", "Views know the view that they lie in, and windows know their delegates.",
      [
        .null, .record(class: 2, ["NSSubviews": .uid(3), "name": .uid(4)]), .classRecord("View"),
        .list(class: 5, 6, 7), .string("outer"), .classRecord("NSMutableArray", "NSArray"),
        .record(class: 2, ["NSSuperview": .uid(1), "NSNextResponder": .uid(1)]),
        .record(class: 2, ["NSSuperview": .uid(1), "NSNextResponder": .uid(6)]),
      ],
      .graph(
        ArchiveGraph(
          root: .reference(0),
          objects: [
            record(
              "View",
              [
                "NSSubviews": .instance(
                  ArchiveClass("NSMutableArray", superclassNames: ["NSArray", "NSObject"]),
                  [
                    .reference(1),
                    record("View", ["NSSuperview": .reference(0), "NSNextResponder": .reference(1)]),
                  ]),
                "name": "outer",
              ]),
            record("View", ["NSSuperview": .reference(0), "NSNextResponder": .reference(0)]),
          ])))
  ]
}
