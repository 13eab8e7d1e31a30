import LiveValues
import Observation
import StructCoding
import XCTest

/// A live reference under Swift Observation.
final class LiveTrackingTests: XCTestCase {
  private let person = LiveValue(Person(firstName: "Ada", lastName: "Byron"))
  private let log = Log()

  /// Reads, and notes the first change of what was read.
  private func track(_ name: String, _ read: () -> Void) {
    withObservationTracking(read) { [log] in log.add(name) }
  }

  func testSingleProperties() {
    track("firstName") { _ = person.firstName }
    track("age") { _ = person.age }
    track("both") { _ = (person.firstName, person.age) }
    person.lastName = "Lovelace"
    XCTAssertEqual(log.take(), [])
    person.age = 1
    XCTAssertEqual(log.take().sorted(), ["age", "both"])
    person.age = 2
    XCTAssertEqual(log.take(), [], "tracking tells once")
    person.firstName = "Ada"
    XCTAssertEqual(log.take(), [])
    person.firstName = "Augusta"
    XCTAssertEqual(log.take(), ["firstName"])
  }

  func testComputedProperties() {
    track("fullName") { _ = person.fullName }
    track("initials") { _ = person.initials }
    person.firstName = "Augusta"
    XCTAssertEqual(log.take(), ["fullName"])
    track("lastName") { _ = person.lastName }
    person.fullName = "Augusta King"
    XCTAssertEqual(log.take().sorted(), ["initials", "lastName"])
  }

  func testWholeStruct() {
    track("value") { _ = person.value }
    track("age of value") { _ = person.value.age }
    person.update { $0.age = 0 }
    XCTAssertEqual(log.take(), [])
    person.tags.append("x")
    XCTAssertEqual(log.take().sorted(), ["age of value", "value"])
  }

  func testNestedProperties() {
    track("city") { _ = person.address.city }
    track("tags") { _ = person.tags.count }
    person.address.street = "St James's Square"
    XCTAssertEqual(log.take(), ["city"], "what is observed is the address")
  }

  func testBatch() {
    track("any") { _ = (person.firstName, person.lastName, person.fullName, person.value) }
    person.update {
      $0.firstName = "Augusta"
      $0.lastName = "King"
    }
    XCTAssertEqual(log.take(), ["any"])
  }

  /// The old value can be read, and a write from there is not lost.
  func testWhileTold() {
    let person = person
    withObservationTracking {
      _ = person.age
    } onChange: { [log] in
      log.add("\(person.age)")
      person.update { $0.tags.append("\($0.age)") }
      person.firstName += "!"
      log.add(person.firstName)
    }
    person.age = 1
    XCTAssertEqual(log.take(), ["0", "Ada!"])
    XCTAssertEqual(person.age, 1)
    XCTAssertEqual(person.tags, ["1"], "what is written next goes on from the write that is told of")
    XCTAssertEqual(person.firstName, "Ada!")
  }

  /// The same property is written again while it is told of.
  func testSamePropertyWhileTold() {
    let person = person
    withObservationTracking {
      _ = person.age
    } onChange: {
      person.age += 10
    }
    let observed = person.observe(\.age, onChange: log.note("age"))
    person.age += 1
    XCTAssertEqual(person.age, 11)
    XCTAssertEqual(log.take(), ["age: 0, 1", "age: 1, 11"])
    withExtendedLifetime(observed) {}
  }

  /// Whoever observes anew while being told is told of the next change, and of no other.
  func testObservingAnewWhileTold() {
    let (person, log) = (person, log)
    @Sendable func observe() {
      withObservationTracking {
        _ = person.age
      } onChange: {
        log.add("\(person.age)")
        if person.age < 4 {
          observe()
          person.age += 2
        }
      }
    }
    observe()
    person.age = 1
    // Told of 0 to 1; writes 3, and is told of that after it; writes 5, and so on.
    XCTAssertEqual(log.take(), ["0", "3", "5"])
    XCTAssertEqual(person.age, 5)
  }

  /// Whoever reads a property for the first time between the announcement and the change is told of the change.
  func testReadingForTheFirstTimeWhileTold() {
    let (person, log, token) = (person, log, Box<LiveObservation?>(nil))
    withObservationTracking {
      _ = person.age
    } onChange: {
      withObservationTracking({ log.add(person.firstName) }, onChange: { log.add("firstName") })
      token.value = person.observe(\.lastName, onChange: log.note("lastName"))
    }
    person.update { ($0.age, $0.firstName, $0.lastName) = (1, "Augusta", "King") }
    XCTAssertEqual(log.take(), ["Ada", "firstName", "lastName: Byron, King"])
    withExtendedLifetime(token) {}
  }

  /// What has been told of is forgotten until it is read again.
  func testForgetsWhatWasTold() {
    person.tags = ["a"]
    track("first tag") { _ = person[dynamicMember: \.tags[0]] }
    person.tags[0] = "b"
    XCTAssertEqual(log.take(), ["first tag"])
    person.tags = []
    person.tags = ["c"]
    XCTAssertEqual(log.take(), [])
    track("first tag") { _ = person[dynamicMember: \.tags[0]] }
    person.age = 1
    XCTAssertEqual(log.take(), [])
    person.tags[0] = "d"
    XCTAssertEqual(log.take(), ["first tag"])
  }

  /// Whoever reads again while being told is not forgotten.
  func testReadingAgainWhileTold() {
    let (person, log) = (person, log)
    @Sendable func observe() {
      withObservationTracking {
        _ = person.age
      } onChange: {
        log.add("\(person.age)")
        observe()
      }
    }
    observe()
    for age in 1...3 { person.age = age }
    XCTAssertEqual(log.take(), ["0", "1", "2"])
  }

  func testThrowingUpdate() {
    track("any") { _ = (person.age, person.value) }
    struct Refused: Error {}
    XCTAssertThrowsError(
      try person.update {
        $0.age = 4
        throw Refused()
      })
    XCTAssertEqual(log.take(), [])
  }

  func testReferencesAreSeparate() {
    let other = LiveValue(person.value)
    track("other") { _ = other.age }
    person.age = 1
    XCTAssertEqual(log.take(), [])
    other.age = 1
    XCTAssertEqual(log.take(), ["other"])
  }
}
