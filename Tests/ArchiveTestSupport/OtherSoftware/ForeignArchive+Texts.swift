extension ForeignArchive {
  /// Attributed strings, and objects of a few strings.
  static let texts: [ForeignArchive] = [
    archive(
      "foundation/NSAttributedString.archive", "macOS writes a string, its attributes, and bytes of runs.",
      [
        .null,
        .record(class: 18, ["NSString": .uid(2), "NSAttributeInfo": .uid(16), "NSAttributes": .uid(3)]),
        .string("0123456789"), .list(class: 15, 4, 6, 11, 14), .table(class: 5, [:]),
        .classRecord("NSDictionary"), .table(class: 5, [7: 9, 8: 10]), .string("Font"), .string("Size"),
        .string("Helvetica"), .integer(123), .table(class: 5, [8: 12, 7: 13]), .integer(456),
        .string("Times"),
        .table(class: 5, [8: 12, 7: 13]), .classRecord("NSMutableArray", "NSArray"),
        .record(class: 17, ["NS.data": runs]), .classRecord("NSMutableData", "NSData"),
        .classRecord("NSAttributedString"),
      ]),
    archive(
      "foundation/NSMutableAttributedString.archive",
      "macOS writes the same, with a mutable string as an object.",
      [
        .null,
        .record(class: 19, ["NSString": .uid(2), "NSAttributeInfo": .uid(17), "NSAttributes": .uid(4)]),
        .record(class: 3, ["NS.string": .string("0123456789")]), .classRecord("NSMutableString", "NSString"),
        .list(class: 16, 5, 7, 12, 15), .table(class: 6, [:]), .classRecord("NSDictionary"),
        .table(class: 6, [8: 10, 9: 11]), .string("Size"), .string("Font"), .integer(123),
        .string("Helvetica"),
        .table(class: 6, [8: 13, 9: 14]), .integer(456), .string("Times"), .table(class: 6, [8: 13, 9: 14]),
        .classRecord("NSMutableArray", "NSArray"), .record(class: 18, ["NS.data": runs]),
        .classRecord("NSMutableData", "NSData"),
        .classRecord("NSMutableAttributedString", "NSAttributedString"),
      ]),
    archive(
      "rust-nska/NSMutableAttributedString.plist",
      "AppKit writes colours with a profile of the colour space.",
      [
        .null,
        .record(class: 17, ["NSString": .uid(2), "NSAttributeInfo": .uid(15), "NSAttributes": .uid(4)]),
        .record(class: 3, ["NS.string": .string("firstsecondthird")]),
        .classRecord("NSMutableString", "NSString"), .list(class: 14, 5, 13), .table(class: 12, [6: 7]),
        .string("NSColor"),
        .record(
          class: 11,
          [
            "NSComponents": .data(Array("1 0 0 1".utf8)), "NSRGB": .data(Array("0.9 0 0.1\0".utf8)),
            "NSColorSpace": .integer(1), "NSCustomColorSpace": .uid(8),
          ]),
        .record(class: 10, ["NSID": .integer(7), "NSICC": .uid(9)]), filler(3144),
        .classRecord("NSColorSpace"), .classRecord("NSColor"), .classRecord("NSDictionary"),
        .table(class: 12, [:]), .classRecord("NSMutableArray", "NSArray"),
        .record(class: 16, ["NS.data": .data([5, 0, 11, 1])]), .classRecord("NSMutableData", "NSData"),
        .classRecord("NSMutableAttributedString", "NSAttributedString"),
      ]),
    archive(
      "rust-nska/note.plist",
      "A program on macOS writes a class of its own, with plain fields among objects.",
      [
        .null,
        .record(
          class: 9,
          [
            "array": .uid(4), "author": .uid(3), "title": .uid(2), "published": .bool(true),
            "date": .integer(2025),
          ]),
        .string("Some cool title"), .string("Michael Wright"), .list(class: 8, 5, 6, 7),
        .string("Hello, World!"), .integer(42), .bool(true), .classRecord("NSArray"), .classRecord("Note"),
      ]),
    text(
      "foundation/NSKeyedUnarchiver-NotificationTest.plist", "macOS writes a notification as text.",
      [
        .null, .record(class: 8, ["NS.name": .uid(2), "NS.object": .uid(3), "NS.userinfo": .uid(4)]),
        .string("notification-name"), .string("notification-object"), .table(class: 7, [5: 6]),
        .string("notification-key"), .string("notification-val"), .classRecord("NSDictionary"),
        .classRecord("NSNotification"),
      ]),
  ]

  /// Lengths and numbers of attributes, by turns.
  private static let runs = Item.data([1, 0, 1, 1, 4, 2, 2, 1, 1, 3, 1, 0])
}
