import FastCoding
import StructCoding
import XCTest

/// The code of the README and of the guides does what they say.
final class ReadmeTests: XCTestCase {
  /// A folder for the files that the code writes.
  private let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)

  override func setUpWithError() throws {
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  }

  override func tearDownWithError() throws { try FileManager.default.removeItem(at: folder) }

  /// Every code block of a page is one of those compiled here or stands in a source that the page names, and the other
  /// way round.
  func testEveryBlockIsCompiled() throws {
    for (path, marker) in Readme.pages {
      try checkBlocks(of: Readme(path), Readme.compiledBlocks(after: marker))
    }
  }

  private func checkBlocks(of readme: Readme, _ compiled: [String: [String]]) {
    for block in readme.codeBlocks
    where !compiled.values.contains(block) && !readme.quotedSources.contains(where: { $0.contains(block) }) {
      XCTFail("not compiled by the tests:\n" + block.joined(separator: "\n"))
    }
    for (name, block) in compiled where !readme.codeBlocks.contains(block) {
      XCTFail("not on the page: \(name)\n" + block.joined(separator: "\n"))
    }
    XCTAssertFalse(readme.codeBlocks.isEmpty)
  }

  /// Every output that a page shows is what the code prints.
  func testEveryOutputIsPrinted() throws {
    let file = folder.appendingPathComponent("parts")
    let printed = [
      try FirstProgram.run(), try UnderControl.run(), try Graphs.classes(), try Columns.readParts(file),
      try Graphs.nodes(), try Graphs.bootstrap(), try Errors.run(),
    ]
    checkOutputs(of: try Readme(Readme.tour), printed)
    checkOutputs(of: try Readme(), [try ReadmeProgram.run()])
    let values = [try MixedValues.run(), try Names.run(), try Bridging.run(), try Opening.run()]
    checkOutputs(of: try Readme(Readme.values), values)
    checkOutputs(of: try Readme(Readme.storageMethod), [try AddingMethods.run()])
    let columns = [
      try Columns.readParts(file), try Columns.filter(),
      try Columns.append(folder.appendingPathComponent("appended")), try Evolution.run(),
    ]
    checkOutputs(of: try Readme(Readme.columns), columns)
    let guide = [
      try Methods.run(), try Registered.run(), try Failures.run(), try Versions.run(), try Deriving.run(),
      try Paths.run(), try Filters.run(), Observing.run(),
    ]
    checkOutputs(of: try Readme(Readme.guide), guide)
    let objects = [
      try ObjectsGuide.run(), try ObjectsGuide.archiveChild(), try ObjectsGuide.steps(),
      try ObjectsGuide.shapes(),
      try ObjectsGuide.structs(), try ObjectsGuide.chain(),
    ]
    checkOutputs(of: try Readme(Readme.objects), objects)
    let nodes = [
      try NodesGuide.read(), try NodesGuide.navigate(), try NodesGuide.edit(), try NodesGuide.write(),
      try NodesGuide.graph(),
      try NodesGuide.json(), try NodesGuide.bootstrap(), try NodesGuide.plainer(), try NodesGuide.mistakes(),
      try NodesGuide.fastCoding(),
    ]
    checkOutputs(of: try Readme(Readme.nodes), nodes)
  }

  func testWrapperWrittenByHand() throws {
    let event = FirstProgram.sample[0].events[0]
    let archiver = KeyedArchiver(requiringSecureCoding: true)
    archiver.setClassName("EventObject", for: Without.EventObject.self)
    archiver.encode(Without.EventObject(event), forKey: "event")
    let unarchiver = try KeyedUnarchiver(forReadingFrom: archiver.finishEncoding())
    unarchiver.setClass(Without.EventObject.self, forClassName: "EventObject")
    XCTAssertEqual(unarchiver.decodeObject(of: Without.EventObject.self, forKey: "event")?.event, event)
  }

  func testEnumerations() throws {
    let states: [Enumerations.State] = [.idle, .playing(track: "a", position: 1.5), .failed(3, nil)]
    XCTAssertEqual(
      try KeyedArchive.decode([Enumerations.State].self, from: KeyedArchive.encode(states)), states)
    let speeds: [Enumerations.Speed] = [.fast, .slow]
    XCTAssertEqual(
      try KeyedArchive.decode([Enumerations.Speed].self, from: KeyedArchive.encode(speeds)), speeds)
    XCTAssertEqual(try KeyedArchive.decode([Int].self, from: KeyedArchive.encode(speeds)), [2, 1])
  }

  func testOwnValue() throws {
    let value = Celsius(degrees: 21.5)
    XCTAssertEqual(try KeyedArchive.decode(Double.self, from: KeyedArchive.encode(value)), 21.5)
    XCTAssertEqual(try KeyedArchive.decode(Celsius.self, from: KeyedArchive.encode(value)), value)
    XCTAssertEqual(try ColumnArchive.decode([Double].self, from: ColumnArchive.encode([value])), [21.5])
    XCTAssertEqual(try ColumnArchive.decode([Celsius].self, from: ColumnArchive.encode([value])), [value])
  }

  func testColumns() throws {
    XCTAssertEqual(try Columns.roundTrip(FirstProgram.sample), FirstProgram.sample)
  }

  /// The example of a column that expands to more than the default limit does, and is read with the page's.
  func testColumnLimits() throws {
    let data = try ColumnArchive.encode([Int](repeating: 7, count: 10_000_000))
    XCTAssertThrowsError(try ColumnArchive.decode([Int].self, from: data)) { error in
      XCTAssertEqual((error as? ArchiveError)?.code, .limitExceeded)
    }
    XCTAssertEqual(try Columns.read(data).count, 10_000_000)
  }

  func testClassWithValues() throws {
    let document = Documents.Document(title: "Log", sessions: FirstProgram.sample)
    let data = try Documents.write(document)
    XCTAssertEqual(try Documents.read(data).sessions, document.sessions)
    XCTAssertEqual(try Documents.read(data).title, "Log")
  }

  func testLimits() throws {
    XCTAssertEqual(try Limits.read(KeyedArchive.encode(FirstProgram.sample)), FirstProgram.sample)
  }

  func testFoundation() throws {
    let data = try KeyedArchive.encode(FirstProgram.sample)
    XCTAssertEqual(try FoundationReading.read(data), FirstProgram.sample)
  }

  func testHandWrittenClasses() throws {
    let hub = ObjectsGuide.Hub()
    let thermometer = ObjectsGuide.Thermometer(name: "north")
    thermometer.degrees = 4
    thermometer.hub = hub
    hub.sensors = [thermometer, ObjectsGuide.Sensor(name: "south")]
    for copy in [
      try KeyedArchive.decode(ObjectsGuide.Hub.self, from: KeyedArchive.encode(hub)),
      try ColumnArchive.decode(ObjectsGuide.Hub.self, from: ColumnArchive.encode(hub)),
    ] {
      XCTAssertEqual(copy.sensors.map(\.name), ["north", "south"])
      XCTAssertEqual((copy.sensors[0] as? ObjectsGuide.Thermometer)?.degrees, 4)
      XCTAssertTrue(copy.sensors[0].hub === copy)
    }
  }

  func testHandWrittenConformance() throws {
    let values = [HandWritten.Reading(sensor: "north", value: 4)]
    XCTAssertEqual(
      try KeyedArchive.decode([HandWritten.Reading].self, from: KeyedArchive.encode(values)), values)
    let object = try KeyedArchive.archivedData(withRootObject: values[0].encoded, requiringSecureCoding: true)
    XCTAssertEqual(
      try KeyedArchive.unarchivedObject(ofClass: HandWritten.Reading.Coding.self, from: object)?.decoded,
      values[0])
    XCTAssertEqual(
      try ColumnArchive.decode([HandWritten.Reading].self, from: ColumnArchive.encode(values)), values)
  }
}
