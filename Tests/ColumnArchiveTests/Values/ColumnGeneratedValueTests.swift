import ColumnArchives
import StructCoding
import XCTest

@testable import ArchiveTestSupport

/// Values made up at random, of every type and in every place.
final class ColumnGeneratedValueTests: XCTestCase {
  @_semantics("optimize.sil.specialize.generic.never")
  private func check<Value: ArchiveValue & Equatable & Arbitrary>(
    _ type: Value.Type, times: Int = Thoroughness.isFull ? 6 : 1, function: String = #function,
    file: StaticString = #filePath,
    line: UInt = #line
  ) throws {
    var random = SeededGenerator("\(function) \(type)")
    for _ in 0..<times {
      try assertColumns(Value.arbitrary(&random), "seed \(random.seed)", file: file, line: line)
    }
  }

  /// The value alone, in an optional, in collections, and as a field.
  @_semantics("optimize.sil.specialize.generic.never")
  private func checkEverywhere<Value: ArchiveValue & Hashable & Arbitrary>(
    _ type: Value.Type, function: String = #function, file: StaticString = #filePath, line: UInt = #line
  ) throws {
    try check(Value.self, function: function, file: file, line: line)
    try check(Value?.self, times: Thoroughness.isFull ? 3 : 1, function: function, file: file, line: line)
    try check([Value].self, function: function, file: file, line: line)
    try check([[Value?]].self, function: function, file: file, line: line)
    try check(Set<Value>.self, times: Thoroughness.isFull ? 3 : 1, function: function, file: file, line: line)
    try check(
      [String: Value].self, times: Thoroughness.isFull ? 3 : 1, function: function, file: file, line: line)
    try check(
      [[Value: Int]].self, times: Thoroughness.isFull ? 3 : 1, function: function, file: file, line: line)
    try check(
      [Both<Value, [Value]?>].self, times: Thoroughness.isFull ? 3 : 1, function: function, file: file,
      line: line)
  }

  func testNumbers() throws {
    try checkEverywhere(Int.self)
    try checkEverywhere(Int8.self)
    try checkEverywhere(Int16.self)
    try checkEverywhere(Int32.self)
    try checkEverywhere(UInt8.self)
    try checkEverywhere(UInt16.self)
    try checkEverywhere(UInt32.self)
    try checkEverywhere(UInt64.self)
    try checkEverywhere(Bool.self)
    try checkEverywhere(Float.self)
    try checkEverywhere(Double.self)
    try checkEverywhere(CGFloat.self)
    try checkEverywhere(Numbers.self)
  }

  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
  func testWideNumbers() throws {
    try checkEverywhere(Int128.self)
    try checkEverywhere(UInt128.self)
  }

  func testResults() throws {
    try checkEverywhere(Result<String, Fault>.self)
    try checkEverywhere(Result<Int?, Fault>.self)
  }

  func testTexts() throws {
    try checkEverywhere(String.self)
    try checkEverywhere(Substring.self)
    try checkEverywhere(Character.self)
    try checkEverywhere(Unicode.Scalar.self)
    try checkEverywhere(Texts.self)
  }

  func testFoundation() throws {
    try checkEverywhere(Data.self)
    try checkEverywhere(Date.self)
    try checkEverywhere(Duration.self)
    try checkEverywhere(URL.self)
    try checkEverywhere(UUID.self)
    try checkEverywhere(Decimal.self)
    try checkEverywhere(DateComponents.self)
    try checkEverywhere(DateInterval.self)
    try checkEverywhere(Locale.self)
    try checkEverywhere(TimeZone.self)
    try checkEverywhere(IndexSet.self)
    try checkEverywhere(IndexPath.self)
    try checkEverywhere(NSRange.self)
    try checkEverywhere(Range<Int>.self)
    try checkEverywhere(ClosedRange<String>.self)
    try check([CGRect?].self)
    try check([String: CGPoint].self)
    try check(FoundationValues.self)
  }

  func testStructs() throws {
    try checkEverywhere(Session.self)
    try checkEverywhere(Point.self)
    try checkEverywhere(Triangle.self)
    try checkEverywhere(Color.self)
    try checkEverywhere(Padded.self)
    try checkEverywhere(Trailing.self)
    try checkEverywhere(Empty.self)
    try checkEverywhere(Node.self)
    try checkEverywhere(Person.self)
    try checkEverywhere(Account.self)
    try checkEverywhere(Modes.self)
    try checkEverywhere(Collections.self)
    try checkEverywhere(Remark.self)
    try checkEverywhere(Kelvin.self)
    try check([Pairs].self)
    try check([Folder].self, times: 2)
  }

  func testEnumerations() throws {
    try checkEverywhere(Priority.self)
    try checkEverywhere(Suit.self)
    try checkEverywhere(Direction.self)
    try checkEverywhere(Only.self)
    try checkEverywhere(MoreThanAByte.self)
    try checkEverywhere(Shape.self)
    try checkEverywhere(Expression.self)
    try checkEverywhere(Tree<String>.self)
    try checkEverywhere(Chain.self)
    try checkEverywhere(Signal.self)
  }

  func testNestedOptionals() throws {
    try check(Int??.self)
    try check([String???].self)
    try check([String: Int??].self)
    try check([Box<Int???>].self)
  }

  /// Many rounds of a few types that nest in all ways, in several batches.
  func testManyRounds() throws {
    var random = SeededGenerator()
    for round in 0..<Thoroughness.rounds(48, full: 500) {
      let options = ColumnArchive.EncodingOptions(batchSize: 1 + random.below(9))
      @_semantics("optimize.sil.specialize.generic.never")
      func check<Value: ArchiveValue & Equatable & Arbitrary>(_ type: Value.Type) throws {
        let values = (0..<random.below(30)).map { _ in Value.arbitrary(&random) }
        let data = try ColumnArchive.encode(values, options: options)
        let back = try ColumnArchive.decode([Value].self, from: data)
        XCTAssertEqual(back, values, "round \(round), seed \(random.seed)")
        XCTAssertEqual(
          try ColumnArchive.encode(back, options: options), data, "round \(round), seed \(random.seed)")
      }
      switch round % 6 {
      case 0: try check(Session.self)
      case 1: try check(Collections.self)
      case 2: try check([Person?].self)
      case 3: try check([String: Both<Shape?, [Expression]>].self)
      case 4: try check(Both<Numbers, Texts>.self)
      default: try check(Both<[Triangle?], Tree<[Remark]>>.self)
      }
    }
  }
}
