import StructCoding
import XCTest

@testable import ArchiveTestSupport

/// Values made up at random, of every type and in every place.
final class KeyedGeneratedValueTests: XCTestCase {
  @_semantics("optimize.sil.specialize.generic.never")
  private func check<Value: ArchiveValue & Equatable & Arbitrary>(
    _ type: Value.Type, times: Int = Thoroughness.isFull ? 12 : 2, xml: XMLForm = .exact,
    function: String = #function,
    file: StaticString = #filePath, line: UInt = #line
  ) throws {
    var random = SeededGenerator("\(function) \(type)")
    let seed = random.seed
    for _ in 0..<times {
      try assertRoundTrip(Value.arbitrary(&random), xml: xml, "seed \(seed)", file: file, line: line)
    }
  }

  /// The value alone, in an optional, in collections, and as a field.
  @_semantics("optimize.sil.specialize.generic.never")
  private func checkEverywhere<Value: ArchiveValue & Hashable & Arbitrary>(
    _ type: Value.Type, xml: XMLForm = .exact, function: String = #function, file: StaticString = #filePath,
    line: UInt = #line
  ) throws {
    try check(Value.self, xml: xml, function: function, file: file, line: line)
    try check(Value?.self, times: 4, xml: xml, function: function, file: file, line: line)
    try check([Value].self, times: 4, xml: xml, function: function, file: file, line: line)
    try check([[Value?]].self, times: 3, xml: xml, function: function, file: file, line: line)
    try check(Set<Value>.self, times: 4, xml: xml, function: function, file: file, line: line)
    try check([String: Value].self, times: 4, xml: xml, function: function, file: file, line: line)
    try check([Value: Int].self, times: 4, xml: xml, function: function, file: file, line: line)
    try check(Box<Value>.self, times: 3, xml: xml, function: function, file: file, line: line)
    try check(Box<[Value]>?.self, times: 3, xml: xml, function: function, file: file, line: line)
  }

  func testInt() throws { try checkEverywhere(Int.self) }
  func testInt8() throws { try checkEverywhere(Int8.self) }
  func testInt16() throws { try checkEverywhere(Int16.self) }
  func testInt32() throws { try checkEverywhere(Int32.self) }
  func testInt64() throws { try checkEverywhere(Int64.self) }
  func testUInt() throws { try checkEverywhere(UInt.self) }
  func testUInt8() throws { try checkEverywhere(UInt8.self) }
  func testUInt16() throws { try checkEverywhere(UInt16.self) }
  func testUInt32() throws { try checkEverywhere(UInt32.self) }
  func testUInt64() throws { try checkEverywhere(UInt64.self) }
  func testBool() throws { try checkEverywhere(Bool.self) }
  func testFloat() throws { try checkEverywhere(Float.self) }
  func testDouble() throws { try checkEverywhere(Double.self) }
  func testCGFloat() throws { try checkEverywhere(CGFloat.self) }
  func testString() throws { try checkEverywhere(String.self) }
  func testSubstring() throws { try checkEverywhere(Substring.self) }
  func testCharacter() throws { try checkEverywhere(Character.self) }
  func testScalar() throws { try checkEverywhere(Unicode.Scalar.self) }
  func testData() throws { try checkEverywhere(Data.self) }
  func testDate() throws { try checkEverywhere(Date.self) }
  func testDuration() throws { try checkEverywhere(Duration.self) }
  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
  func testInt128() throws {
    try checkEverywhere(Int128.self)
    try checkEverywhere(UInt128.self)
  }
  func testResult() throws {
    try checkEverywhere(Result<String, Fault>.self)
    try checkEverywhere(Result<Int?, Fault>.self)
  }
  func testURL() throws { try checkEverywhere(URL.self) }
  func testUUID() throws { try checkEverywhere(UUID.self) }
  func testDecimal() throws { try checkEverywhere(Decimal.self) }
  func testDateComponents() throws { try checkEverywhere(DateComponents.self) }
  func testDateInterval() throws { try checkEverywhere(DateInterval.self) }
  func testLocale() throws { try checkEverywhere(Locale.self) }
  func testTimeZone() throws { try checkEverywhere(TimeZone.self) }
  func testIndexSet() throws { try checkEverywhere(IndexSet.self) }
  func testIndexPath() throws { try checkEverywhere(IndexPath.self) }
  func testNSRange() throws { try checkEverywhere(NSRange.self) }
  func testRange() throws { try checkEverywhere(Range<Int>.self) }
  func testClosedRange() throws { try checkEverywhere(ClosedRange<String>.self) }
  func testPriority() throws { try checkEverywhere(Priority.self) }
  func testSuit() throws { try checkEverywhere(Suit.self) }
  func testDirection() throws { try checkEverywhere(Direction.self) }
  func testShape() throws { try checkEverywhere(Shape.self) }
  func testExpression() throws { try checkEverywhere(Expression.self) }
  func testPoint() throws { try checkEverywhere(Point.self) }
  func testSession() throws { try checkEverywhere(Session.self) }
  func testNode() throws { try checkEverywhere(Node.self) }
  func testAccount() throws { try checkEverywhere(Account.self) }
  func testNumbers() throws { try checkEverywhere(Numbers.self) }
  func testTexts() throws { try checkEverywhere(Texts.self) }
  func testFoundationValues() throws { try checkEverywhere(FoundationValues.self) }
  func testCollections() throws { try checkEverywhere(Collections.self) }

  func testGeometry() throws {
    try check(Geometry.self, times: 20)
    try check([CGRect?].self)
    try check([String: CGPoint].self)
    try check([CGSize].self)
  }

  func testTuples() throws {
    try check(Pairs.self)
    try check([Pairs].self)
  }

  func testNestedOptionals() throws {
    try check(Int??.self)
    try check([String???].self)
    try check([String: Int??].self)
    try check(Box<Int???>.self)
  }

  func testObjectsOfClasses() throws {
    try check(Ticket.self)
    try check(Ticket?.self)
    try check([Ticket].self)
    try check([String: Ticket?].self)
    try check(Folder.self)
    try check([Folder].self)
  }

  /// The same values through the wrapper class.
  func testThroughCoder() throws {
    var random = SeededGenerator()
    for _ in 0..<(Thoroughness.isFull ? 6 : 3) {
      try assertCoderRoundTrip(Session.arbitrary(&random))
      try assertCoderRoundTrip(Shape.arbitrary(&random))
      try assertCoderRoundTrip(Direction.arbitrary(&random))
      try assertCoderRoundTrip(Priority.arbitrary(&random))
      try assertCoderRoundTrip(Expression.arbitrary(&random))
      try assertCoderRoundTrip(Numbers.arbitrary(&random))
      try assertCoderRoundTrip(Texts.arbitrary(&random))
      try assertCoderRoundTrip(FoundationValues.arbitrary(&random))
      try assertCoderRoundTrip(Collections.arbitrary(&random))
      try assertCoderRoundTrip(Pairs.arbitrary(&random))
      try assertCoderRoundTrip(Folder.arbitrary(&random))
      try assertCoderRoundTrip(Box<[Int]>.arbitrary(&random))
    }
  }
}
