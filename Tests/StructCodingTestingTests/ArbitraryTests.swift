import StructCoding
import StructCodingTesting
import XCTest

final class ArbitraryTests: XCTestCase {
  func testEveryKindOfField() {
    assertRoundTrip(arbitrary: Visit.self, count: 15)
    assertRoundTrip(arbitrary: Everything.self, count: 10) { $0.addresses() }
    assertRoundTrip(arbitrary: [Visit.Mood].self, count: 15)
    assertRoundTrip(arbitrary: [Visit.Purpose?].self, count: 30)
    assertRoundTrip(arbitrary: Everything.Shape.self, count: 30)
    assertRoundTrip(arbitrary: Plain.self, count: 15)
    assertRoundTrip(arbitrary: Int8.self, count: 30)
  }

  func testObjectsOfOtherPlatforms() { assertRoundTrip(arbitrary: Poster.self, count: 15) }

  /// A raw value does not hold what else a struct stores.
  func testStructsWithRawValuesHaveAllFields() throws {
    var random = TestGenerator(seed: 5)
    let marks = try (0..<50).map { _ in try ArbitraryGenerators().value(of: Mark.self, using: &random) }
    XCTAssertGreaterThan(Set(marks.map(\.weight)).count, 10)
    XCTAssertGreaterThan(Set(marks.map(\.rawValue)).count, 10)
  }

  func testInstances() throws {
    assertRoundTrip(arbitrary: Person.self, count: 60)
    var random = TestGenerator(seed: 7)
    let people = try (0..<50).map { _ in try ArbitraryGenerators().value(of: Person.self, using: &random) }
    XCTAssert(people.contains { $0.friends.contains { !$0.friends.isEmpty } })
    XCTAssert(people.contains { $0.best != nil })
    for person in people { person.friends = [] }
  }

  func testValuesReachEverything() throws {
    var random = TestGenerator(seed: 1)
    var make = ArbitraryGenerators()
    make.addresses()
    let values = try (0..<300).map { _ in try make.value(of: Everything.self, using: &random) }
    XCTAssertEqual(Set(values.map(\.direction)).count, 4)
    XCTAssertEqual(Set(values.map(\.level)).count, 2)
    XCTAssertEqual(Set(values.map(\.address.kind)).count, 2)
    XCTAssert(values.contains { $0.small == .min } && values.contains { $0.small == .max })
    XCTAssert(values.contains { $0.name == nil } && values.contains { $0.name?.isEmpty == true })
    XCTAssert(values.contains { $0.second != nil } && values.contains { $0.second == nil })
    XCTAssert(values.contains { if case .pair(.pair, _) = $0.shape { true } else { false } })
    XCTAssert(values.contains { $0.nested.count > 13 } && values.contains { $0.version != 3 })
    XCTAssert(
      values.contains { !$0.address.rooms.isEmpty } && values.contains { $0.packed?.isEmpty == false })
  }

  func testTheSameSeedGivesTheSameValues() throws {
    var make = ArbitraryGenerators()
    make.addresses()
    // Not as text, which has dictionaries in any order.
    let archives = try (0..<2).map { _ in
      var random = TestGenerator(seed: 5)
      return try KeyedArchive.encode(make.value(of: Everything.self, using: &random))
    }
    XCTAssertEqual(archives[0], archives[1])
  }

  func testTheFirstValueThatIsNotKept() {
    let failure = failure { assertRoundTrip(arbitrary: Account.self) }
    XCTAssert(failure.contains("of 1000 does not survive a round trip (STRUCTCODING_SEED="), failure)
    XCTAssert(failure.contains("balances["), failure)
    XCTAssert(failure.contains("The value: Account("), failure)
  }

  func testATypeThatRefuses() {
    let failure = failure { assertRoundTrip(arbitrary: [Password].self, count: 60) }
    XCTAssert(failure.contains("cannot be made up"), failure)
    XCTAssert(failure.contains("TooShort"), failure)
    assertRoundTrip(arbitrary: [Password].self, count: 15) { make in
      make.field("text") { random in "password" + String(repeating: "x", count: 13 + random.below(9)) }
    }
  }

  func testGenerators() {
    assertRoundTrip(arbitrary: Opaque.self, count: 10) { make in
      make.type(NSString.self) { random in "\(random.below(9))" as NSString }
    }
    for (failure, field) in [
      (failure { assertRoundTrip(arbitrary: Opaque.self) }, "cipher"),
      (failure { assertRoundTrip(arbitrary: Everything.self) }, "address"),
    ] {
      XCTAssert(failure.contains(field), failure)
      XCTAssert(failure.contains("a generator"), failure)
    }
    // A generator of a stored part gets the property's type.
    assertRoundTrip(arbitrary: Everything.self, count: 10) { make in
      make.addresses()
      make.field("direction") { _ in Everything.Direction.west }
      make.field("address") { _ in
        Everything.Address(street: "s", number: nil, rooms: [], kind: .flat, more: [:])
      }
    }
  }

  func testAGeneratorOfAnotherType() {
    let failure = failure {
      assertRoundTrip(arbitrary: Visit.self) { make in make.field("place") { _ in 5 } }
    }
    XCTAssert(failure.contains("a generator of String at place"), failure)
  }

  /// A field whose policy accepts failures does not end the others.
  func testFailurePolicies() { assertRoundTrip(arbitrary: Tolerant.self, count: 15) }

  func testATypeWithoutEnd() {
    let failure = failure { assertRoundTrip(arbitrary: Endless.self) }
    XCTAssert(failure.contains("always contains another"), failure)
  }

  /// Its raw values are texts, which nobody guesses.
  func testAnEnumerationWithoutAListOfItsCases() {
    let failure = failure { assertRoundTrip(arbitrary: Season.self) }
    XCTAssert(failure.contains("CaseIterable"), failure)
  }

  private func failure(_ body: () -> Void) -> String {
    let failures = TestReport.failures(of: body)
    XCTAssertEqual(failures.count, 1)
    return failures.first ?? ""
  }
}

@Archivable private struct Mark: RawRepresentable {
  var rawValue: String
  var weight = 1
  init(rawValue: String) { self.rawValue = rawValue }
}

private enum Season: String, ArchiveValue { case summer, winter }
