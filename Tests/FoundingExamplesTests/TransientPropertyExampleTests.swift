import ArchiveDocuments
import Foundation
import LiveValues
import StructCoding
import XCTest

// Transient properties: computed from stored ones, never stored, settable in reverse, and observers are told of a
// composite when a part changes.

@Archivable
struct Person: Hashable, Sendable {
  var firstName: String
  var lastName: String

  @Transient(dependsOn: \.firstName, \.lastName)
  var fullName: String {
    get { _fullName { "\(firstName) \(lastName)" } }
    set {
      let parts = newValue.split(separator: " ", maxSplits: 1).map(String.init)
      (firstName, lastName) = (parts.first ?? "", parts.count > 1 ? parts[1] : "")
    }
  }
}

extension Person: KeyValueObservable {
  static var observableProperties: KeyValuePairs<String, PartialKeyPath<Person>> { ["fullName": \.fullName] }
}

/// A place that a framework has a class for: an object is made from the stored numbers when it is first asked for, and
/// forgotten when one of them changes.
@Archivable
struct Photo: Equatable, Sendable {
  var latitude: Double
  var longitude: Double

  @Transient(dependsOn: \.latitude, \.longitude)
  var location: Location {
    get { _location { Location(latitude: latitude, longitude: longitude) } }
    set { (latitude, longitude) = (newValue.latitude, newValue.longitude) }
  }
}

final class Location: Sendable {
  let latitude: Double, longitude: Double

  init(latitude: Double, longitude: Double) { (self.latitude, self.longitude) = (latitude, longitude) }
}

final class TransientPropertyExampleTests: XCTestCase {
  func testComputedAndNotStored() throws {
    let person = Person(firstName: "Ada", lastName: "Byron")
    XCTAssertEqual(person.fullName, "Ada Byron")
    XCTAssertEqual(try ArchiveNode(encoding: person).fields?.names, ["firstName", "lastName"])
    XCTAssertEqual(
      try KeyedArchive.decode(Person.self, from: KeyedArchive.encode(person)).fullName, "Ada Byron")
  }

  func testSettableInReverse() {
    var person = Person(firstName: "Ada", lastName: "Byron")
    person.fullName = "Grace Hopper"
    XCTAssertEqual(person, Person(firstName: "Grace", lastName: "Hopper"))
  }

  func testMadeOnceAndForgottenWhenAPartChanges() {
    var photo = Photo(latitude: 59.9, longitude: 10.7)
    let location = photo.location
    XCTAssertTrue(photo.location === location)
    photo.latitude = 60
    XCTAssertFalse(photo.location === location)
    XCTAssertEqual(photo.location.latitude, 60)
    photo.location = Location(latitude: 1, longitude: 2)
    XCTAssertEqual(photo, Photo(latitude: 1, longitude: 2))
  }

  func testObserversOfTheCompositeAreTold() {
    let person = LiveValue(Person(firstName: "Ada", lastName: "Byron"))
    let changes = Changes()
    let observation = person.observe(\.fullName) { changes.append("\($0) -> \($1)") }
    person.lastName = "Lovelace"
    person.lastName = "Lovelace"
    person.fullName = "Grace Hopper"
    withExtendedLifetime(observation) {}
    XCTAssertEqual(changes.all, ["Ada Byron -> Ada Lovelace", "Ada Lovelace -> Grace Hopper"])
  }

  #if canImport(ObjectiveC)
    /// Type-checked only: key-value observing needs Objective-C.
    func testKeyValueObserving() {
      let person = LiveValue(Person(firstName: "Ada", lastName: "Byron"))
      let observer = Observer()
      person.addObserver(observer, forKeyPath: "fullName", options: [.old, .new], context: nil)
      person.lastName = "Lovelace"
      person.removeObserver(observer, forKeyPath: "fullName")
      XCTAssertEqual(observer.new, ["Ada Lovelace"])
    }

    private final class Observer: NSObject {
      var new: [String] = []

      override func observeValue(
        forKeyPath keyPath: String?, of object: Any?, change: [NSKeyValueChangeKey: Any]?,
        context: UnsafeMutableRawPointer?
      ) {
        new.append(change?[.newKey] as? String ?? "none")
      }
    }
  #endif
}

private final class Changes: @unchecked Sendable {
  private let lock = NSLock()
  private var texts: [String] = []

  func append(_ text: String) { lock.withLock { texts.append(text) } }
  var all: [String] { lock.withLock { texts } }
}
