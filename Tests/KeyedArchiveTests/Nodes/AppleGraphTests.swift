import ArchiveDocuments
import StructCoding
import XCTest

@testable import ArchiveTestSupport

/// The same of files that Apple's software wrote.
final class AppleGraphTests: ForeignGraphTests {
  override func setUpWithError() throws { _ = try TestFiles.shared("keyed-archives") }

  override func archives() throws -> [ForeignArchive] { try ForeignArchive.files() }

  // SwiftPM finds the tests of a superclass only if there is one here as well.
  func testCount() throws { XCTAssertEqual(try archives().count, 79) }
}

extension ArchiveNode {
  fileprivate var graph: ArchiveGraph? { if case .graph(let graph) = self { graph } else { nil } }
}

/// Archives as Apple's software writes them, read as graphs and written again: other readers see the same.
class ForeignGraphTests: XCTestCase {
  func archives() throws -> [ForeignArchive] { ForeignArchive.made }

  /// Both tables are walked from `$top` on by a parser of the tests' own.
  func testTheSameGraph() throws {
    let archives = try archives()
    for archive in archives {
      let (name, data) = (archive.name, archive.data)
      let node = try KeyedArchive(data).node()
      let written = try KeyedArchive.encode(node)
      XCTAssertNil(try RawTable(written).difference(from: RawTable(data)), name)
      // What is written reads as the same again, in the order in which it is reached.
      XCTAssertEqual(
        try KeyedArchive.encode(KeyedArchive(written).node()), written, name)
      let text = try KeyedArchive.encode(node, options: .init(outputFormat: .xml))
      XCTAssertNil(try RawTable(text).difference(from: RawTable(data)), "\(name) as XML")
      XCTAssertNil(
        try RawTable(KeyedArchive.encode(KeyedArchive(text).node())).difference(from: RawTable(data)),
        "\(name) from XML")
    }
    XCTAssertGreaterThanOrEqual(archives.count, 79)
  }

  func testWhatTheGraphsAre() throws {
    let archives = try archives()
    func graph(_ path: String) throws -> ArchiveGraph {
      let archive = try XCTUnwrap(archives.first { $0.name == path }, path)
      return try XCTUnwrap(KeyedArchive(archive.data).node().graph, path)
    }
    let cycle = try graph("rust-nska/circularReference.plist")
    XCTAssertEqual(cycle.root, .reference(1))
    guard case .instance(let type, .array(let elements)) = cycle.objects[1] else {
      return XCTFail("\(cycle.objects)")
    }
    XCTAssertEqual(type, ArchiveClass("NSMutableArray", superclassNames: ["NSArray", "NSObject"]))
    XCTAssertEqual(elements, [.reference(1)])
    XCTAssertEqual(cycle.objects[2], .null)

    let tuple = try graph("dtx-goios/arrays.bin")
    XCTAssertEqual(tuple.root.fields?.className, "$top")
    XCTAssertEqual(tuple.root.fields?.names.sorted(), ["$0", "$1", "$2", "$3"])
    let old = try graph("foundation/NSKeyedUnarchiver-ConcreteValueTest.plist")
    XCTAssertEqual(old.objects[3].fields?["$1"], 2)
    let ordered = try graph("foundation/NSMutableOrderedSet-Numbers.archive")
    guard case .instance(let set, .array(let numbers)) = ordered.objects[1] else {
      return XCTFail("\(ordered.objects)")
    }
    XCTAssertEqual(set.name, "NSMutableOrderedSet")
    XCTAssertEqual(numbers.count, 5)
  }
}

/// The same comparison, by other readers.
final class ForeignGraphPythonTests: XCTestCase {
  /// By Python's property list reader, and by bpylist2.
  func testPythonSeesTheSameGraph() throws {
    // One run for all of them, with the files of others where these are there.
    let archives = ForeignArchive.made + ((try? ForeignArchive.files()) ?? [])
    try Python.require()
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    for (number, archive) in archives.enumerated() {
      let data = archive.data
      try data.write(to: folder.appendingPathComponent("\(number).old"))
      try KeyedArchive.encode(KeyedArchive(data).node()).write(
        to: folder.appendingPathComponent("\(number).new"))
    }
    let script = """
      import plistlib, sys
      folder, count = open(sys.argv[1]).read().split('\\n')
      def uid(v):
          if isinstance(v, plistlib.UID): return v.data
          if isinstance(v, dict) and set(v) == {'CF$UID'}: return v['CF$UID']
          return None
      def same(a, b):
          x, y, seen, back = a['$objects'], b['$objects'], {}, {}
          todo = [(a['$top'], b['$top'])]
          while todo:
              p, q = todo.pop()
              i, j = uid(p), uid(q)
              if i is not None or j is not None:
                  assert i is not None and j is not None, (p, q)
                  assert (i == 0) == (j == 0)
                  isClass = isinstance(x[i], dict) and '$classname' in x[i]
                  if not isClass and (i in seen or j in back):
                      assert seen.get(i) == j and back.get(j) == i, (i, j)
                  else:
                      seen[i], back[j] = j, i
                      todo.append((x[i], y[j]))
              else:
                  assert type(p) == type(q), (p, q)
                  if isinstance(p, list):
                      assert len(p) == len(q)
                      todo += zip(p, q)
                  elif isinstance(p, dict):
                      assert set(p) == set(q), (p, q)
                      todo += [(p[k], q[k]) for k in p]
                  else: assert p == q, (p, q)
      for n in range(int(count)):
          a, b = (plistlib.load(open(f'{folder}/{n}.{e}', 'rb')) for e in ('old', 'new'))
          assert a['$archiver'] == b['$archiver'] and a['$version'] == b['$version']
          same(a, b)
      print(count)
      """
    let input = Data("\(folder.path)\n\(archives.count)".utf8)
    XCTAssertEqual(try Python.run(script, input: input).text, "\(archives.count)")

    try Python.require(["bpylist2"])
    let unarchive = """
      import sys
      from bpylist2 import archiver
      folder, count = open(sys.argv[1]).read().split('\\n')
      read = 0
      for n in range(int(count)):
          def load(e):
              try: return repr(archiver.unarchive(open(f'{folder}/{n}.{e}', 'rb').read()))
              except Exception as error: return type(error)
          old, new = load('old'), load('new')
          # It reads no XML, and few classes; what it does not read it must refuse alike.
          if isinstance(old, str) and not ' object at 0x' in old:
              read += 1
              assert sorted(old) == sorted(new), (n, old, new)
          elif not isinstance(old, str) and open(f'{folder}/{n}.old', 'rb').read(6) == b'bplist':
              assert old == new, (n, old, new)
      print(read)
      """
    let read = try Python.run(unarchive, input: input).text
    XCTAssertGreaterThan(Int(read) ?? 0, 10, read)
  }
}
