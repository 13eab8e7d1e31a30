import ArchiveTestSupport
import StructCoding
import XCTest

/// Damaged archives of instances, on every way: each is read or refused, and what is read holds together.
final class HostileInstanceRoadTests: XCTestCase {
  /// An archive, and how it is read.
  private struct Target {
    let name: String
    let road: Road
    let data: Data
    /// Reads, and walks what is there; 0 for what is refused.
    let read: (Data) throws -> Int

    init<Value: ArchiveValue & WalkedGraph>(_ road: Road, _ value: Value) throws {
      (name, self.road) = ("\(Value.self) by \(road)", road)
      data = try road.archive(value)
      read = { try road.read(Value.self, from: $0, verifies: false).walk() }
    }

    init<Element: ArchiveValue & WalkedGraph>(_ road: Road, _ elements: [Element]) throws {
      (name, self.road) = ("[\(Element.self)] by \(road)", road)
      data = try road.archive(elements)
      read = { try road.read([Element].self, from: $0, verifies: false).reduce(0) { $0 + $1.walk() } }
    }
  }

  private func targets(_ roads: [Road] = Road.allCases.filter { $0 != .node }) throws -> [Target] {
    try roads.flatMap { road in
      let circle = LinkedStop.chain(4)
      circle.next?.next?.next?.next = circle
      defer { _ = circle.dismantle() }
      let folder = FolderItem.tree(depth: 2, width: 2)
      return [
        try Target(road, LinkedStop.chain(6)), try Target(road, circle), try Target(road, folder),
        try Target(road, DrawnGroup.sample()),
        try Target(road, [folder, folder.children[0], folder.children[0], FolderItem(name: "other")]),
        try Target(road, [circle, LinkedStop.chain(3), circle]),
      ]
    }
  }

  func testSoundArchives() throws {
    for target in try targets() { XCTAssertGreaterThan(try target.read(target.data), 3, target.name) }
  }

  func testTruncatedArchives() throws {
    for target in try targets() {
      for length in Thoroughness.some(of: 0..<target.data.count, oneIn: 61, first: target.data.count) {
        // Behind the end of an XML document may stand white space.
        if target.road == .xml, length + 1 == target.data.count { continue }
        XCTAssertThrowsError(try target.read(target.data.prefix(length)), "\(target.name), \(length)") {
          XCTAssert($0 is ArchiveError, "\(target.name): \($0)")
        }
      }
    }
  }

  /// Every byte as some of the bytes that decide something.
  func testChangedBytes() throws {
    var random = SeededGenerator()
    let telling: [UInt8] = [0, 1, 2, 3, 17, 19, 0x7F, 0x80, 0xA1, 0xFF]
    for target in try targets([.keyed, .column, .columnByName, .columnTree, .columnNode]) {
      for position in target.data.indices {
        let bytes = [telling.randomElement(using: &random)!, target.data[position] ^ 1]
        for byte in Thoroughness.some(of: bytes, oneIn: 23, first: position) {
          var data = target.data
          data[position] = byte
          assertDecodesOrThrows("\(target.name), \(position) is \(byte), seed \(random.seed)") {
            try target.read(data)
          }
        }
      }
    }
  }

  func testMutations() throws {
    var random = SeededGenerator()
    let targets = try targets()
    let mutator = ByteMutator(donors: targets.map(\.data))
    let rounds = Thoroughness.rounds(280, full: 6_000)
    var values = 0
    for round in 0..<rounds {
      let target = targets[round % targets.count]
      let data = mutator.mutated(target.data, &random)
      if assertDecodesOrThrows(
        "round \(round), seed \(random.seed), \(target.name)", { try target.read(data) })
      {
        values += 1
      }
    }
    XCTAssertGreaterThan(values, rounds / 50)
  }

  // MARK: Constants

  /// Instances that are made inside one another, which takes stack.
  func testConstantChainsOnSmallStacks() throws {
    for count in [100, 400, 500] {
      let chain = ConstantStop.chain(count)
      for road in Road.allCases {
        let data = try onThread(stackSize: 64 << 20) { try road.archive(chain) }
        for size in [512 << 10, 1 << 20] {
          do {
            let found = try onThread(stackSize: size) { try road.read(ConstantStop.self, from: data).count }
            XCTAssertEqual(found, count, "\(road)")
          } catch let error as ArchiveError {
            XCTAssertEqual(error.code, .limitExceeded, "\(road), \(count), \(size): \(error)")
          }
        }
        if count == 400 {
          let found = try onThread(stackSize: 64 << 20) { try road.carry(chain, to: ConstantStop.self).count }
          XCTAssertEqual(found, count, "\(road)")
        }
      }
    }
    // No deeper than the limits allow, however large the stack is.
    let chain = ConstantStop.chain(2000)
    for road in Road.allCases where road != .node {
      let data = try onThread(stackSize: 64 << 20) { try road.archive(chain) }
      XCTAssertThrowsError(
        try onThread(stackSize: 64 << 20) { try road.read(ConstantStop.self, from: data).count }
      ) {
        XCTAssertEqual(($0 as? ArchiveError)?.code, .limitExceeded, "\(road): \($0)")
      }
    }
  }
}

/// A link whose next one is there from the start.
@ArchivableObject(className: "Test_ConstantStop")
private final class ConstantStop {
  let number: Int
  let next: ConstantStop?

  init(number: Int, next: ConstantStop?) { (self.number, self.next) = (number, next) }

  static func chain(_ count: Int) -> ConstantStop {
    (1..<count).reduce(ConstantStop(number: 0, next: nil)) { ConstantStop(number: $1, next: $0) }
  }

  var count: Int {
    var (count, link) = (1, next)
    while let current = link { (count, link) = (count + 1, current.next) }
    return count
  }
}
