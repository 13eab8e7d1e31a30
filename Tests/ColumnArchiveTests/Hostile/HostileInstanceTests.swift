import ArchiveDocuments
import ArchiveTestSupport
import ColumnArchives
import StructCoding
import XCTest

/// Class instances that no writer makes.
final class HostileInstanceTests: XCTestCase {
  private typealias Item = PlistBuilder.Item

  /// An instance that refers to other ones by their entries, of which the links are 3 and 4.
  private func link(_ text: UInt64, next: UInt64 = 0, constant: UInt64 = 0, class name: UInt64 = 5) -> Item {
    .record(class: name, ["text": .uid(text), "next": .uid(next), "constant": .uid(constant)])
  }

  /// Two links, of which the first leads to the second and back.
  private var sound: TreeParts {
    TreeParts(
      values: [3],
      objects: [
        link(6, next: 4), link(7, next: 3), .classRecord("Column_HostileLink"), .string("a"), .string("b"),
      ])
  }

  private func changed(_ change: (inout TreeParts) -> Void) -> Data {
    var parts = sound
    change(&parts)
    return parts.data(Format.instance)
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

  func testSoundInstances() throws {
    for data in [changed { _ in }, changed { $0.values = [3, 4, 3] }] {
      let links = try ColumnArchive.decode([HostileLink].self, from: data)
      defer { links[0].next = nil }
      XCTAssertEqual(links[0].text, "a")
      XCTAssertEqual(links[0].next?.text, "b")
      XCTAssert(links[0].next?.next === links[0])
      XCTAssert(links.last === links[0])
    }
  }

  func testReferences() {
    for number in [8, 255, 1 << 32] as [UInt64] {
      check(changed { $0.values = [number] }, .malformed, saying: "objects")
      check(changed { $0.objects[1] = link(7, next: number) }, .malformed, saying: "objects")
      check(changed { $0.objects[1] = link(7, constant: number) }, .malformed, saying: "objects")
    }
    // A strong reference to one that only weak ones lead to.
    check(changed { $0.objects[0] = .null }, .typeMismatch)
    check(changed { $0.objects[0] = .string("no link") }, .typeMismatch)
  }

  func testClassesAndFields() throws {
    check(
      changed { $0.objects[2] = .classRecord("Column_HostileLin") }, .classMismatch, saying: "HostileLink")
    check(changed { $0.objects[0] = .record(class: 5, ["next": .uid(0)]) }, .missingField, saying: "text")
    // A class that is not the one that is asked for.
    let other = changed {
      $0.objects[1] = .record(class: 8, [:])
      $0.objects.append(.classRecord("Column_HostileOther"))
    }
    check(other, .classMismatch, saying: "Column_HostileOther")
    let others = changed {
      $0.values = [4, 4]
      $0.objects[1] = .record(class: 8, [:])
      $0.objects.append(.classRecord("Column_HostileOther"))
    }
    let found = try ColumnArchive.decode([HostileOther].self, from: others)
    XCTAssert(found[0] === found[1])
    // The same instance as two classes.
    let fields = Format.record(["a": Format.instance, "b": Format.instance])
    let both = ArchiveParts(elements: fields, count: 1, [1, 1] + sound.bytes).data
    assertThrows(.classMismatch) { try ColumnArchive.decode([HostilePair].self, from: both) }
  }

  func testInstancesThatNeedThemselves() {
    check(changed { $0.objects[0] = link(6, constant: 3) }, .cycle, saying: "needs itself")
    check(
      changed {
        $0.objects[0] = link(6, constant: 4)
        $0.objects[1] = link(7, constant: 3)
      }, .cycle)
    // By way of a variable it is none.
    let data = changed {
      $0.objects[0] = link(6, constant: 4)
      $0.objects[1] = link(7, next: 3)
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
      let work = WorkGuard()
      var parts = ArchiveParts(elements: Format.instance, count: 1, sound.columns)
      parts.batches[0].count = count
      assertDecodesOrThrows("\(count)") {
        let links = try ColumnArchive.decode([HostileLink].self, from: parts.data)
        links[0].next = nil
      }
      assertDecodesOrThrows("\(count)") { try ColumnArchive(parts.data).node() }
      work.assertAtMost()
    }
  }

  /// The same instances in two batches: each batch has its own.
  func testBatches() throws {
    var parts = ArchiveParts(elements: Format.instance, count: 1, sound.columns)
    parts.batches.append(parts.batches[0])
    let links = try ColumnArchive.decode([HostileLink].self, from: parts.data)
    defer { for link in links { link.next = nil } }
    XCTAssertFalse(links[0] === links[1])
    XCTAssertFalse(links[0].next === links[1].next)
    guard case .graph(let graph) = try ColumnArchive(parts.data).node() else { return XCTFail("no graph") }
    XCTAssertEqual(graph.objects.count, 2)
    // The second without an archive.
    parts.batches[1].columns = [1]
    check(parts.data, .malformed, saying: "values of trees")
  }
}

/// A link with a variable and a constant reference.
@ArchivableObject(className: "Column_HostileLink")
private final class HostileLink {
  var text: String
  var next: HostileLink?
  let constant: HostileLink?

  init(text: String, constant: HostileLink?) {
    self.text = text
    self.constant = constant
  }
}

@ArchivableObject(className: "Column_HostileOther")
private final class HostileOther {
  init() {}
}

@Archivable(className: "Column_HostilePair")
private struct HostilePair {
  var a: HostileLink
  var b: HostileOther
}
