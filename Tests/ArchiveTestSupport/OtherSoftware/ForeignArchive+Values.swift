import Foundation

extension ForeignArchive {
  /// Values of Foundation, each alone.
  static let values: [ForeignArchive] = scalars + indexes + measurements

  private static let scalars: [ForeignArchive] = [
    archive(
      "rust-nska/plainString.plist", "macOS writes a string as it is.", [.null, .string("Some string!")]),
    archive(
      "rust-nska/nsData.plist", "macOS writes mutable data as an object with bytes.",
      [
        .null, .record(class: 2, ["NS.data": .data(Array("Some data!".utf8))]),
        .classRecord("NSMutableData", "NSData"),
      ]),
    archive(
      "dtx-goios/nsuuid.bin", "iOS writes a UUID as an object with bytes.",
      [
        .null, .record(class: 2, ["NS.uuidbytes": uuid("54CD5574-E957-4499-8A09-DAB688C0B586")]),
        .classRecord("NSUUID"),
      ]),
    text(
      "foundation/NSKeyedUnarchiver-UUIDTest.plist", "macOS writes a UUID as text.",
      [
        .null, .record(class: 2, ["NS.uuidbytes": uuid("0AD863BA-7584-40CF-8896-BD87B3280C34")]),
        .classRecord("NSUUID"),
      ]),
    text(
      "foundation/NSKeyedUnarchiver-URLTest.plist", "macOS writes a URL with a base.",
      [
        .null, .record(class: 4, ["NS.base": .uid(2), "NS.relative": .uid(5)]),
        .record(class: 4, ["NS.base": .uid(0), "NS.relative": .uid(3)]), .string("https://www.example.com"),
        .classRecord("NSURL"), .string("foo.xml"),
      ]),
  ]

  // MARK: Indexes

  private static let indexes: [ForeignArchive] =
    [
      ("NSIndexSet", Item.classRecord("NSIndexSet")),
      ("NSMutableIndexSet", .classRecord("NSMutableIndexSet", "NSIndexSet")),
    ].flatMap { name, record in
      let about = "macOS writes \(name) by how many ranges it has."
      return [
        archive(
          "foundation/\(name)-Empty.archive", about,
          [.null, .record(class: 2, ["NSRangeCount": .integer(0)]), record]),
        archive(
          "foundation/\(name)-OneRange.archive", about,
          [
            .null,
            .record(
              class: 2, ["NSLocation": .integer(0), "NSRangeCount": .integer(1), "NSLength": .integer(50)]),
            record,
          ]),
        archive(
          "foundation/\(name)-ManyRanges.archive", about,
          [
            .null, .record(class: 4, ["NSRangeCount": .integer(4), "NSRangeData": .uid(2)]),
            .record(class: 3, ["NS.data": .data(manyRanges)]), .classRecord("NSMutableData", "NSData"),
            record,
          ]),
      ]
    } + paths

  /// Starts and lengths, in groups of seven bits, lowest first.
  private static let manyRanges: [UInt8] = [0, 100, 1000, Int.max - 50].flatMap { start -> [UInt8] in
    var (rest, bytes) = (start, [UInt8]())
    while rest > 0x7F {
      bytes.append(UInt8(rest & 0x7F) | 0x80)
      rest >>= 7
    }
    return bytes + [UInt8(rest), 50]
  }

  private static let paths: [ForeignArchive] = [
    archive(
      "foundation/NSIndexPath-Empty.archive", "macOS writes a path by how many indexes it has.",
      [.null, .record(class: 2, ["NSIndexPathLength": .integer(0)]), .classRecord("NSIndexPath")]),
    archive(
      "foundation/NSIndexPath-OneIndex.archive", "macOS writes a path of one index with a number.",
      [
        .null, .record(class: 2, ["NSIndexPathLength": .integer(1), "NSIndexPathValue": .integer(52)]),
        .classRecord("NSIndexPath"),
      ]),
    archive(
      "foundation/NSIndexPath-ManyIndices.archive", "macOS writes a longer path with bytes.",
      [
        .null, .record(class: 4, ["NSIndexPathLength": .integer(6), "NSIndexPathData": .uid(2)]),
        .record(class: 3, ["NS.data": .data([4, 8, 15, 16, 23, 42])]),
        .classRecord("NSMutableData", "NSData"),
        .classRecord("NSIndexPath"),
      ]),
  ]

  // MARK: Measurements

  private static func measurement(
    _ name: String, _ value: Double, _ symbol: String, _ specifier: Int64, _ coefficient: Double
  ) -> ForeignArchive {
    archive(
      "foundation/NSMeasurement-\(name).archive", "macOS writes a unit with how it is converted.",
      [
        .null, .record(class: 7, ["NS.unit": .uid(2), "NS.value": .real(value)]),
        .record(
          class: 6, ["NS.specifier": .integer(specifier), "NS.converter": .uid(4), "NS.symbol": .uid(3)]),
        .string(symbol),
        .record(class: 5, ["NS.coefficient": .real(coefficient), "NS.constant": .real(0)]),
        .classRecord("NSUnitConverterLinear", "NSUnitConverter"),
        .classRecord("NSUnit\(name)", "NSDimension", "NSUnit"), .classRecord("NSMeasurement"),
      ])
  }

  private static let measurements: [ForeignArchive] = [
    measurement("Angle", 90, "°", 256, 1), measurement("Frequency", 1400, "MHz", 4098, 1e6),
    measurement("Length", 45, "mi", 1287, 1609.34),
    archive(
      "foundation/NSMeasurement-Zero.archive", "macOS writes a unit that is no dimension with its symbol.",
      [
        .null, .record(class: 5, ["NS.unit": .uid(2), "NS.value": .real(0)]),
        .record(class: 4, ["NS.symbol": .uid(3)]), .string(""), .classRecord("NSUnit"),
        .classRecord("NSMeasurement"),
      ]),
  ]
}
