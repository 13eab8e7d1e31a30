import StructCoding
import XCTest

@testable import ArchiveTestSupport

/// Readers and writers that share no code with this package or with Foundation.
final class KeyedPythonTests: XCTestCase {
  private let sessions = [
    Session(
      startTime: Date(timeIntervalSinceReferenceDate: 0), endTime: nil,
      events: [Event(timeStamp: Date(timeIntervalSinceReferenceDate: 1.5), eventTag: "é 🎉")]),
    Session(startTime: Date(timeIntervalSinceReferenceDate: 10), endTime: .distantFuture, events: []),
  ]

  override func setUpWithError() throws { try Python.require() }

  // MARK: plistlib

  /// Python's own parser sees the same table, down to UIDs and class records.
  func testPlistlib() throws {
    let script = """
      import plistlib, sys
      UID = plistlib.UID
      a = plistlib.load(open(sys.argv[1], 'rb'))
      assert set(a) == {'$archiver', '$version', '$top', '$objects'}, a.keys()
      assert a['$archiver'] == 'NSKeyedArchiver' and a['$version'] == 100000
      o = a['$objects']
      assert o[0] == '$null' and a['$top'] == {'root': UID(1)}
      def deref(u):
          assert isinstance(u, UID), u
          return o[u.data]
      root = o[1]
      assert deref(root['$class']) == {'$classname': 'NSArray', '$classes': ['NSArray', 'NSObject']}
      first, second = [deref(u) for u in root['NS.objects']]
      assert deref(first['$class']) == {'$classname': 'Test_Session', '$classes': ['Test_Session', 'NSObject']}
      assert first['endTime'] == UID(0) and first['$class'] == second['$class']
      event = deref(deref(first['events'])['NS.objects'][0])
      assert deref(event['eventTag']) == '\\u00e9 \\U0001F389', event
      stamp = deref(event['timeStamp'])
      assert stamp['NS.time'] == 1.5 and deref(stamp['$class'])['$classname'] == 'NSDate'
      print(len(o))
      """
    for format in [PropertyListSerialization.PropertyListFormat.binary, .xml] {
      // XML has no UIDs: there they are dictionaries, which plistlib leaves as they are.
      let data = try KeyedArchive.encode(sessions, options: .init(outputFormat: format))
      let uids = """
        def uids(x):
            if isinstance(x, dict): return UID(x['CF$UID']) if set(x) == {'CF$UID'} else {k: uids(v) for k, v in x.items()}
            return [uids(v) for v in x] if isinstance(x, list) else x
        a = uids(a)
        """
      let whole = script.replacingOccurrences(
        of: "assert set(a)", with: (format == .xml ? uids + "\n" : "") + "assert set(a)")
      XCTAssertEqual(try Python.run(whole, input: data).text, "\(try Layout(data).objects.count)")
    }
  }

  func testPlistlibReadsNumbersAndTexts() throws {
    let numbers = Numbers(
      int: .min, int8: -1, int16: 300, int32: 70_000, int64: 1 << 40, uint: .max, uint8: 255, uint16: 65_535,
      uint32: .max, uint64: 1 << 63, bool: true, float: 0.5, double: -.infinity, cgFloat: 1e300)
    let script = """
      import plistlib, sys
      r = plistlib.load(open(sys.argv[1], 'rb'))['$objects'][1]
      r.pop('$class')
      print(sorted(r.items()))
      """
    XCTAssertEqual(
      try Python.run(script, input: KeyedArchive.encode(numbers)).text,
      "[('bool', True), ('cgFloat', 1e+300), ('double', -inf), ('float', 0.5), ('int', -9223372036854775808), "
        + "('int16', 300), ('int32', 70000), ('int64', 1099511627776), ('int8', -1), ('uint', 18446744073709551615), "
        + "('uint16', 65535), ('uint32', 4294967295), ('uint64', 9223372036854775808), ('uint8', 255)]")
  }

  /// The version of a type is one more entry of each record that has one; readers that do not know it find the fields.
  func testPlistlibReadsVersions() throws {
    let script = """
      import plistlib, sys
      o = plistlib.load(open(sys.argv[1], 'rb'))['$objects']
      records = [r for r in o if isinstance(r, dict) and 'archive.version' in r]
      print([(o[r['$class'].data]['$classname'], r['archive.version'], list(r)) for r in records])
      """
    let trip = Trip3(
      startTime: Date(timeIntervalSinceReferenceDate: 0), duration: 1,
      stops: [Stop2(name: "s", place: Place(x: 1, y: 2))])
    XCTAssertEqual(
      try Python.run(script, input: KeyedArchive.encode(trip)).text,
      "[('Test_Trip', 3, ['startTime', 'duration', 'stops', 'last', 'archive.version', '$class']), "
        + "('Test_Stop', 2, ['name', 'place', 'archive.version', '$class'])]")
  }

  /// A file that Python lays out: other widths, other orders of objects, no shared keys.
  func testReadsWhatPlistlibWrites() throws {
    let script = """
      import plistlib, sys
      a = plistlib.load(open(sys.argv[1], 'rb'))
      plistlib.dump(a, open(sys.argv[2], 'wb'), fmt=plistlib.FMT_BINARY, sort_keys=True)
      """
    let data = try KeyedArchive.encode(sessions)
    let rewritten = try Python.run(script, input: data).output
    XCTAssertNotEqual(rewritten, data)
    XCTAssertEqual(try KeyedArchive.decode([Session].self, from: rewritten), sessions)
    let text = try Python.run(
      script.replacingOccurrences(of: "FMT_BINARY", with: "FMT_XML"),
      input: KeyedArchive.encode(sessions, options: .init(outputFormat: .xml))
    ).output
    XCTAssertEqual(try KeyedArchive.decode([Session].self, from: text), sessions)
  }

  // MARK: bpylist2

  func testBpylistReads() throws {
    let script = """
      import sys
      from bpylist2 import archiver
      class Event:
          @staticmethod
          def decode_archive(a):
              e = Event(); e.stamp = a.decode('timeStamp'); e.tag = a.decode('eventTag'); return e
      class Session:
          @staticmethod
          def decode_archive(a):
              s = Session(); s.start = a.decode('startTime'); s.end = a.decode('endTime'); s.events = a.decode('events')
              return s
      archiver.update_class_map({'Test_Event': Event, 'Test_Session': Session})
      sessions = archiver.unarchive(open(sys.argv[1], 'rb').read())
      apple = 978307200
      for s in sessions:
          print(float(s.start) - apple, s.end is None, [(float(e.stamp) - apple, ascii(e.tag)) for e in s.events])
      """
    let result = try Python.run(script, input: KeyedArchive.encode(sessions))
    XCTAssertEqual(
      result.text, #"0.0 True [(1.5, "'\\xe9 \\U0001f389'")]"# + "\n10.0 False []")
  }

  func testBpylistReadsCollections() throws {
    try Python.require(["bpylist2"])
    let script = """
      import sys
      from bpylist2 import archiver
      print(ascii(archiver.unarchive(open(sys.argv[1], 'rb').read())))
      """
    func read(_ value: some ArchiveValue) throws -> String {
      try Python.run(script, input: KeyedArchive.encode(value)).text
    }
    XCTAssertEqual(try read(["b": [1, 2], "a": []]), "{'a': [], 'b': [1, 2]}")
    XCTAssertEqual(try read(Set(["a"])), "{'a'}")
    XCTAssertEqual(try read([0.5, -1]), "[0.5, -1.0]")
    XCTAssertEqual(try read([UInt64.max]), "[18446744073709551615]")
    XCTAssertEqual(try read([true, false]), "[True, False]")
    XCTAssertEqual(try read([Data([1, 255])]), "[b'\\x01\\xff']")
  }

  func testReadsWhatBpylistWrites() throws {
    let script = """
      import sys
      from dataclasses import dataclass
      from bpylist2 import archiver
      from bpylist2.archive_types import timestamp
      class Event:
          def __init__(self, stamp, tag): self.stamp, self.tag = stamp, tag
          @staticmethod
          def encode_archive(o, a): a.encode('timeStamp', timestamp(o.stamp)); a.encode('eventTag', o.tag)
      archiver.update_class_map({'Test_Event': Event})
      events = [Event(978307200 + 1.5, '\\u00e9 \\U0001F389'), Event(978307200 - 1, '')]
      open(sys.argv[2], 'wb').write(archiver.archive(events))
      """
    let data = try Python.run(script).output
    XCTAssertEqual(
      try KeyedArchive.decode([Event].self, from: data),
      [
        Event(timeStamp: Date(timeIntervalSinceReferenceDate: 1.5), eventTag: "é 🎉"),
        Event(timeStamp: Date(timeIntervalSinceReferenceDate: -1), eventTag: ""),
      ])
  }

  func testReadsCollectionsThatBpylistWrites() throws {
    try Python.require(["bpylist2"])
    func written(_ expression: String) throws -> Data {
      let script = """
        import sys
        from bpylist2 import archiver
        open(sys.argv[2], 'wb').write(archiver.archive(\(expression)))
        """
      return try Python.run(script).output
    }
    XCTAssertEqual(
      try KeyedArchive.decode([String: [Int]].self, from: written("{'a': [1, 2], 'b': []}")),
      ["a": [1, 2], "b": []])
    XCTAssertEqual(try KeyedArchive.decode(Set<String>.self, from: written("{'x', 'y'}")), ["x", "y"])
    XCTAssertEqual(try KeyedArchive.decode([Int].self, from: written("[2**40, -5]")), [1 << 40, -5])
    XCTAssertEqual(try KeyedArchive.decode([Data].self, from: written("[b'ab']")), [Data("ab".utf8)])
  }
}
