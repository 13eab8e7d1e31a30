import ArchiveDocuments
import ArchiveTestSupport
import ColumnArchives
import StructCoding
import XCTest

/// Tables of instances that no writer makes.
final class HostileInstanceTests: XCTestCase {
  private static let (nilTag, integerTag, stringTag, instanceTag): (UInt8, UInt8, UInt8, UInt8) = (
    0, 3, 8, 16
  )

  /// An instance that refers to another one, or to itself.
  private func link(_ text: String, next: [UInt8], constant: [UInt8] = [0]) -> (shape: UInt, body: [UInt8]) {
    (1, [Self.stringTag] + Format.name(text) + next + constant)
  }

  private func to(_ number: some FixedWidthInteger) -> [UInt8] { [Self.instanceTag] + Format.varint(number) }

  /// Two links, of which the first leads to the second and back.
  private var sound: InstanceTable {
    InstanceTable(
      names: ["Column_HostileLink", "text", "next", "constant"], shapes: [(0, [1, 2, 3])],
      instances: [link("a", next: to(1)), link("b", next: to(0))])
  }

  private func archive(_ table: InstanceTable, numbers: [UInt] = [0]) -> Data {
    ArchiveParts(
      elements: Format.instance, count: numbers.count, Format.integers(numbers) + table.bytes
    ).data
  }

  private func changed(_ change: (inout InstanceTable) -> Void) -> Data {
    var table = sound
    change(&table)
    return archive(table)
  }

  private func check(
    _ data: Data, _ code: ArchiveError.Code, saying words: String..., file: StaticString = #filePath,
    line: UInt = #line
  ) {
    let error = assertThrows(code, file: file, line: line) {
      try ColumnArchive.decode([HostileLink].self, from: data)
    }
    for word in words {
      XCTAssert(
        "\(error.map { "\($0)" } ?? "")".contains(word), "\(String(describing: error))", file: file,
        line: line)
    }
    // Without types it may be sound; it does not trap.
    assertDecodesOrThrows("nodes", file: file, line: line) { try ColumnArchive(data).node() }
    assertDecodesOrThrows("parts", file: file, line: line) {
      try ColumnArchive(data).elements(of: HostileLink.self, in: 0..<1)
    }
  }

  func testASoundTable() throws {
    for data in [archive(sound), archive(sound, numbers: [0, 1, 0])] {
      let links = try ColumnArchive.decode([HostileLink].self, from: data)
      defer { links[0].next = nil }
      XCTAssertEqual(links[0].text, "a")
      XCTAssertEqual(links[0].next?.text, "b")
      XCTAssert(links[0].next?.next === links[0])
      XCTAssert(links.last === links[0])
    }
  }

  func testMarks() {
    for mark in [0, 1, 0xA0, 0xA2, 0xFF] as [UInt8] {
      check(changed { $0.mark = mark }, .malformed, saying: "end of the columns")
    }
    check(archive(sound) + [0], .truncated, saying: "footer")
    var parts = ArchiveParts(elements: Format.instance, count: 1, [0, 0] + sound.bytes + [0])
    check(parts.data, .malformed, saying: "end of the instances")
    // No table, an end behind the mark, and a table where nothing can refer to it.
    parts.batches[0].columns = [0, 0]
    check(parts.data, .malformed, saying: "the instances of a batch")
    parts.batches[0].columns = [0, 0, 0xA1]
    check(parts.data, .truncated)
    let needless = ArchiveParts(elements: Format.signed, count: 1, [0, 0] + sound.bytes).data
    assertThrows(.malformed, saying: "end of the columns") {
      try ColumnArchive.decode([Int].self, from: needless)
    }
    assertThrows(.malformed, saying: "end of the columns") { try ColumnArchive(needless).node() }
  }

  func testCountsWithoutBytes() {
    for count in [1 << 20, 1 << 40, 1 << 54] as [UInt64] {
      check(changed { $0.statedNameCount = count }, .truncated)
      check(changed { $0.statedShapeCount = count }, .malformed)
      check(changed { $0.statedFieldCount = count }, .malformed)
      check(changed { $0.statedTotal = count }, .truncated)
    }
    for count in [1 << 55, 1 << 63, UInt64.max] {
      check(changed { $0.statedNameCount = count }, .malformed)
      check(changed { $0.statedShapeCount = count }, .malformed)
      check(changed { $0.statedFieldCount = count }, .malformed)
      check(changed { $0.statedCount = count }, .malformed)
      check(changed { $0.statedTotal = count }, .malformed)
    }
    check(changed { $0.statedCount = 1 << 54 }, .limitExceeded)
    check(changed { $0.statedCount = 1 << 40 }, .limitExceeded)
    for count in [0, 1, 3] as [UInt64] {
      XCTAssertThrowsError(
        try ColumnArchive.decode([HostileLink].self, from: changed { $0.statedCount = count }), "\(count)")
    }
  }

  func testLengths() {
    let lengths = sound.instances.map { UInt($0.body.count) }
    for huge in [1 << 32, 1 << 62, 1 << 63, UInt.max] {
      for stated in [
        [huge, huge], [huge, lengths[1]], [lengths[0], huge], [0 &- huge, huge], [huge, 0 &- huge],
      ] {
        check(changed { $0.statedLengths = stated }, .malformed, saying: "shapes and lengths")
      }
    }
    check(changed { $0.statedLengths = [lengths[0] + 1, lengths[1]] }, .malformed, saying: "2 instances")
    // Sums that are right, of parts that are not.
    check(changed { $0.statedLengths = [lengths[0] + 1, lengths[1] - 1] }, .malformed)
    check(changed { $0.statedLengths = [lengths[0] - 1, lengths[1] + 1] }, .truncated)
    check(changed { $0.statedLengths = [0, lengths[0] + lengths[1]] }, .truncated)
  }

  func testNumbers() {
    for number in [2, 3, 255, 1 << 32, 1 << 63, UInt.max] {
      check(archive(sound, numbers: [number]), .malformed, saying: "2 instances", "number")
      check(changed { $0.instances[1] = link("b", next: to(number)) }, .malformed)
      check(changed { $0.instances[1] = link("b", next: [0], constant: to(number)) }, .malformed)
    }
    for shape in [2, 3, 1 << 32, 1 << 63, UInt.max] {
      check(changed { $0.instances[1].shape = shape }, .malformed, saying: "shapes and lengths")
    }
    for number in [4, 1 << 54] as [UInt64] {
      check(changed { $0.shapes[0].className = number }, .malformed, saying: "4 names")
      check(changed { $0.shapes[0].fields[1] = number }, .malformed, saying: "4 names")
    }
    // A strong reference to one that only weak ones lead to.
    check(changed { $0.instances[0].shape = 0 }, .typeMismatch, saying: "only weak references")
  }

  func testClassesAndFields() throws {
    check(changed { $0.names[0] = "Column_HostileLin" }, .classMismatch, saying: "Column_HostileLink")
    check(changed { $0.names[1] = "txt" }, .missingField, saying: "text")
    check(changed { $0.shapes[0].fields = [2, 2, 2] }, .missingField)
    // A name twice: the last one counts, and nothing traps.
    var table = sound
    table.shapes = [(0, [2, 1, 1, 3])]
    table.instances = [(1, to(0) + [8, 1, 0x61, 8, 1, 0x62] + [0])]
    let link = try XCTUnwrap(ColumnArchive.decode([HostileLink].self, from: archive(table)).first)
    defer { link.next = nil }
    XCTAssertEqual(link.text, "b")
    XCTAssert(link.next === link)
    // A class that is not the one that is asked for.
    table = sound
    table.names += ["Column_HostileOther"]
    table.shapes += [(4, [])]
    table.instances[1] = (2, [])
    check(archive(table), .classMismatch, saying: "Column_HostileOther")
    XCTAssertEqual(
      try ColumnArchive.decode([HostileOther].self, from: archive(table, numbers: [1, 1])).count, 2)
  }

  func testInstancesThatNeedThemselves() {
    check(changed { $0.instances[0] = link("a", next: [0], constant: to(0)) }, .cycle, saying: "needs itself")
    check(
      changed {
        $0.instances[0] = link("a", next: [0], constant: to(1))
        $0.instances[1] = link("b", next: [0], constant: to(0))
      }, .cycle)
    // By way of a variable it is none.
    let data = changed {
      $0.instances[0] = link("a", next: [0], constant: to(1))
      $0.instances[1] = link("b", next: to(0))
    }
    XCTAssertNoThrow(
      try { () throws in
        let links = try ColumnArchive.decode([HostileLink].self, from: data)
        XCTAssert(links[0].constant?.next === links[0])
        links[0].constant?.next = nil
      }())
  }

  /// Few bytes that stand for very much.
  func testBombs() {
    for count in [1 << 20, 1 << 30, 1 << 40, 1 << 53] as [UInt64] {
      // As many instances without bytes, and as many references to one.
      let empty =
        [0xA1, 1] + Format.name("Column_HostileOther") + [1, 0, 0] + Format.varint(count) + [0, 1] + [0, 0]
        + [0]
      let data = ArchiveParts(elements: Format.instance, count: 1, [0, 0] + empty).data
      let work = WorkGuard()
      assertDecodesOrThrows("\(count)") { try ColumnArchive.decode([HostileOther].self, from: data) }
      assertDecodesOrThrows("\(count)") { try ColumnArchive(data).node() }
      var parts = ArchiveParts(elements: Format.instance, count: 1, [0, 0] + sound.bytes)
      parts.batches[0].count = count
      assertDecodesOrThrows("\(count)") {
        let links = try ColumnArchive.decode([HostileLink].self, from: parts.data)
        links[0].next = nil
      }
      work.assertAtMost()
    }
  }

  /// Bytes of an instance behind its fields.
  func testMoreBytesInAnInstance() {
    let data = changed { $0.instances[1].body.append(0) }
    // Fields that the type does not ask for are passed over; without types, what is no field is an error.
    assertThrows(.malformed, saying: "end of an instance") { try ColumnArchive(data).node() }
  }

  /// The same instance through two batches: each batch has instances of its own.
  func testBatches() throws {
    var parts = ArchiveParts(elements: Format.instance, count: 1, [0, 0] + sound.bytes)
    parts.batches.append(parts.batches[0])
    let links = try ColumnArchive.decode([HostileLink].self, from: parts.data)
    defer { for link in links { link.next = nil } }
    XCTAssertFalse(links[0] === links[1])
    XCTAssertFalse(links[0].next === links[1].next)
    guard case .graph(let graph) = try ColumnArchive(parts.data).node() else { return XCTFail("no graph") }
    XCTAssertEqual(graph.root, [.reference(0), .reference(2)])
    XCTAssertEqual(graph.objects.count, 4)
    // The second without a table.
    parts.batches[1].columns = [0, 0]
    check(parts.data, .malformed, saying: "the instances of a batch")
  }
}

/// A link with a variable and a constant reference.
@Archivable(className: "Column_HostileLink")
private final class HostileLink {
  var text: String
  var next: HostileLink?
  let constant: HostileLink?

  init(text: String, constant: HostileLink?) {
    self.text = text
    self.constant = constant
  }
}

@Archivable(className: "Column_HostileOther")
private final class HostileOther {
  init() {}
}
