import ArchiveDocuments
import ArchiveTestSupport
import ColumnArchives
import StructCoding
import XCTest

/// A class that becomes a struct, and the other way round, in every format.
final class ClassAndStructTests: XCTestCase {
  private func people() -> [PersonClass] {
    let anna = PersonClass(name: "Anna", age: 40)
    let ben = PersonClass(name: "Ben", age: 7)
    anna.children = [ben]
    anna.friend = ben
    return [anna, ben, anna]
  }

  func testStructsOfInstances() throws {
    let ben = PersonStruct(name: "Ben", age: 7)
    let anna = PersonStruct(name: "Anna", age: 40, children: [ben])
    for road in Road.allCases {
      XCTAssertEqual(
        try road.carry(people(), to: [PersonStruct].self), [anna, ben, anna], "\(road)")
      let team = TeamOfClasses(lead: people()[0], others: people(), byName: ["Ben": people()[1]], spare: nil)
      XCTAssertEqual(
        try road.carry(team, to: TeamOfStructs.self),
        TeamOfStructs(lead: anna, others: [anna, ben, anna], byName: ["Ben": ben], spare: nil), "\(road)")
    }
    let archive = try ColumnArchive(ColumnArchive.encode(people()))
    XCTAssertEqual(try archive.elements(of: PersonStruct.self, in: 1..<3), [ben, anna])
    XCTAssertEqual(try archive.elements(of: PersonStruct.self, at: [2, 1]), [anna, ben])
    var all: [PersonStruct] = []
    try archive.forEachBatch(of: PersonStruct.self) { all += $0 }
    XCTAssertEqual(all, [anna, ben, anna])
    XCTAssertEqual(try ColumnArchive.decode(PersonStruct.self, from: ColumnArchive.encode(people()[1])), ben)
  }

  func testInstancesOfStructs() throws {
    let ben = PersonStruct(name: "Ben", age: 7)
    let anna = PersonStruct(name: "Anna", age: 40, children: [ben])
    for road in Road.allCases {
      let found = try road.carry([anna, ben], to: [PersonClass].self)
      XCTAssertEqual(found.map(\.name), ["Anna", "Ben"], "\(road)")
      XCTAssertEqual(found.map(\.age), [40, 7], "\(road)")
      XCTAssertEqual(found[0].children.map(\.name), ["Ben"], "\(road)")
      XCTAssertFalse(found[0].children[0] === found[1], "\(road)")
    }
    let colors = [ColorStruct(red: 1, green: 2), ColorStruct(red: 3, green: 4)]
    for road in Road.allCases {
      XCTAssertEqual(try road.carry(colors, to: [ColorClass].self).map(\.green), [2, 4], "\(road)")
    }
  }

  /// Fields that held instances are structs when the record around them is upgraded.
  func testInUpgrades() throws {
    for road in Road.allCases {
      let old = BoxOfClass(person: people()[0], both: people())
      let new = try road.carry(old, to: NewBox.self)
      XCTAssertEqual(new.name, "Anna", "\(road)")
      XCTAssertEqual(new.ages, [40, 7, 40], "\(road)")
      XCTAssertEqual(new.person.children, [PersonStruct(name: "Ben", age: 7)], "\(road)")
    }
  }

  /// The fields that an upgrade gets are self-contained: a task that it starts may read them during the call and after it.
  func testTasksOfUpgradesReadTheFields() async throws {
    for road in Road.allCases {
      let tasks = Tasks()
      let box = try Tasks.$current.withValue(tasks) {
        try road.carry(BoxOfClass(person: people()[0], both: people()), to: TaskBox.self)
      }
      XCTAssertEqual(box.name, "Anna", "\(road)")
      let (during, later) = (try XCTUnwrap(tasks.during), try XCTUnwrap(tasks.later))
      tasks.isOver.signal()
      for outcome in [during, await later.value] {
        XCTAssertEqual(try outcome.get(), "Anna", "\(road)")
      }
    }
  }

  /// A struct cannot hold itself.
  func testCircles() throws {
    let people = people()
    people[1].children = [people[0]]
    defer { people[1].children = [] }
    for data in [try ColumnArchive.encode(people), try KeyedArchive.encode(people)] {
      XCTAssertThrowsError(
        try data.first == 0xC3
          ? ColumnArchive.decode([PersonStruct].self, from: data)
          : KeyedArchive.decode([PersonStruct].self, from: data)
      ) { XCTAssert([.cycle, .limitExceeded].contains(($0 as? ArchiveError)?.code), "\($0)") }
    }
  }

  /// Another class is another class.
  func testOtherClasses() throws {
    assertThrows(.classMismatch) {
      try ColumnArchive.decode(TeamOfColors.self, from: ColumnArchive.encode(TeamOfClass(lead: people()[1])))
    }
  }
}

@ArchivableObject(className: "Test_Person")
private final class PersonClass {
  var name: String
  var age: Int
  var children: [PersonClass] = []
  var friend: PersonClass?

  init(name: String, age: Int) { (self.name, self.age) = (name, age) }
}

@Archivable(className: "Test_Person")
private struct PersonStruct: Equatable {
  var name: String
  var age: Int
  var children: [PersonStruct] = []
}

@Archivable(className: "Test_Team")
private struct TeamOfClasses {
  var lead: PersonClass
  var others: [PersonClass]
  var byName: [String: PersonClass]
  var spare: PersonClass?
}

@Archivable(className: "Test_Team")
private struct TeamOfStructs: Equatable {
  var lead: PersonStruct
  var others: [PersonStruct]
  var byName: [String: PersonStruct]
  var spare: PersonStruct?
}

@Archivable(className: "Test_Lead")
private struct TeamOfClass { var lead: PersonClass }

@Archivable(className: "Test_Lead")
private struct TeamOfColors { var lead: ColorStruct }

@Archivable(className: "Test_Color")
private struct ColorStruct {
  var red: UInt8
  var green: UInt8
}

@ArchivableObject(className: "Test_Color")
private final class ColorClass {
  var red: UInt8
  var green: UInt8

  init(red: UInt8, green: UInt8) { (self.red, self.green) = (red, green) }
}

@Archivable(className: "Test_Box")
private struct BoxOfClass {
  var person: PersonClass
  var both: [PersonClass]
}

@Archivable(className: "Test_Box", version: 2)
private struct NewBox: ArchiveUpgradable {
  var person: PersonStruct
  var name: String
  var ages: [Int]

  static func upgrade(_ fields: inout ArchiveNode.Fields, from version: Int) throws {
    let people = try fields.decode([PersonStruct].self, "both")
    try fields.encode(fields.decode(PersonStruct.self, "person").name, as: "name")
    try fields.encode(people.map(\.age), as: "ages")
  }
}

/// The tasks that an upgrade starts, and what came of them.
private final class Tasks: @unchecked Sendable {
  // Sendable: the semaphores order the accesses.
  @TaskLocal static var current: Tasks?

  var during: Result<String, any Error>?
  var later: Task<Result<String, any Error>, Never>?
  let isOver = DispatchSemaphore(value: 0)
}

@Archivable(className: "Test_Box", version: 2)
private struct TaskBox: ArchiveUpgradable {
  var person: PersonStruct
  var name: String

  static func upgrade(_ fields: inout ArchiveNode.Fields, from version: Int) throws {
    let (old, tasks, isDone) = (fields, Tasks.current, DispatchSemaphore(value: 0))
    let name: @Sendable () -> Result<String, any Error> = {
      Result { try old.decode(PersonStruct.self, "person").name }
    }
    Task {
      tasks?.during = name()
      isDone.signal()
    }
    isDone.wait()
    tasks?.later = Task {
      tasks?.wait()
      return name()
    }
    try fields.encode(fields.decode(PersonStruct.self, "person").name, as: "name")
  }
}

extension Tasks {
  /// Waits for the end of the call. Not an asynchronous function, so that it may wait for a semaphore.
  func wait() { isOver.wait() }
}
