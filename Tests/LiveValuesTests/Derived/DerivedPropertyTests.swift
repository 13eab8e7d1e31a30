import ArchiveTestSupport
import ColumnArchives
import LiveValues
import StructCoding
import XCTest

/// Counts how often something is computed.
private final class Counter: @unchecked Sendable {
  private let lock = NSLock()
  private var counts: [String: Int] = [:]

  func add(_ name: String) { lock.withLock { counts[name, default: 0] += 1 } }

  /// The counts since the last call.
  func take() -> [String: Int] {
    lock.withLock {
      defer { counts = [:] }
      return counts
    }
  }
}

private let counter = Counter()

@Archivable
struct Author: Hashable, Codable {
  var firstName: String
  var lastName: String
  var age = 0
  var scores: [Int] = []
  @Transient var isSelected = false
  @Transient var note: String?

  @Transient(dependsOn: \.firstName, \.lastName)
  var fullName: String {
    get {
      _fullName {
        counter.add("fullName")
        return "\(firstName) \(lastName)"
      }
    }
    set {
      let parts = newValue.split(separator: " ", maxSplits: 1).map(String.init)
      (firstName, lastName) = (parts.first ?? "", parts.count > 1 ? parts[1] : "")
    }
  }

  @Transient(dependsOn: \.fullName, \.age)
  var title: String {
    _title {
      counter.add("title")
      return "\(fullName), \(age)"
    }
  }

  @Transient(dependsOn: \.scores)
  var total: Int { _total { scores.reduce(0, &+) } }

  enum CodingKeys: CodingKey { case firstName, lastName, age, scores }
}

/// Synthesised methods of everything at once, and access levels.
@Archivable
public struct Plain: Hashable, Codable, Sendable {
  public var a = 1.0
  @Transient(dependsOn: \.a) public var inverse: Double { _inverse { 1 / a } }
}

@Archivable
struct Pair<Value: ArchiveValue & Hashable>: Hashable {
  var left: Value
  var right: Value
  @Transient(dependsOn: \.left, \.right) var isEven: Bool { _isEven { left == right } }
}

struct Unarchived {
  struct Address: Hashable { var city: String, street: String }
  var address: Address
  @Transient(dependsOn: \.address.city) var label: String { _label { "in \(address.city)" } }
}

final class DerivedPropertyTests: XCTestCase {
  override func setUp() { _ = counter.take() }

  func testComputesOnceForEachChange() {
    var person = Author(firstName: "Ada", lastName: "Lovelace")
    for _ in 0..<3 { XCTAssertEqual(person.fullName, "Ada Lovelace") }
    XCTAssertEqual(counter.take(), ["fullName": 1])
    person.age = 36
    XCTAssertEqual(person.fullName, "Ada Lovelace")
    XCTAssertEqual(counter.take(), [:])
    person.lastName = "King"
    XCTAssertEqual(person.fullName, "Ada King")
    XCTAssertEqual(person.fullName, "Ada King")
    XCTAssertEqual(counter.take(), ["fullName": 1])
    XCTAssertEqual(person.title, "Ada King, 36")
    XCTAssertEqual(person.title, "Ada King, 36")
    XCTAssertEqual(counter.take(), ["title": 1])
  }

  func testCopies() {
    let first = Author(firstName: "Ada", lastName: "Lovelace")
    var second = first
    XCTAssertEqual(first.fullName, second.fullName)
    XCTAssertEqual(counter.take(), ["fullName": 1], "copies share what is kept")
    second.firstName = "Byron"
    for _ in 0..<3 {
      XCTAssertEqual(first.fullName, "Ada Lovelace")
      XCTAssertEqual(second.fullName, "Byron Lovelace")
    }
    XCTAssertEqual(counter.take(), ["fullName": 1], "nothing of the first has changed")
  }

  func testSetterWritesThrough() {
    var person = Author(firstName: "Ada", lastName: "Lovelace")
    person.fullName = "Grace Brewster Hopper"
    XCTAssertEqual(person.firstName, "Grace")
    XCTAssertEqual(person.lastName, "Brewster Hopper")
    XCTAssertEqual(person.fullName, "Grace Brewster Hopper")
    person.fullName += "!"
    XCTAssertEqual(person.lastName, "Brewster Hopper!")
  }

  /// What is kept is no part of the value.
  func testIsInvisible() throws {
    let person = Author(firstName: "Ada", lastName: "Lovelace", isSelected: true, note: "x")
    let other = Author(firstName: "Ada", lastName: "Lovelace", isSelected: true, note: "x")
    let before = try (
      KeyedArchive.encode(person), ColumnArchive.encode(person), ColumnArchive.encode([person])
    )
    _ = (person.fullName, person.title, person.total)
    XCTAssertEqual(person, other)
    XCTAssertEqual(person.hashValue, other.hashValue)
    let after = try (
      KeyedArchive.encode(person), ColumnArchive.encode(person), ColumnArchive.encode([person])
    )
    XCTAssert(before == after)
    XCTAssertEqual(Author.archiveSchema.cases[0].fields, ["firstName", "lastName", "age", "scores"])
    XCTAssertEqual(Plain.archiveSchema.cases[0].fields, ["a"])
    XCTAssertEqual(String(decoding: try JSONEncoder().encode(Plain()), as: UTF8.self), #"{"a":1}"#)
    XCTAssertEqual(try JSONDecoder().decode(Plain.self, from: Data(#"{"a":4}"#.utf8)).inverse, 0.25)
    XCTAssertEqual(Plain(), Plain(a: 1))
  }

  /// Left out, and back at the initial value after decoding, on every road.
  func testTransientProperties() throws {
    let person = Author(firstName: "Ada", lastName: "Lovelace", isSelected: true, note: "x")
    let plain = Author(firstName: "Ada", lastName: "Lovelace")
    XCTAssertEqual(try KeyedArchive.decode(Author.self, from: KeyedArchive.encode(person)), plain)
    XCTAssertEqual(try ColumnArchive.decode(Author.self, from: ColumnArchive.encode(person)), plain)
    XCTAssertEqual(
      try ColumnArchive.decode([Author].self, from: ColumnArchive.encode([person, person])), [plain, plain])
    try ArchiveTestSupport.assertRoundTrip(plain)
    try assertCoderRoundTrip(plain)
    XCTAssertEqual(
      try ColumnArchive.decode(Author.self, from: ColumnArchive.encode(person)).fullName, "Ada Lovelace")
  }

  /// Strings and zeros that are equal, and not the same.
  func testEqualButNotTheSame() {
    var plain = Plain(a: 0)
    XCTAssertEqual(plain.inverse, .infinity)
    plain.a = -0.0
    XCTAssertEqual(plain.inverse, -.infinity)
    plain.a = .nan
    XCTAssert(plain.inverse.isNaN)
    plain.a = 2
    XCTAssertEqual(plain.inverse, 0.5)
    var person = Author(firstName: "\u{E9}", lastName: "")
    XCTAssertEqual(person.fullName.unicodeScalars.count, 2)
    person.firstName = "e\u{301}"
    XCTAssertEqual(person.fullName.unicodeScalars.count, 3)
  }

  func testOtherDeclarations() {
    XCTAssertTrue(Pair(left: 1, right: 1).isEven)
    var pair = Pair(left: "a", right: "a")
    XCTAssertTrue(pair.isEven)
    pair.right = "b"
    XCTAssertFalse(pair.isEven)
    var value = Unarchived(address: .init(city: "Paris", street: "Rue"))
    XCTAssertEqual(value.label, "in Paris")
    value.address.city = "Rome"
    XCTAssertEqual(value.label, "in Rome")
  }

  /// Random edits of random copies: the derived values are always those of the present parts.
  func testRandomEditsAndCopies() {
    var generator = SeededGenerator()
    var people = [Author(firstName: "", lastName: "")]
    let names = ["Ada", "Grace", "Alan", "", "a b", "\u{E9}", "e\u{301}"]
    for _ in 0..<5000 {
      let index = generator.below(people.count)
      switch generator.below(9) {
      case 0: people[index].firstName = names.randomElement(using: &generator)!
      case 1: people[index].lastName = names.randomElement(using: &generator)!
      case 2: people[index].age = generator.below(4)
      case 3: people[index].scores.append(generator.below(10))
      case 4: if !people[index].scores.isEmpty { people[index].scores.removeLast() }
      case 5:
        people[index].fullName =
          names.randomElement(using: &generator)! + " " + names.randomElement(using: &generator)!
      case 6: if people.count < 8 { people.append(people[index]) }
      case 7: if people.count > 1 { people.remove(at: index) }
      default: people.swapAt(index, generator.below(people.count))
      }
      let person = people[generator.below(people.count)]
      let fresh = Author(
        firstName: person.firstName, lastName: person.lastName, age: person.age, scores: person.scores)
      XCTAssert(person.fullName.utf8.elementsEqual("\(person.firstName) \(person.lastName)".utf8))
      XCTAssert(person.title.utf8.elementsEqual("\(person.fullName), \(person.age)".utf8))
      XCTAssertEqual(person.total, person.scores.reduce(0, +))
      XCTAssertEqual(person, fresh)
    }
  }

  func testThreads() {
    let person = Author(firstName: "Ada", lastName: "Lovelace", scores: [1, 2, 3])
    DispatchQueue.concurrentPerform(iterations: 8) { thread in
      var own = person
      for round in 0..<500 {
        own.firstName = "\(thread % 3) \(round % 5)"
        XCTAssertEqual(own.fullName, "\(thread % 3) \(round % 5) Lovelace")
        XCTAssertEqual(person.fullName, "Ada Lovelace")
        XCTAssertEqual(own.total, 6)
      }
    }
  }

  func testReflection() {
    XCTAssertEqual(Mirror(reflecting: _DerivedCache<Int>()).children.count, 0)
  }
}
