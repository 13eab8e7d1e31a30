import ArchiveTestSupport
import LiveValues
import StructCoding
import XCTest

/// Reading, writing, and who is told of what, on one thread.
final class LiveTests: XCTestCase {
  /// What observers were told, in order.
  private let log = Log()

  private var person: LiveValue<Person> { LiveValue(Person(firstName: "Ada", lastName: "Byron")) }

  func testReadingAndWriting() {
    let person = person
    XCTAssertEqual(person.firstName, "Ada")
    XCTAssertEqual(person.fullName, "Ada Byron")
    person.lastName = "Lovelace"
    person.age += 1
    person.tags.append("countess")
    person.address.city = "London"
    XCTAssertEqual(person.value.lastName, "Lovelace")
    XCTAssertEqual(person.age, 1)
    XCTAssertEqual(person.tags, ["countess"])
    XCTAssertEqual(person.address.city, "London")
    person.fullName = "Augusta King"
    XCTAssertEqual(person.value.firstName, "Augusta")
    person.value.age = 36
    XCTAssertEqual(person.age, 36)
    person.value = Person(firstName: "Grace", lastName: "Hopper")
    XCTAssertEqual(person.fullName, "Grace Hopper")
  }

  func testSnapshotsStay() {
    let person = person
    let snapshot = person.value
    person.firstName = "Augusta"
    XCTAssertEqual(snapshot.firstName, "Ada")
    let other = LiveValue(snapshot)
    XCTAssertEqual(other.firstName, "Ada")
  }

  // MARK: Updates

  func testUpdate() {
    let person = person
    let tokens = [
      person.observe(\.fullName, onChange: log.note("fullName")),
      person.observe(\.age, onChange: log.note("age")),
    ]
    let result = person.update { person in
      person.firstName = "Augusta"
      person.lastName = "King"
      person.age = 5
      person.age = 0
      return person.tags.count
    }
    XCTAssertEqual(result, 0)
    XCTAssertEqual(log.lines, ["fullName: Ada Byron, Augusta King"], "once, and not for what ended as it was")
    withExtendedLifetime(tokens) {}
  }

  private struct Refused: Error {}

  func testThrowingUpdate() {
    let person = person
    let token = person.observe(\.firstName, onChange: log.note("firstName"))
    let whole = person.observe(\.self) { [log] _, _ in log.add("value") }
    XCTAssertThrowsError(
      try person.update { person in
        person.firstName = "nobody"
        throw Refused()
      })
    XCTAssertEqual(person.firstName, "Ada")
    XCTAssertEqual(log.lines, [])
    person.firstName = "Augusta"
    XCTAssertEqual(log.lines, ["firstName: Ada, Augusta", "value"], "the turn was given back")
    withExtendedLifetime([token, whole] as [Any]) {}
  }

  /// What was changed in place before an error stays and is told, as it does in a variable.
  func testThrowingAccess() {
    let person = person
    let token = person.observe(\.fullName, onChange: log.note("fullName"))
    var variable = person.value
    func check(_ line: UInt = #line) { XCTAssertEqual(person.value, variable, line: line) }

    XCTAssertThrowsError(try change(&variable.firstName, to: "Anne"))
    XCTAssertThrowsError(try change(&person.firstName, to: "Anne"))
    check()
    XCTAssertThrowsError(try change(&variable.fullName, to: "Grace Hopper"))
    XCTAssertThrowsError(try change(&person.fullName, to: "Grace Hopper"))
    check()
    XCTAssertThrowsError(try change(&variable.address.city, to: "London"))
    XCTAssertThrowsError(try change(&person.address.city, to: "London"))
    check()
    XCTAssertThrowsError(try change(&variable.lastName, to: "Byron"))
    XCTAssertThrowsError(try change(&person.value.lastName, to: "Byron"))
    check()
    XCTAssertEqual(person.fullName, "Grace Byron")
    XCTAssertEqual(
      log.lines,
      [
        "fullName: Ada Byron, Anne Byron", "fullName: Anne Byron, Grace Hopper",
        "fullName: Grace Hopper, Grace Byron",
      ])
    person.age = 3
    XCTAssertEqual(person.age, 3, "the turn was given back")
    withExtendedLifetime(token) {}
  }

  private func change(_ text: inout String, to new: String) throws {
    text = new
    throw Refused()
  }

  func testTypedErrors() {
    let person = person
    do throws(Refused) {
      try person.update { _ throws(Refused) in throw Refused() }
    } catch {
      log.add("refused")
    }
    XCTAssertEqual(log.lines, ["refused"])
  }

  // MARK: Observers

  func testDependents() {
    let person = person
    let tokens = [
      person.observe(\.fullName, onChange: log.note("fullName")),
      person.observe(\.initials, onChange: log.note("initials")),
    ]
    person.firstName = "Augusta"
    person.firstName = "Augusta"
    person.firstName = "Anne"
    person.age = 3
    XCTAssertEqual(
      log.lines,
      [
        "fullName: Ada Byron, Augusta Byron", "fullName: Augusta Byron, Anne Byron",
      ])
    person.fullName = "Anne King"
    XCTAssertEqual(log.lines.suffix(2), ["fullName: Anne Byron, Anne King", "initials: AB, AK"])
    withExtendedLifetime(tokens) {}
  }

  func testWholeStruct() {
    let person = person
    let token = person.observe(\.self) { [log] old, new in log.add("\(old.age), \(new.age)") }
    person.age = 1
    person.age = 1
    person.value.age = 2
    person.update { _ in }
    person.value = person.value
    XCTAssertEqual(log.lines, ["0, 1", "1, 2"])
    withExtendedLifetime(token) {}
  }

  func testTokens() {
    let person = person
    let token = person.observe(\.age, onChange: log.note("first"))
    var other: LiveObservation? = person.observe(\.age, onChange: log.note("second"))
    person.age = 1
    token.invalidate()
    token.invalidate()
    person.age = 2
    XCTAssertNotNil(other)
    other = nil
    person.age = 3
    XCTAssertEqual(log.lines, ["first: 0, 1", "second: 0, 1", "second: 1, 2"])
  }

  func testTokensDoNotHoldTheReference() {
    var person: LiveValue<Person>? = person
    weak let reference = person
    let token = person?.observe(\.age, onChange: log.note("age"))
    person = nil
    XCTAssertNil(reference)
    token?.invalidate()
  }

  /// A property that is observed no more is not looked at, so that its subscripts may become invalid.
  func testSubscripts() {
    let person = person
    person.tags = ["a", "b"]
    let token = person.observe(\.tags[1], onChange: log.note("second"))
    let other = person.observe(\.tags[1]) { _, _ in }
    person.tags[1] = "c"
    token.invalidate()
    person.tags[1] = "d"
    other.invalidate()
    person.tags = []
    XCTAssertEqual(log.lines, ["second: b, c"])
  }

  /// One observer ends another while both are to be told.
  func testInvalidatedMeanwhile() {
    let person = person
    let box = Box<LiveObservation?>(nil)
    let first = person.observe(\.age) { [log] _, _ in
      log.add("first")
      box.value?.invalidate()
    }
    box.value = person.observe(\.age) { [log] _, _ in log.add("second") }
    person.age = 1
    XCTAssertEqual(log.lines, ["first"])
    withExtendedLifetime(first) {}
  }

  func testWritingFromObservers() {
    let person = person
    let first = person.observe(\.age) { [log] old, new in
      log.add("first: \(old), \(new)")
      if new < 3 { person.age += 1 }
      log.add("first sees \(person.age)")
    }
    let second = person.observe(\.age, onChange: log.note("second"))
    person.age = 1
    XCTAssertEqual(person.age, 3)
    XCTAssertEqual(
      log.lines,
      [
        "first: 0, 1", "first sees 2", "second: 0, 1", "first: 1, 2", "first sees 3", "second: 1, 2",
        "first: 2, 3", "first sees 3", "second: 2, 3",
      ], "each is told of the changes in their order")
    withExtendedLifetime([first, second]) {}
  }

  func testReadingInsideOfUpdate() {
    let person = person
    person.update { value in
      value.age = 7
      log.add("\(person.age), \(value.age)")
    }
    XCTAssertEqual(log.lines, ["0, 7"])
  }

  // MARK: What counts as a change

  struct Mixed {
    struct Opaque { var number = 0 }
    var first = Opaque()
    var second = Opaque()
    var count = 0
    var ratio = Double.nan
    var watched = 0 { didSet { changes += 1 } }
    var changes = 0
    var computed: Opaque { Opaque(number: count) }
  }

  func testNotEquatable() {
    let mixed = LiveValue(Mixed())
    let tokens = [
      mixed.observe(\.first) { [log] old, new in log.add("first: \(old.number), \(new.number)") },
      mixed.observe(\.computed) { [log] old, new in log.add("computed: \(old.number), \(new.number)") },
    ]
    mixed.first.number = 1
    XCTAssertEqual(log.take(), ["first: 0, 1", "computed: 0, 0"])
    mixed.second.number = 1
    XCTAssertEqual(log.take(), ["computed: 0, 0"], "another place in memory")
    mixed.count = 1
    XCTAssertEqual(log.take(), ["computed: 0, 1"])
    mixed.count = 1
    XCTAssertEqual(log.take(), [])
    mixed.watched = 1
    XCTAssertEqual(log.take(), ["first: 1, 1", "computed: 1, 1"], "its observer may write anything")
    mixed.update { $0.count = 2 }
    XCTAssertEqual(log.take(), ["first: 1, 1", "computed: 1, 2"])
    withExtendedLifetime(tokens) {}
  }

  /// NaN does not equal itself, but is the same as before.
  func testNaN() {
    let mixed = LiveValue(Mixed())
    let token = mixed.observe(\.ratio) { [log] _, new in log.add("\(new)") }
    mixed.update { $0.count = 1 }
    mixed.ratio = .nan
    XCTAssertEqual(log.take(), [])
    mixed.ratio = 1
    mixed.ratio = .nan
    XCTAssertEqual(log.take(), ["1.0", "nan"])
    withExtendedLifetime(token) {}
  }

  /// Zeros and strings that are equal, and not the same, are changes, in arrays and optionals as well.
  func testEqualButNotTheSame() {
    struct Values {
      var number = 0.0
      var text: String? = "\u{E9}"
      var list = [0.0]
    }
    let values = LiveValue(Values())
    let tokens = [
      values.observe(\.number) { [log] _, new in log.add("\(new)") },
      values.observe(\.text) { [log] _, new in log.add("\(new?.unicodeScalars.count ?? 0)") },
      values.observe(\.list) { [log] _, new in log.add("\(new)") },
    ]
    values.number = 0
    values.list = [0.0].map { $0 }
    XCTAssertEqual(log.take(), [])
    values.number = -0.0
    values.text = "e\u{301}"
    values.list = [-0.0]
    XCTAssertEqual(log.take(), ["-0.0", "2", "[-0.0]"])
    withExtendedLifetime(tokens) {}
  }

  func testPropertyObserversOfTheStruct() {
    let mixed = LiveValue(Mixed())
    let token = mixed.observe(\.changes) { [log] old, new in log.add("\(old), \(new)") }
    mixed.watched = 4
    XCTAssertEqual(log.lines, ["0, 1"])
    withExtendedLifetime(token) {}
  }

  /// Random writes: whoever observes is told of exactly the properties that differ, once a write.
  func testRandomWrites() {
    var random = SeededGenerator()
    let person = person
    let told = Box<[String: [String]]>([:])
    func observe<Member: Sendable>(_ name: String, _ keyPath: KeyPath<Person, Member> & Sendable)
      -> LiveObservation
    {
      person.observe(keyPath) { told.value[name, default: []].append("\($0) \($1)") }
    }
    let tokens = [
      observe("firstName", \.firstName), observe("lastName", \.lastName), observe("age", \.age),
      observe("tags", \.tags), observe("fullName", \.fullName), observe("initials", \.initials),
    ]
    for _ in 0..<2000 {
      let old = person.value
      told.value = [:]
      let names = ["Ada", "Anne", "Bea"]
      switch random.below(6) {
      case 0: person.firstName = names[random.below(3)]
      case 1: person.lastName = names[random.below(3)]
      case 2: person.age = random.below(2)
      case 3: person.tags = random.oneIn(2) ? [] : ["a"]
      case 4: person.fullName = "\(names[random.below(3)]) \(names[random.below(3)])"
      default:
        person.update {
          $0.firstName = names[random.below(3)]
          $0.age = random.below(2)
        }
      }
      let new = person.value
      var expected: [String: [String]] = [:]
      func expect<Member: Equatable>(_ name: String, _ keyPath: KeyPath<Person, Member>) {
        let (before, after) = (old[keyPath: keyPath], new[keyPath: keyPath])
        if before != after { expected[name] = ["\(before) \(after)"] }
      }
      expect("firstName", \.firstName)
      expect("lastName", \.lastName)
      expect("age", \.age)
      expect("tags", \.tags)
      expect("fullName", \.fullName)
      expect("initials", \.initials)
      XCTAssertEqual(told.value, expected)
    }
    withExtendedLifetime(tokens) {}
  }

  // MARK: Values that are not Sendable

  private struct Document {
    final class Page {}
    var page = Page()
    var title = ""
  }

  func testNotSendable() {
    let document = LiveValue(Document())
    let token = document.observe(\.title, onChange: log.note("title"))
    document.title = "one"
    document.update { $0.title = "two" }
    XCTAssertEqual(log.lines, ["title: , one", "title: one, two"])
    withExtendedLifetime(token) {}
  }
}
