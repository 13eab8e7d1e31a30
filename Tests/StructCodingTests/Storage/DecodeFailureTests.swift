import ArchiveTestSupport
import ArchiveValues
import ColumnArchives
import StructCoding
import XCTest

/// Defaults of fields that an archive lacks, and what happens to values that cannot be read.
final class DecodeFailureTests: XCTestCase {
  /// Whatever the program of another day stored: text where numbers belong, names of cases that are gone.
  @Archivable(className: "Test_Reading")
  struct Old: Equatable {
    var id: Int
    var unit: String
    var scale: String?
    var fraction: String
    var inner: Inner?

    @Archivable(className: "Test_Inner")
    struct Inner: Equatable { var level: String }
  }

  enum Unit: String, ArchiveValue { case metre, foot }

  @Archivable(className: "Test_Inner")
  struct Inner: Equatable { var level: Int }

  @Archivable(className: "Test_Reading")
  struct New: Equatable {
    var id: Int
    @Stored(default: DecodeFailureTests.Unit.metre, onDecodeFailure: .fallbackToDefaultValue) let unit: Unit
    @Stored(onDecodeFailure: .fallbackToDefaultValue) var scale = 1.0
    @Stored(.transformed(FractionTransformer.self), onDecodeFailure: .fallbackToDefaultValue)
    var fraction = Fraction(numerator: 0, denominator: 1)
    @Stored(onDecodeFailure: .fallbackToDefaultValue) var inner: Inner?
    @Stored(default: "none") let note: String
  }

  @Archivable(className: "Test_Reading")
  struct Asserting: Equatable {
    var id: Int
    @Stored("unit", onDecodeFailure: .debugAssertNil) var unit: Unit?
    @Stored(.transformed(FractionTransformer.self), onDecodeFailure: .debugAssertNil) var fraction: Fraction?
  }

  @Archivable(className: "Test_Reading")
  struct Strict: Equatable {
    var id: Int
    var unit: Unit
  }

  private let good = Old(id: 1, unit: "foot", scale: nil, fraction: "1/2", inner: nil)
  private let bad = Old(id: 2, unit: "cubit", scale: "two", fraction: "1/0", inner: Old.Inner(level: "high"))

  /// Reads the values on every road.
  private func decoded<Value: Archivable>(_ type: Value.Type, from values: [Old]) throws -> [[Value]] {
    let coded = try KeyedArchive.archivedData(withRootObject: values.encoded, requiringSecureCoding: true)
    let objects = try KeyedArchive.unarchivedArrayOfObjects(ofClass: Value.Coding.self, from: coded) ?? []
    return [
      try KeyedArchive.decode([Value].self, from: KeyedArchive.encode(values)),
      try ColumnArchive.decode([Value].self, from: ColumnArchive.encode(values)),
      try values.map { try ColumnArchive.decode(Value.self, from: ColumnArchive.encode($0)) },
      try values.map { try KeyedArchive.decode(Value.self, from: KeyedArchive.encode($0)) },
      objects.decoded,
    ]
  }

  func testFallback() throws {
    let values = [good, bad, good, bad, bad]
    let half = Fraction(numerator: 1, denominator: 2)
    for (road, result) in try decoded(New.self, from: values).enumerated() {
      XCTAssertEqual(result.map(\.id), [1, 2, 1, 2, 2], "road \(road)")
      XCTAssertEqual(result.map(\.unit), [.foot, .metre, .foot, .metre, .metre], "road \(road)")
      XCTAssertEqual(result.map(\.scale), [1, 1, 1, 1, 1], "road \(road)")
      XCTAssertEqual(
        result.map(\.fraction), values.map { $0 == good ? half : Fraction(numerator: 0, denominator: 1) },
        "road \(road)")
      XCTAssertEqual(result.map(\.inner), [nil, nil, nil, nil, nil], "road \(road)")
      XCTAssertEqual(Set(result.map(\.note)), ["none"], "road \(road)")
    }
  }

  /// Some values among many, over several parts of a batch, with strings and optionals before and after.
  func testManyColumns() throws {
    var generator = SeededGenerator()
    let values = (0..<3000).map { id in
      Old(
        id: id, unit: generator.oneIn(40) ? "cubit \(id)" : ["foot", "metre"][generator.below(2)],
        scale: generator.oneIn(2) ? "x" : nil, fraction: generator.oneIn(30) ? "?" : "\(id)/7",
        inner: generator.oneIn(100) ? Old.Inner(level: "\(id)") : nil)
    }
    let result = try ColumnArchive.decode([New].self, from: ColumnArchive.encode(values))
    for (old, new) in zip(values, result) {
      XCTAssertEqual(new.id, old.id)
      XCTAssertEqual(new.unit, Unit(rawValue: old.unit) ?? .metre)
      XCTAssertEqual(
        new.fraction,
        old.fraction == "?"
          ? Fraction(numerator: 0, denominator: 1) : .init(numerator: old.id, denominator: 7))
      XCTAssertNil(new.inner)
    }
    XCTAssertEqual(try KeyedArchive.decode([New].self, from: KeyedArchive.encode(values)), result)
  }

  func testThrow() throws {
    assertThrows(.invalidValue, at: "[1].unit", saying: "cubit") {
      try KeyedArchive.decode([Strict].self, from: KeyedArchive.encode([good, bad]))
    }
    assertThrows(.invalidValue, at: "[1].unit", saying: "cubit") {
      try ColumnArchive.decode([Strict].self, from: ColumnArchive.encode([good, bad]))
    }
  }

  func testAssertNil() throws {
    let errors = Errors()
    try DebugAssertion.$handler.withValue(.init { errors.add($0) }) {
      for (road, result) in try decoded(Asserting.self, from: [good, bad]).enumerated() {
        XCTAssertEqual(
          result,
          [
            Asserting(id: 1, unit: .foot, fraction: Fraction(numerator: 1, denominator: 2)),
            Asserting(id: 2, unit: nil, fraction: nil),
          ], "road \(road)")
      }
    }
    // Two fields on five roads.
    XCTAssertEqual(errors.all.count, 10)
    XCTAssertEqual(Set(errors.all.map(\.code)), [.invalidValue, .custom])
  }

  private final class Errors: @unchecked Sendable {
    private let lock = NSLock()
    private(set) var all: [ArchiveError] = []
    func add(_ error: ArchiveError) { lock.withLock { all.append(error) } }
  }

  /// Damage is no matter of one value.
  func testDamagedArchives() throws {
    let data = try ColumnArchive.encode([good, bad])
    for length in 0..<data.count {
      XCTAssertThrowsError(try ColumnArchive.decode([New].self, from: data.prefix(length)))
    }
    let keyed = try KeyedArchive.encode([good, bad])
    for length in 0..<keyed.count {
      XCTAssertThrowsError(try KeyedArchive.decode([New].self, from: keyed.prefix(length)))
    }
    var generator = SeededGenerator()
    for archive in [data, keyed] {
      for _ in 0..<3000 {
        var damaged = archive
        damaged[generator.below(damaged.count)] = UInt8.random(in: 0...255, using: &generator)
        _ = try? ColumnArchive.decode([New].self, from: damaged)
        _ = try? KeyedArchive.decode([New].self, from: damaged)
      }
    }
  }

  /// A name that nobody registered, and a transformer of another type, are said at first use.
  func testTransformerNames() throws {
    for body in [
      { try KeyedArchive.encode(Misspelt(data: Data())) },
      { try ColumnArchive.encode(Misspelt(data: Data())) },
      { try ColumnArchive.encode([[Misspelt(data: Data())]]) },
    ] {
      assertThrows(
        .unsupported, at: "data", saying: "HexDataTransformr", "HexDataTransformer", "ISO8601DateTransformer"
      ) {
        try body()
      }
    }
    assertThrows(.unsupported, saying: "a transformer of Date", "of Data") {
      try KeyedArchive.encode(Mistyped(date: Date()))
    }
    assertThrows(.unsupported, saying: "a transformer of Date", "of Data") {
      try ColumnArchive.encode(Mistyped(date: Date()))
    }
    // Once it is registered, the type is of use.
    assertThrows(.unsupported) { try ColumnArchive.encode(Late(fraction: nil)) }
    ArchiveTransformers.register(FractionTransformer.self, forName: "Test late fraction")
    let late = Late(fraction: Fraction(numerator: 1, denominator: 9))
    XCTAssertEqual(try ColumnArchive.decode(Late.self, from: ColumnArchive.encode(late)), late)
    try ArchiveTestSupport.assertRoundTrip(late)
  }

  @Archivable
  struct Misspelt { @Stored(.transformed(name: "HexDataTransformr")) var data: Data }

  @Archivable
  struct Mistyped { @Stored(.transformed(name: "HexDataTransformer")) var date: Date }

  @Archivable
  struct Late: Equatable { @Stored(.transformed(name: "Test late fraction")) var fraction: Fraction? }
}
