import StructCoding
import StructCodingTesting
import XCTest

final class AssertRoundTripTests: XCTestCase {
  func testValuesThatAreKept() {
    assertRoundTrip(Visit.sample)
    assertRoundTrip([Visit.sample, Visit.sample])
    assertRoundTrip([Visit]())
    assertRoundTrip(["first": Visit.sample] as [String: Visit?])
    assertRoundTrip(Visit.Purpose.none)
    assertRoundTrip(Double.nan)
    assertRoundTrip(Plain(name: "p", reading: Rounded(3)))
  }

  func testInstances() {
    let (ada, ben) = (Person(name: "Ada"), Person(name: "Ben"))
    ada.friends = [ben, ada]
    ada.best = ben
    assertRoundTrip(ada)
    ada.friends = []
  }

  /// An archive of a part does not hold the whole, to which only a weak reference leads.
  func testAPartWithoutItsWhole() {
    let (ada, ben) = (Person(name: "Ada"), Person(name: "Ben"))
    ada.best = ben
    assertRoundTrip(ada)
    assertRoundTrip([ada, ada])
    // Nor does it hold a circle of such instances.
    ben.friends = [ben]
    ben.best = ada
    assertRoundTrip(ada)
    ben.friends = []
    // What is in the archive for another reason is held.
    assertRoundTrip([ada, ben])
  }

  func testAFormThatLosesDigits() {
    let value = Measured(readings: [Rounded(1), Rounded(2.5)])
    let failure = failure { assertRoundTrip(value, damagedCopies: 10) }
    XCTAssert(failure.contains("readings[1].value: 2.5 → 3.0"), failure)
    XCTAssert(failure.contains("STRUCTCODING_SEED="), failure)
    let roads = "nodes; keyed archive; column archive; Coding, KeyedArchiver; Coding, NSKeyedArchiver"
    XCTAssert(failure.contains("\n\(roads): the decoded value differs"), failure)
  }

  func testAnAdjustingHook() {
    let failure = failure { assertRoundTrip([Sorted(items: [2, 1])], by: [.keyed]) }
    XCTAssert(failure.contains("[0].items"), failure)
  }

  func testOtherBytesEachTime() {
    let failure = failure { assertRoundTrip(Unstable(), by: [.keyed, .columns], damagedCopies: 10) }
    XCTAssert(
      failure.contains("keyed archive; column archive: two archives of the same value have different bytes"),
      failure)
  }

  func testAPropertyThatIsNotStored() {
    assertRoundTrip(Cached(name: "a"))
    let failure = failure { assertRoundTrip(Cached(name: "a", isFresh: true), by: .keyed) }
    XCTAssert(failure.contains("isFresh: true → false"), failure)
  }

  func testAValueThatCannotBeDecoded() {
    let failure = failure { assertRoundTrip(Even(number: 3)) }
    XCTAssert(failure.contains("nodes: Found an even number, please"), failure)
    XCTAssert(failure.contains("keyed archive: cannot be decoded: Found an even number, please"), failure)
  }

  func testAValueThatCannotBeEncoded() {
    let failure = failure { assertRoundTrip([Unstorable()], by: .keyed) }
    XCTAssert(failure.contains("keyed archive: cannot be encoded"), failure)
  }

  private func failure(_ body: () -> Void) -> String {
    let failures = TestReport.failures(of: body)
    XCTAssertEqual(failures.count, 1)
    return failures.first ?? ""
  }
}
